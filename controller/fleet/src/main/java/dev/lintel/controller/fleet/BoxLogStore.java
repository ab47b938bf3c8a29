package dev.lintel.controller.fleet;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Row;
import dev.lintel.controller.store.Sql;
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
///
/// A branch begins with a row of the event that it shares with the one that it continues. Two boxes of one identity
/// have a branch each.
public final class BoxLogStore {
    private static final String NEWEST = """
            SELECT event_id, hash FROM box_event
             WHERE box_id = ? AND branch = ? ORDER BY event_id DESC LIMIT 1""";

    /// Branches of a box: their rows are looked up one by one.
    private static final String BRANCHES =
            "(SELECT 0 UNION ALL SELECT r.branch FROM box_branch r WHERE r.box_id = b.id)";

    /// The newest event of each thousand, of each branch without the event that it shares with the one before.
    private static final String WITNESSED = """
            SELECT e.branch, max(e.event_id), e.hash
              FROM box_event e
              LEFT JOIN box_branch r ON r.box_id = e.box_id AND r.branch = e.branch
             WHERE e.box_id = ? AND e.event_id > coalesce(r.after_id, 0)
             GROUP BY e.branch, (e.event_id - 1) / 1000
             ORDER BY e.branch, e.event_id""";

    private static final String FORMER = """
            SELECT b.id FROM box b
             WHERE b.id <> ?1
               AND EXISTS (SELECT 1 FROM box_event e
                            WHERE e.box_id = b.id AND e.event_id = ?2 AND e.hash = ?3
                              AND e.branch IN %s)
             ORDER BY b.id DESC""".formatted(BRANCHES);

    private static final String WITH_EVENT = """
            SELECT e.branch FROM box b JOIN box_event e ON e.box_id = b.id
             WHERE b.id = ?1 AND e.event_id = ?2 AND e.hash = ?3 AND e.branch IN %s
             ORDER BY e.branch""".formatted(BRANCHES);

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

    /// An event of a box's log as it was uploaded.
    public record Witnessed(long branch, LogMark event) {}

    /// The box that follows under that name, else the last that did; null: none ever has.
    public static @Nullable Long boxNamed(Sql sql, String name) {
        return sql.one(
                "SELECT id FROM box WHERE name = ? AND state <> 'planned'"
                        + " ORDER BY state = 'joined' DESC, id DESC LIMIT 1",
                row -> row.number(1),
                name);
    }

    /// What proves the box's log: the newest event of each thousand, of each branch, by branch and event.
    public static List<Witnessed> witnessed(Sql sql, long boxId) {
        return sql.list(WITNESSED, row -> new Witnessed(row.number(1), mark(row, 2)), boxId);
    }

    /// The newest branch of the box's log: one box alone goes on in it.
    public static Branch current(Sql sql, long boxId) {
        Branch found = sql.one(
                "SELECT branch, after_id FROM box_branch WHERE box_id = ? ORDER BY branch DESC LIMIT 1",
                BoxLogStore::branch,
                boxId);
        return found == null ? new Branch(0, 0) : found;
    }

    /// That branch of the box's log; the first one where there is none of that number.
    public static Branch branch(Sql sql, long boxId, long number) {
        Branch found = sql.one(
                "SELECT branch, after_id FROM box_branch WHERE box_id = ? AND branch = ?",
                BoxLogStore::branch,
                boxId,
                number);
        return found == null ? new Branch(0, 0) : found;
    }

    private static Branch branch(Row row) {
        return new Branch(row.number(1), row.number(2));
    }

    /// The newest event of the box's log as it continues in `branch`.
    public static LogMark newest(Sql sql, long boxId, Branch branch) {
        LogMark newest = sql.one(NEWEST, BoxLogStore::mark, boxId, branch.number);
        if (newest != null) return newest;
        LogMark shared = at(sql, boxId, branch, branch.after);
        return shared == null ? LogMark.NONE : shared;
    }

    /// Event `id` of the box's log as it continues in `branch`; null where there is none such.
    public static @Nullable LogMark at(Sql sql, long boxId, Branch branch, long id) {
        Branch line = branch;
        while (line.number > 0 && id <= line.after) line = before(sql, boxId, line);
        return noted(sql, boxId, line, id);
    }

    /// The branch that this one continues. It has the event that both share, and with it all events before: a hash
    /// covers them. Branches of earlier versions have no row of that event and continue the one before.
    private static Branch before(Sql sql, long boxId, Branch branch) {
        LogMark shared = noted(sql, boxId, branch, branch.after);
        long number = branch.number - 1;
        if (shared != null) {
            List<Long> lines = branches(sql, boxId, shared);
            if (!lines.isEmpty() && lines.getFirst() < branch.number) number = lines.getFirst();
        }
        return branch(sql, boxId, number);
    }

    private static @Nullable LogMark noted(Sql sql, long boxId, Branch branch, long id) {
        return sql.one(
                "SELECT event_id, hash FROM box_event WHERE box_id = ? AND branch = ? AND event_id = ?",
                BoxLogStore::mark,
                boxId,
                branch.number,
                id);
    }

    /// The branches of the box's log that have that very event, the oldest first.
    public static List<Long> branches(Sql sql, long boxId, LogMark event) {
        return sql.list(WITH_EVENT, row -> row.number(1), boxId, event.id(), bytes(event.hash()));
    }

    /// The boxes whose logs have that very event as this one's has: what this box, or the one that it was copied from,
    /// was before it joined again. A hash covers all events before: where one is the same, those are.
    public static List<Long> former(Sql sql, long boxId, LogMark event) {
        return sql.list(FORMER, row -> row.number(1), boxId, event.id(), bytes(event.hash()));
    }

    /// Begins a new branch after an event of another one, or after none. Returns it.
    public static Branch begin(Sql sql, long boxId, LogMark after, long nowMs) {
        var next = new Branch(current(sql, boxId).number + 1, after.id());
        sql.run(
                "INSERT INTO box_branch (box_id, branch, after_id, begun_at) VALUES (?, ?, ?, ?)",
                boxId,
                next.number,
                next.after,
                nowMs);
        if (after.id() > 0) note(sql, boxId, next.number, after);
        return next;
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
        return mark(row, 1);
    }

    private static LogMark mark(Row row, int first) {
        return new LogMark(
                row.number(first), HexFormat.of().formatHex(row.blob(first + 1).toArray()));
    }

    private static Bytes bytes(String hex) {
        return Bytes.copyOf(HexFormat.of().parseHex(hex));
    }
}
