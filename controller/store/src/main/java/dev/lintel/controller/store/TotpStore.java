package dev.lintel.controller.store;

import dev.lintel.controller.files.ClientWork;
import dev.lintel.reader.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Second steps of signing in: every statement that names tables `totp` and `recovery_code`, but for whether a user has
/// one ([UserStore.User#totp]). Callable from any thread but an event loop.
public final class TotpStore {
    private final Database database;

    public TotpStore(Database database) {
        this.database = database;
    }

    /// The secret that codes are made from, or null when there is no second step.
    public @Nullable Bytes secret(long userId) {
        return database.read(sql -> sql.one("SELECT secret FROM totp WHERE user_id = ?", row -> row.blob(1), userId));
    }

    /// Turns the second step on; `step` is that of the code it was shown to work with, which is spent by it.
    public void turnOn(long userId, Bytes secret, long step, List<Bytes> codeHashes) {
        database.write(sql -> {
            turnOff(sql, userId);
            sql.run("INSERT INTO totp (user_id, secret, last_step) VALUES (?, ?, ?)", userId, secret, step);
            return codes(sql, userId, codeHashes);
        });
    }

    /// False when there was none.
    public boolean turnOff(long userId) {
        return database.write(sql -> turnOff(sql, userId));
    }

    /// Takes a code's step, once: false for one that was taken already, or is older than that.
    public boolean take(long userId, long step) {
        String update = "UPDATE totp SET last_step = ?1 WHERE user_id = ?2 AND last_step < ?1";
        return ClientWork.losable(() -> database.write(sql -> sql.run(update, step, userId))) > 0;
    }

    /// Takes a recovery code, once.
    public boolean takeCode(long userId, Bytes codeHash) {
        String delete = "DELETE FROM recovery_code WHERE user_id = ? AND code_hash = ?";
        return database.write(sql -> sql.run(delete, userId, codeHash)) > 0;
    }

    /// How many recovery codes are left.
    public long codesLeft(long userId) {
        String count = "SELECT count(*) FROM recovery_code WHERE user_id = ?";
        return database.read(sql -> sql.get(count, row -> row.number(1), userId));
    }

    /// Puts these in the place of the recovery codes there are. False when there is no second step.
    public boolean replaceCodes(long userId, List<Bytes> codeHashes) {
        return database.write(sql -> {
            boolean on = sql.one("SELECT 1 FROM totp WHERE user_id = ?", row -> row.number(1), userId) != null;
            return on && codes(sql, userId, codeHashes);
        });
    }

    private static boolean turnOff(Sql sql, long userId) {
        sql.run("DELETE FROM recovery_code WHERE user_id = ?", userId);
        return sql.run("DELETE FROM totp WHERE user_id = ?", userId) > 0;
    }

    private static boolean codes(Sql sql, long userId, List<Bytes> hashes) {
        sql.run("DELETE FROM recovery_code WHERE user_id = ?", userId);
        for (Bytes hash : hashes) {
            sql.run("INSERT INTO recovery_code (user_id, code_hash) VALUES (?, ?)", userId, hash);
        }
        return true;
    }
}
