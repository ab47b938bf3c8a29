package dev.lintel.controller.store;

import dev.lintel.controller.text.TextKey;
import dev.lintel.reader.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Table `mobile_credential`: invitations to phones, and the keys of those that were taken. A code is in no row. Each
/// method runs in the caller's transaction; those that change something inside [Database#write].
public final class MobileStore {
    private static final String PHONE = """
            SELECT c.id, c.person_id, trim(p.first_name || ' ' || p.last_name), c.status, m.public_key, m.device,
                   m.used_at, m.expires_at, c.created_at, t.code, c.value
              FROM credential c
              JOIN credential_type t ON t.id = c.credential_type_id AND t.code IN (800, 1001)
              JOIN person p ON p.id = c.person_id
              LEFT JOIN mobile_credential m ON m.credential_id = c.id
             WHERE c.account_id = 1""";

    private static final String FOUND = " AND (p.id = ? OR EXISTS (SELECT 1 FROM person_key k WHERE k.person_id = p.id"
            + " AND (k.first_name || ' ' || k.last_name LIKE ? ESCAPE '!' OR k.email = ?))) ORDER BY c.id DESC LIMIT ?";
    private static final String INVITE = """
            INSERT INTO mobile_credential (credential_id, nonce, expires_at) VALUES (?1, ?2, ?3)
            ON CONFLICT (credential_id) DO UPDATE SET nonce = ?2, expires_at = ?3""";

    private MobileStore() {}

    /// A code that was made and has not been used.
    public record Invitation(long credentialId, Bytes nonce, long expiresAtMs) {}

    /// A phone's credential, or a pass in its wallet, whatever the status.
    ///
    /// @param key public, as X.509 has it, also of one that is revoked; null: not yet, or at another box
    /// @param device what the phone calls itself; empty: nothing
    /// @param usedAtMs when it last asked for something; null: never
    /// @param expiresAtMs of its invitation; null: there is none here
    /// @param pass it is a pass, which has neither key nor device
    /// @param wallet that a pass is in, or was made for; empty: none
    public record Phone(
            long id,
            long personId,
            String person,
            String status,
            @Nullable Bytes key,
            String device,
            @Nullable Long usedAtMs,
            @Nullable Long expiresAtMs,
            long createdAtMs,
            boolean pass,
            String wallet) {}

    /// A code for a credential that is invited; one from before is good no more.
    public static void invite(Sql sql, Invitation invitation) {
        sql.run(INVITE, invitation.credentialId, invitation.nonce, invitation.expiresAtMs);
    }

    /// All that are good at `nowMs`.
    public static List<Invitation> invitations(Sql sql, long nowMs) {
        return sql.list("""
                SELECT m.credential_id, m.nonce, m.expires_at
                  FROM mobile_credential m
                  JOIN credential c ON c.id = m.credential_id AND c.status = 'invited'
                 WHERE m.nonce IS NOT NULL AND m.expires_at > ?
                 ORDER BY m.credential_id""", MobileStore::invitation, nowMs);
    }

    /// The phone that an active credential is of. `key` null: it is known by its number.
    public static void bind(Sql sql, long credentialId, @Nullable Bytes key, String device) {
        sql.run(
                "INSERT INTO mobile_credential (credential_id, public_key, device) VALUES (?, ?, ?)",
                credentialId,
                key,
                device);
    }

    /// Null: there is no such credential, or it is neither a phone's nor a pass.
    public static @Nullable Phone phone(Sql sql, long credentialId) {
        return sql.one(PHONE + " AND c.id = ?", MobileStore::phone, credentialId);
    }

    /// The phone that has this key; null: none.
    public static @Nullable Phone withKey(Sql sql, Bytes key) {
        return sql.one(PHONE + " AND m.public_key = ?", MobileStore::phone, key);
    }

    /// The newest first, those before `beforeId`.
    public static List<Phone> list(Sql sql, long beforeId, int limit) {
        return sql.list(PHONE + " AND c.id < ? ORDER BY c.id DESC LIMIT ?", MobileStore::phone, beforeId, limit);
    }

    /// Of people whose name has `text` in it, or whose email address or number it is; the newest first.
    public static List<Phone> find(Sql sql, String text, int limit) {
        String key = TextKey.of(text);
        String pattern = "%" + key.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
        return sql.list(
                PHONE + FOUND,
                MobileStore::phone,
                text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0,
                pattern,
                key,
                limit);
    }

    public static void used(Sql sql, long credentialId, long nowMs) {
        sql.run("UPDATE mobile_credential SET used_at = ? WHERE credential_id = ?", nowMs, credentialId);
    }

    /// That key is no phone's any more, for it is to be another credential's.
    public static void forgetKey(Sql sql, Bytes key) {
        sql.run("UPDATE mobile_credential SET public_key = NULL WHERE public_key = ?", key);
    }

    /// Credentials that are on their way to being revoked.
    public static List<Long> revoking(Sql sql) {
        return sql.list(
                "SELECT id FROM credential WHERE account_id = 1 AND status = 'revoking' ORDER BY id",
                row -> row.number(1));
    }

    private static Invitation invitation(Row row) {
        return new Invitation(row.number(1), row.blob(2), row.number(3));
    }

    private static Phone phone(Row row) {
        return new Phone(
                row.number(1),
                row.number(2),
                row.text(3),
                row.text(4),
                row.nullableBlob(5),
                row.nullableText(6) == null ? "" : row.text(6),
                row.nullableNumber(7),
                row.nullableNumber(8),
                row.number(9),
                row.integer(10) == CredentialType.WALLET_PASS,
                row.text(11));
    }
}
