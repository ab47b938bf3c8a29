package dev.lintel.controller.store;

import java.util.List;

/// Table `change_log`, in the caller's transaction: what has changed, in the order in which it did. Triggers write it.
public final class ChangeLogStore {
    private ChangeLogStore() {}

    /// Something that changed.
    ///
    /// @param revision rises with each change, and is never used again
    /// @param resource `credential`
    /// @param action `create`, `update` or `destroy`
    /// @param personId whose it is, or was
    public record Change(
            long revision, String resource, String action, long accountId, long resourceId, long personId) {}

    /// What came after `revision`, oldest first, at most `limit`.
    public static List<Change> after(Sql sql, long revision, int limit) {
        return sql.list(
                "SELECT revision, resource, action, account_id, resource_id, person_id FROM change_log"
                        + " WHERE revision > ? ORDER BY revision LIMIT ?",
                row -> new Change(row.number(1), row.text(2), row.text(3), row.number(4), row.number(5), row.number(6)),
                revision,
                limit);
    }

    /// The newest revision there ever was; 0 when nothing has changed yet.
    public static long head(Sql sql) {
        return sql.get(
                "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change_log'), 0)",
                row -> row.number(1));
    }

    public static boolean isEmpty(Sql sql) {
        return sql.one("SELECT 1 FROM change_log LIMIT 1", row -> row.number(1)) == null;
    }

    /// Forgets what came up to `revision`, the oldest `limit` of it. Returns how many.
    public static int forget(Sql sql, long revision, int limit) {
        return sql.run(
                "DELETE FROM change_log WHERE revision <= min(?1, (SELECT min(revision) FROM change_log) + ?2 - 1)",
                revision,
                limit);
    }
}
