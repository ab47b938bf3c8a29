package dev.lintel.controller.store;

import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.LogMark;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which events of boxes are in the log: tables `box_branch`, `box_event`, `box_event_unknown` and `box_head`.
/// Each method runs in the caller's transaction; those that change something inside [Database#write]. There are
/// as many rows as the log has events of boxes, each a tenth as long as its event, and they last as long as
/// those do: a box that was restored from an old backup has to find where its log parted.
///
/// ```
///   branch 0   1 2 3 4 5 6 7           the box was restored from a backup of when it had 4 events
///   branch 1           5' 6' 7' 8'     and goes on after that one
/// ```
public final class BoxLogStore {
    private static final String NEWEST = """
            SELECT event_id, hash FROM box_event
             WHERE box_id = ? AND branch = ? ORDER BY event_id DESC LIMIT 1""";

    private static final String FORMER = """
            SELECT b.id FROM box b
             WHERE b.id <> ?1
               AND EXISTS (SELECT 1 FROM box_event e
                            WHERE e.box_id = b.id AND e.event_id = ?2 AND e.hash = ?3
                              AND e.branch IN (SELECT 0 UNION ALL
                                               SELECT r.branch FROM box_branch r WHERE r.box_id = b.id))
             ORDER BY b.id DESC LIMIT 1""";

    private BoxLogStore() {}

    /// One history of a box's log.
    ///
    /// @param after the last event that it shares with the branch before
    public record Branch(long number, long after) {}

    /// A head as the box has signed it.
    ///
    /// @param fingerprint of the certificate whose key signed
    public record Head(long id, Bytes hash, long atMs, Bytes fingerprint, Bytes signature) {}

    /// An event whose kind was not known.
    public record Unknown(long boxId, long branch, long id, String line) {}

    /// The one that the box's log goes on in.
    public static Branch current(Sql sql, long boxId) {
        Branch found = sql.one(
                "SELECT branch, after_id FROM box_branch WHERE box_id = ? ORDER BY branch DESC LIMIT 1",
                row -> new Branch(row.number(1), row.number(2)),
                boxId);
        return found == null ? new Branch(0, 0) : found;
    }

    /// The newest event of the box's log.
    public static LogMark newest(Sql sql, long boxId) {
        Branch branch = current(sql, boxId);
        LogMark newest = sql.one(NEWEST, BoxLogStore::mark, boxId, branch.number);
        if (newest != null) return newest;
        LogMark shared = at(sql, boxId, branch.after);
        return shared == null ? LogMark.NONE : shared;
    }

    /// Event `id` of the box's log as it goes on now; null where there is none such.
    public static @Nullable LogMark at(Sql sql, long boxId, long id) {
        List<Branch> branches = sql.list(
                "SELECT branch, after_id FROM box_branch WHERE box_id = ? ORDER BY branch DESC",
                row -> new Branch(row.number(1), row.number(2)),
                boxId);
        long branch = 0;
        long upTo = id;
        for (Branch one : branches) {
            branch = one.number;
            if (upTo > one.after) break;
            branch = one.number - 1;
        }
        return sql.one(
                "SELECT event_id, hash FROM box_event WHERE box_id = ? AND branch = ? AND event_id = ?",
                BoxLogStore::mark,
                boxId,
                branch,
                id);
    }

    /// The box whose log has that very event as this one's has, the newest of them: what this box was before
    /// it joined anew. Null: none. A hash covers all events before: where one is the same, those are.
    public static @Nullable Long former(Sql sql, long boxId, LogMark event) {
        return sql.one(FORMER, row -> row.number(1), boxId, event.id(), bytes(event.hash()));
    }

    /// Begins a new branch after an event of the present one, or after none (0).
    public static void begin(Sql sql, long boxId, long after, long nowMs) {
        long next = current(sql, boxId).number + 1;
        sql.run(
                "INSERT INTO box_branch (box_id, branch, after_id, begun_at) VALUES (?, ?, ?, ?)",
                boxId,
                next,
                after,
                nowMs);
    }

    /// Notes that an event is in the log.
    public static void note(Sql sql, long boxId, long branch, LogMark event) {
        sql.run(
                "INSERT INTO box_event (box_id, branch, event_id, hash) VALUES (?, ?, ?, ?)",
                boxId,
                branch,
                event.id(),
                bytes(event.hash()));
    }

    /// Keeps an event for a version that knows its kind.
    public static void keepUnknown(Sql sql, Unknown unknown) {
        sql.run(
                "INSERT INTO box_event_unknown (box_id, branch, event_id, line) VALUES (?, ?, ?, ?)",
                unknown.boxId,
                unknown.branch,
                unknown.id,
                unknown.line);
    }

    /// Those after one (null: from the first), `limit` at most.
    public static List<Unknown> unknown(Sql sql, @Nullable Unknown after, int limit) {
        return sql.list(
                "SELECT box_id, branch, event_id, line FROM box_event_unknown"
                        + " WHERE (box_id, branch, event_id) > (?, ?, ?) ORDER BY box_id, branch, event_id LIMIT ?",
                row -> new Unknown(row.number(1), row.number(2), row.number(3), row.text(4)),
                after == null ? 0 : after.boxId,
                after == null ? -1 : after.branch,
                after == null ? 0 : after.id,
                limit);
    }

    public static void dropUnknown(Sql sql, Unknown unknown) {
        sql.run(
                "DELETE FROM box_event_unknown WHERE box_id = ? AND branch = ? AND event_id = ?",
                unknown.boxId,
                unknown.branch,
                unknown.id);
    }

    /// Keeps a head in place of an earlier one of the same event, and of those before it.
    public static void keep(Sql sql, long boxId, long branch, Head head) {
        sql.run("DELETE FROM box_head WHERE box_id = ? AND branch = ? AND event_id <= ?", boxId, branch, head.id);
        sql.run(
                "INSERT INTO box_head (box_id, branch, event_id, hash, at, fingerprint, signature)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                boxId,
                branch,
                head.id,
                head.hash,
                head.atMs,
                head.fingerprint,
                head.signature);
    }

    /// The head that the branch was last signed with; null: none.
    public static @Nullable Head head(Sql sql, long boxId, long branch) {
        return sql.one(
                "SELECT event_id, hash, at, fingerprint, signature FROM box_head WHERE box_id = ? AND branch = ?"
                        + " ORDER BY event_id DESC LIMIT 1",
                row -> new Head(row.number(1), row.blob(2), row.number(3), row.blob(4), row.blob(5)),
                boxId,
                branch);
    }

    private static LogMark mark(Row row) {
        return new LogMark(row.number(1), HexFormat.of().formatHex(row.blob(2).toArray()));
    }

    private static Bytes bytes(String hex) {
        return Bytes.copyOf(HexFormat.of().parseHex(hex));
    }
}
