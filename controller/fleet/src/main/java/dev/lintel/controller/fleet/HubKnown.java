package dev.lintel.controller.fleet;

import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.Cursor;
import org.jspecify.annotations.Nullable;

/// Table `hub_known`: the hub that a box followed last, and how far. It stays when the box leaves, and
/// when it joins the same hub again: a hub that was restored from a backup is known by it. Each method
/// runs in the caller's transaction.
public final class HubKnown {
    private static final String WRITE = """
            INSERT INTO hub_known (id, hub, cursor, proof, policy_revision, policy_refused)
            SELECT 1, ?1, ?2, ?3, policy_revision, policy_refused FROM sync_cursor WHERE true
            ON CONFLICT (id) DO UPDATE
               SET hub = excluded.hub, cursor = excluded.cursor, proof = excluded.proof,
                   policy_revision = excluded.policy_revision,
                   policy_refused = excluded.policy_refused, restored = 0""";
    private static final String GO_ON = """
            UPDATE sync_cursor SET policy_revision = k.policy_revision, policy_refused = k.policy_refused
              FROM hub_known k
             WHERE k.hub = ?""";

    private HubKnown() {}

    /// The hub's name in a membership: see [FollowStore#membership(String, long)].
    private static String hub(String membership) {
        int end = membership.lastIndexOf('/');
        return end < 0 ? membership : membership.substring(0, end);
    }

    /// This box has all that its hub had at `cursor`, and follows from there.
    public static void at(Sql sql, String membership, Cursor cursor) {
        sql.run(WRITE, hub(membership), cursor.toString(), cursor.proof());
    }

    /// The last cursor of that hub's; null: this box has followed another one since, or none.
    public static @Nullable Cursor cursor(Sql sql, String hub) {
        return sql.one(
                "SELECT cursor, proof FROM hub_known WHERE hub = ?",
                row -> Cursor.parse(row.text(1)).with(row.nullableText(2)),
                hub);
    }

    /// Whether that hub is the one that was followed last.
    static boolean is(Sql sql, String membership) {
        String query = "SELECT EXISTS (SELECT 1 FROM hub_known WHERE hub = ?)";
        return sql.get(query, row -> row.flag(1), hub(membership));
    }

    /// A snapshot begins, of a hub that was restored from a backup or was not. The mark counts until the
    /// snapshot stands: then a person to whom the snapshot gives more than was here keeps the revocation.
    public static void restored(Sql sql, boolean restored) {
        sql.run("UPDATE hub_known SET restored = ?", restored);
    }

    public static boolean isRestored(Sql sql) {
        return sql.get("SELECT EXISTS (SELECT 1 FROM hub_known WHERE restored = 1)", row -> row.flag(1));
    }

    /// The box follows the same hub again: its policy keeps its revision, and a refused policy stays refused.
    static void goOn(Sql sql, String membership) {
        sql.run(GO_ON, hub(membership));
    }

    static boolean any(Sql sql) {
        return sql.get("SELECT EXISTS (SELECT 1 FROM hub_known)", row -> row.flag(1));
    }

    static void clear(Sql sql) {
        sql.run("DELETE FROM hub_known");
    }
}
