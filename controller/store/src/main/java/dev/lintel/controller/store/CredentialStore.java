package dev.lintel.controller.store;

import dev.lintel.controller.access.Limits;
import dev.lintel.controller.access.Uses.Use;
import dev.lintel.reader.Bytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Table `credential`. Each method runs in the caller's transaction; those that change something inside
/// [Database#write].
public final class CredentialStore {
    private static final String SELECT = """
            SELECT c.id, c.person_id, c.value, c.status, t.id, t.label, t.slug, t.code, m.nonce, m.expires_at,
                   w.nonce, u.uses_from, u.uses, u.last_used_at, %s
              FROM credential c
              JOIN credential_type t ON t.id = c.credential_type_id
              LEFT JOIN mobile_credential m ON c.status = 'invited' AND m.credential_id = c.id
              LEFT JOIN wallet_pass w ON c.status = 'invited' AND w.credential_id = c.id
              LEFT JOIN credential_use u ON u.credential_id = c.id
            """.formatted(LimitColumns.SELECTED);

    /// Of the people in a JSON array: one statement for a whole list.
    static final String OF_ALL = SELECT + " WHERE c.person_id IN (SELECT value FROM json_each(?))"
            + " ORDER BY c.person_id, c.credential_type_id, c.id";

    private CredentialStore() {}

    public static @Nullable Credential get(Sql sql, long id) {
        return sql.one(SELECT + " WHERE c.id = ? AND c.account_id = 1", CredentialStore::credential, id);
    }

    /// All of one person, by type; one of each at most, beside those that were revoked or removed.
    public static List<Credential> of(Sql sql, long personId) {
        return sql.list(
                SELECT + " WHERE c.person_id = ? ORDER BY c.credential_type_id, c.id",
                CredentialStore::credential,
                personId);
    }

    /// All of several people by person, each as [#of] has them. Whoever has none is not in the map.
    public static Map<Long, List<Credential>> of(Sql sql, List<Long> personIds) {
        var all = new HashMap<Long, List<Credential>>();
        for (Credential one : sql.list(OF_ALL, CredentialStore::credential, personIds.toString())) {
            all.computeIfAbsent(one.personId(), _ -> new ArrayList<>()).add(one);
        }
        return all;
    }

    /// The one that counts; not one that was revoked, or taken out of its wallet.
    public static @Nullable Credential ofType(Sql sql, long personId, long typeId) {
        return sql.one(
                SELECT
                        + " WHERE c.person_id = ? AND c.credential_type_id = ?"
                        + " AND c.status NOT IN ('revoked', 'removed')",
                CredentialStore::credential,
                personId,
                typeId);
    }

    public static long count(Sql sql) {
        return sql.get("SELECT count(*) FROM credential WHERE account_id = 1", row -> row.number(1));
    }

    public static long highestId(Sql sql) {
        return sql.get("SELECT coalesce(max(id), 0) FROM credential", row -> row.number(1));
    }

    public static List<Credential> page(Sql sql, int limit, long offset) {
        return sql.list(
                SELECT + " WHERE c.account_id = 1 ORDER BY c.id LIMIT ? OFFSET ?",
                CredentialStore::credential,
                limit,
                offset);
    }

    public static List<Credential> chunk(Sql sql, long afterId, long lastId, int limit) {
        return sql.list(
                SELECT + " WHERE c.account_id = 1 AND c.id > ? AND c.id <= ? ORDER BY c.id LIMIT ?",
                CredentialStore::credential,
                afterId,
                lastId,
                limit);
    }

    /// The credential that has this number, among cards or among PINs as the type says; null when none has, and for
    /// multi-factor PINs, which may repeat.
    public static @Nullable Long holder(Sql sql, CredentialType type, long number) {
        String column = column(type);
        if (column == null) return null;
        String query = "SELECT id FROM credential WHERE " + column + " = ? AND account_id = 1";
        return sql.one(query, row -> row.number(1), number);
    }

    /// Whether values of both types must differ from each other.
    public static boolean apart(CredentialType one, CredentialType other) {
        String column = column(one);
        return column != null && column.equals(column(other));
    }

    /// Frees its number for another credential, before it gets its own new one in the same transaction.
    public static void free(Sql sql, long id) {
        sql.run("UPDATE credential SET card_number = NULL, pin_number = NULL WHERE id = ?", id);
    }

    /// Frees a number that was a revoked credential's: until somebody else has it, who shows it is known by it.
    public static void freeRevoked(Sql sql, long number) {
        sql.run(
                "UPDATE credential SET card_number = NULL WHERE card_number = ? AND status = 'revoked'"
                        + " AND account_id = 1",
                number);
    }

    public static long insert(Sql sql, long personId, CredentialType type, long value, long nowMs) {
        String column = column(type);
        return sql.insert(
                """
                INSERT INTO credential (account_id, person_id, credential_type_id, value, card_number, pin_number,
                                        status, created_at, updated_at)
                VALUES (1, ?, ?, ?, ?, ?, 'active', ?, ?)""",
                personId,
                type.id(),
                Long.toString(value),
                "card_number".equals(column) ? value : null,
                "pin_number".equals(column) ? value : null,
                nowMs,
                nowMs);
    }

    /// One without a value: of a phone, or a pass.
    public static long insertMobile(Sql sql, long personId, CredentialType type, String status, long nowMs) {
        return sql.insert("""
                INSERT INTO credential (account_id, person_id, credential_type_id, value, status, created_at,
                                        updated_at)
                VALUES (1, ?, ?, '', ?, ?, ?)""", personId, type.id(), status, nowMs, nowMs);
    }

    public static void limit(Sql sql, long id, Limits limits, long nowMs) {
        LimitColumns.write(sql, id, limits, nowMs);
    }

    /// Of a phone's or a pass's.
    public static void status(Sql sql, long id, String status, long nowMs) {
        sql.run("UPDATE credential SET status = ?, updated_at = ? WHERE id = ?", status, nowMs, id);
    }

    /// Of a pass: the number that its code shows from now on, and the wallet that it is made for.
    public static void issue(Sql sql, long id, long number, String wallet, long nowMs) {
        sql.run(
                "UPDATE credential SET card_number = ?, value = ?, updated_at = ? WHERE id = ?",
                number,
                wallet,
                nowMs,
                id);
    }

    /// Of a pass that is invited: the number that it had is nobody's, and no wallet has it.
    public static void takeBack(Sql sql, long id, long nowMs) {
        sql.run("UPDATE credential SET card_number = NULL, value = '', updated_at = ? WHERE id = ?", nowMs, id);
    }

    /// Those of a person that were taken out of a wallet and would be good again if they were put back.
    public static List<Credential> removed(Sql sql, long personId, long typeId) {
        return sql.list(
                SELECT + " WHERE c.person_id = ? AND c.credential_type_id = ? AND c.status = 'removed' ORDER BY c.id",
                CredentialStore::credential,
                personId,
                typeId);
    }

    /// Of a pass: which wallet it is in, or was in.
    public static void inWallet(Sql sql, long id, String status, String wallet, long nowMs) {
        sql.run("UPDATE credential SET status = ?, value = ?, updated_at = ? WHERE id = ?", status, wallet, nowMs, id);
    }

    /// What the code of a pass shows; null: no pass was made yet.
    public static @Nullable Long number(Sql sql, long id) {
        String query = "SELECT card_number FROM credential WHERE id = ? AND card_number IS NOT NULL";
        return sql.one(query, row -> row.number(1), id);
    }

    /// Whether somebody has that number, of a card or of a pass.
    public static boolean isTaken(Sql sql, long number) {
        String query = "SELECT count(*) FROM credential WHERE card_number = ? AND account_id = 1";
        return sql.get(query, row -> row.number(1), number) > 0;
    }

    public static void update(Sql sql, long id, CredentialType type, long value, long nowMs) {
        String column = column(type);
        sql.run(
                "UPDATE credential SET value = ?, card_number = ?, pin_number = ?, updated_at = ? WHERE id = ?",
                Long.toString(value),
                "card_number".equals(column) ? value : null,
                "pin_number".equals(column) ? value : null,
                nowMs,
                id);
    }

    public static void delete(Sql sql, long id) {
        sql.run("DELETE FROM credential WHERE id = ?", id);
    }

    static void deleteAllOf(Sql sql, long personId) {
        sql.run("DELETE FROM credential WHERE person_id = ?", personId);
    }

    /// The column that keeps the type's values apart, or null when they may repeat.
    private static @Nullable String column(CredentialType type) {
        if (type.isCard()) return "card_number";
        return type.code() == CredentialType.PIN ? "pin_number" : null;
    }

    private static Credential credential(Row row) {
        var type = new CredentialType(row.number(5), row.text(6), row.text(7), row.integer(8));
        Bytes nonce = row.nullableBlob(9);
        var invitation = nonce == null ? null : new MobileStore.Invitation(row.number(1), nonce, row.number(10));
        return new Credential(
                row.number(1),
                row.number(2),
                type,
                row.text(3),
                row.text(4),
                invitation,
                row.nullableBlob(11),
                LimitColumns.read(row, 15),
                row.nullableNumber(12) == null ? Use.NEVER : UseStore.use(row, 12));
    }
}
