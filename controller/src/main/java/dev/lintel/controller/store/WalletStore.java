package dev.lintel.controller.store;

import dev.lintel.reader.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tables `wallet_pass` and `wallet_device`: what only the box that makes passes knows of them. Each method runs in the
/// caller's transaction; those that change something inside [Database#write].
public final class WalletStore {
    private static final String PASS = "SELECT serial, credential_id, nonce, shown, changed_at FROM wallet_pass";

    private static final String REGISTER = """
            INSERT INTO wallet_device (device, serial, push_token) VALUES (?1, ?2, ?3)
            ON CONFLICT (device, serial) DO UPDATE SET push_token = ?3""";

    private WalletStore() {}

    /// A pass, also one whose credential is gone.
    ///
    /// @param serial as wallets name it
    /// @param credentialId null: it is gone, and the pass is void
    /// @param nonce what its links and its token are made of
    /// @param shown a hash of what wallets were last told
    /// @param changedAtMs when that was
    public record Pass(String serial, @Nullable Long credentialId, Bytes nonce, String shown, long changedAtMs) {}

    public static void insert(Sql sql, String serial, long credentialId, Bytes nonce, long nowMs) {
        sql.run(
                "INSERT INTO wallet_pass (serial, credential_id, nonce, changed_at) VALUES (?, ?, ?, ?)",
                serial,
                credentialId,
                nonce,
                nowMs);
    }

    public static @Nullable Pass get(Sql sql, String serial) {
        return sql.one(PASS + " WHERE serial = ?", WalletStore::pass, serial);
    }

    public static @Nullable Pass ofCredential(Sql sql, long credentialId) {
        return sql.one(PASS + " WHERE credential_id = ?", WalletStore::pass, credentialId);
    }

    /// Links from before are good no more.
    public static void renew(Sql sql, String serial, Bytes nonce) {
        sql.run("UPDATE wallet_pass SET nonce = ? WHERE serial = ?", nonce, serial);
    }

    /// Those of a phone's that changed after `sinceMs`, the oldest change first.
    public static List<Pass> ofDevice(Sql sql, String device, long sinceMs) {
        return sql.list("""
                SELECT p.serial, p.credential_id, p.nonce, p.shown, p.changed_at
                  FROM wallet_device d
                  JOIN wallet_pass p ON p.serial = d.serial
                 WHERE d.device = ? AND p.changed_at > ?
                 ORDER BY p.changed_at, p.serial""", WalletStore::pass, device, sinceMs);
    }

    /// Those that some phone wants to hear of, by serial, after `after`.
    public static List<Pass> heardOf(Sql sql, String after, int limit) {
        return sql.list(
                PASS + " WHERE serial > ? AND EXISTS (SELECT 1 FROM wallet_device d WHERE d.serial = wallet_pass.serial)"
                        + " ORDER BY serial LIMIT ?",
                WalletStore::pass,
                after,
                limit);
    }

    /// What wallets are told from now on.
    public static void shown(Sql sql, String serial, String shown, long nowMs) {
        sql.run("UPDATE wallet_pass SET shown = ?, changed_at = ? WHERE serial = ?", shown, nowMs, serial);
    }

    /// Passes that are void and that no phone asks for.
    public static void forgetVoid(Sql sql) {
        sql.run("DELETE FROM wallet_pass WHERE credential_id IS NULL"
                + " AND NOT EXISTS (SELECT 1 FROM wallet_device d WHERE d.serial = wallet_pass.serial)");
    }

    public static boolean hasVoid(Sql sql) {
        return sql.get(
                        "SELECT count(*) FROM wallet_pass WHERE credential_id IS NULL"
                                + " AND NOT EXISTS (SELECT 1 FROM wallet_device d WHERE d.serial = wallet_pass.serial)",
                        row -> row.number(1))
                > 0;
    }

    // ---- phones

    /// Whether that phone was not known of that pass yet.
    public static boolean register(Sql sql, String device, String serial, String pushToken) {
        boolean known = isRegistered(sql, device, serial);
        sql.run(REGISTER, device, serial, pushToken);
        return !known;
    }

    public static boolean isRegistered(Sql sql, String device, String serial) {
        String query = "SELECT count(*) FROM wallet_device WHERE device = ? AND serial = ?";
        return sql.get(query, row -> row.number(1), device, serial) > 0;
    }

    public static void unregister(Sql sql, String device, String serial) {
        sql.run("DELETE FROM wallet_device WHERE device = ? AND serial = ?", device, serial);
    }

    /// Apple takes no messages to that phone any more.
    public static void forgetToken(Sql sql, String pushToken) {
        sql.run("DELETE FROM wallet_device WHERE push_token = ?", pushToken);
    }

    public static long devices(Sql sql, String serial) {
        return sql.get("SELECT count(*) FROM wallet_device WHERE serial = ?", row -> row.number(1), serial);
    }

    /// Where Apple takes messages to the phones that have that pass.
    public static List<String> pushTokens(Sql sql, String serial) {
        return sql.list(
                "SELECT DISTINCT push_token FROM wallet_device WHERE serial = ? ORDER BY push_token",
                row -> row.text(1),
                serial);
    }

    private static Pass pass(Row row) {
        return new Pass(row.text(1), row.nullableNumber(2), row.blob(3), row.text(4), row.number(5));
    }
}
