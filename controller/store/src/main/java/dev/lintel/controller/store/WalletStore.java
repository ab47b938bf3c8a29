package dev.lintel.controller.store;

import dev.lintel.reader.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tables `wallet_pass` and `wallet_device`: what only the box that makes passes knows of them. Each method runs in the
/// caller's transaction; those that change something inside [Database#write].
public final class WalletStore {
    private static final String PASS =
            "SELECT p.serial, p.credential_id, p.nonce, p.pass_type, p.shown, p.changed_at FROM wallet_pass p";

    private static final String REGISTER = """
            INSERT INTO wallet_device (device, serial, push_token) VALUES (?1, ?2, ?3)
            ON CONFLICT (device, serial) DO UPDATE SET push_token = ?3""";

    /// A phone goes by the time of a pass's last change: it rises, also where somebody has set the clock back.
    private static final String SHOWN = """
            UPDATE wallet_pass
               SET shown = ?1, changed_at = max(?2, (SELECT max(changed_at) FROM wallet_pass) + 1000)
             WHERE serial = ?3""";

    private static final String STANDING = """
            SELECT p.serial, p.shown, c.status, c.card_number, trim(n.first_name || ' ' || n.last_name)
              FROM wallet_pass p
              LEFT JOIN credential c ON c.id = p.credential_id
              LEFT JOIN person n ON n.id = c.person_id AND n.deleted_at IS NULL
             WHERE p.serial > ? AND EXISTS (SELECT 1 FROM wallet_device d WHERE d.serial = p.serial)
             ORDER BY p.serial
             LIMIT ?""";

    private static final String UNTOLD = """
            SELECT d.push_token, p.pass_type
              FROM wallet_device d
              JOIN wallet_pass p ON p.serial = d.serial
             WHERE d.untold > 0
             GROUP BY d.push_token, p.pass_type
             ORDER BY min(d.untold), min(d.serial)
             LIMIT ?""";

    private static final String OF_UNTOLD = " WHERE push_token = ? AND untold > 0"
            + " AND serial IN (SELECT serial FROM wallet_pass WHERE pass_type = ?)";

    private static final String VOID = " FROM wallet_pass WHERE credential_id IS NULL"
            + " AND NOT EXISTS (SELECT 1 FROM wallet_device d WHERE d.serial = wallet_pass.serial)";

    private WalletStore() {}

    /// A pass, also one whose credential is gone.
    ///
    /// @param serial as wallets name it
    /// @param credentialId null: it is gone, or has another pass, and this one is void
    /// @param nonce what its links and its token are made of
    /// @param passType as Apple knows those that its file is one of; empty: no file of it was made
    /// @param shown a hash of what wallets were last told
    /// @param changedAtMs when that was
    public record Pass(
            String serial, @Nullable Long credentialId, Bytes nonce, String passType, String shown, long changedAtMs) {}

    /// A pass that phones want to hear of, as it stands now.
    ///
    /// @param status of its credential; null: that is gone
    /// @param person whose it is; null: nobody's any more
    public record Standing(
            String serial,
            String shown,
            @Nullable String status,
            @Nullable Long number,
            @Nullable String person) {}

    /// A phone that has not been sent word of a change.
    public record Untold(String pushToken, String passType) {}

    public static void insert(Sql sql, String serial, long credentialId, Bytes nonce, long nowMs) {
        sql.run(
                "INSERT INTO wallet_pass (serial, credential_id, nonce, changed_at) VALUES (?, ?, ?, ?)",
                serial,
                credentialId,
                nonce,
                nowMs);
    }

    public static @Nullable Pass get(Sql sql, String serial) {
        return sql.one(PASS + " WHERE p.serial = ?", WalletStore::pass, serial);
    }

    public static @Nullable Pass ofCredential(Sql sql, long credentialId) {
        return sql.one(PASS + " WHERE p.credential_id = ?", WalletStore::pass, credentialId);
    }

    /// Links from before are good no more.
    public static void renew(Sql sql, String serial, Bytes nonce) {
        sql.run("UPDATE wallet_pass SET nonce = ? WHERE serial = ?", nonce, serial);
    }

    /// It is void: its credential has another one.
    public static void detach(Sql sql, String serial) {
        sql.run("UPDATE wallet_pass SET credential_id = NULL WHERE serial = ?", serial);
    }

    /// A file of it was made for Apple's wallet.
    public static void signed(Sql sql, String serial, String passType) {
        sql.run("UPDATE wallet_pass SET pass_type = ? WHERE serial = ? AND pass_type <> ?", passType, serial, passType);
    }

    /// Those of a type that a phone has and that changed after `sinceMs`, the oldest change first.
    public static List<Pass> ofDevice(Sql sql, String passType, String device, long sinceMs) {
        return sql.list(
                PASS + " JOIN wallet_device d ON d.serial = p.serial"
                        + " WHERE d.device = ? AND p.pass_type = ? AND p.changed_at > ?"
                        + " ORDER BY p.changed_at, p.serial",
                WalletStore::pass,
                device,
                passType,
                sinceMs);
    }

    /// Those that some phone wants to hear of, by serial, after `after`.
    public static List<Standing> standing(Sql sql, String after, int limit) {
        return sql.list(
                STANDING,
                row -> new Standing(
                        row.text(1), row.text(2), row.nullableText(3), row.nullableNumber(4), row.nullableText(5)),
                after,
                limit);
    }

    /// What wallets show from now on.
    public static void shown(Sql sql, String serial, String shown, long nowMs) {
        sql.run(SHOWN, shown, nowMs, serial);
    }

    /// Forgets passes that are void and that no phone asks for.
    public static void forgetVoid(Sql sql) {
        sql.run("DELETE" + VOID);
    }

    public static boolean hasVoid(Sql sql) {
        return sql.get("SELECT count(*)" + VOID, row -> row.number(1)) > 0;
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

    public static long devices(Sql sql, String serial) {
        return sql.get("SELECT count(*) FROM wallet_device WHERE serial = ?", row -> row.number(1), serial);
    }

    /// Its phones are to be sent word.
    public static void untold(Sql sql, String serial) {
        sql.run("UPDATE wallet_device SET untold = 1 WHERE serial = ?", serial);
    }

    /// Phones that wait for word; those that were tried most often come last.
    public static List<Untold> untold(Sql sql, int limit) {
        return sql.list(UNTOLD, row -> new Untold(row.text(1), row.text(2)), limit);
    }

    /// That phone has been sent word.
    public static void told(Sql sql, Untold phone) {
        sql.run("UPDATE wallet_device SET untold = 0" + OF_UNTOLD, phone.pushToken, phone.passType);
    }

    /// It takes none just now.
    public static void later(Sql sql, Untold phone) {
        sql.run("UPDATE wallet_device SET untold = untold + 1" + OF_UNTOLD, phone.pushToken, phone.passType);
    }

    /// Apple takes no messages to that phone any more.
    public static void forgetToken(Sql sql, String pushToken) {
        sql.run("DELETE FROM wallet_device WHERE push_token = ?", pushToken);
    }

    private static Pass pass(Row row) {
        return new Pass(row.text(1), row.nullableNumber(2), row.blob(3), row.text(4), row.text(5), row.number(6));
    }
}
