package dev.lintel.controller.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Table `sync_published` and what decides it: how many people were taken away lately. Each method runs in the
/// caller's transaction.
public final class PublishedStore {
    private static final String HOLD = """
            INSERT INTO sync_published (id, approved, held_at, held_from, held_to, held_singly, people)
            VALUES (1, 0, ?1, ?2, ?3, ?3, ?4)
            ON CONFLICT (id) DO UPDATE
               SET held_at = ?1, held_from = ?2, held_to = ?3, held_singly = ?3, people = ?4""";

    private static final String NARROWED = """
            SELECT person_id, revision, narrowed, taken_at IS NOT NULL
              FROM person_revision r
             WHERE narrowed > ? AND narrowed <= ?
               AND (taken IS NOT NULL
                    OR NOT EXISTS (SELECT 1 FROM person p
                                    WHERE p.id = r.person_id AND (p.enabled = 0 OR p.deleted_at IS NOT NULL)))
             ORDER BY narrowed LIMIT ?""";

    private PublishedStore() {}

    /// What is held back.
    ///
    /// @param from boxes get nothing beyond this revision
    /// @param to what is let through with it: all up to this revision
    /// @param singly who is taken away after this one, or has something taken away, is told of singly
    /// @param people that were taken away at once
    /// @param atMs since when, Unix milliseconds
    public record Held(long from, long to, long singly, long people, long atMs) {
        /// As it begins.
        public Held(long from, long to, long people, long atMs) {
            this(from, to, to, people, atMs);
        }

        /// Whether letting the one through lets the other through, no more and no less.
        public boolean isSame(@Nullable Held other) {
            return other != null
                    && from == other.from
                    && to == other.to
                    && people == other.people
                    && atMs == other.atMs;
        }
    }

    /// People who were deleted or disabled.
    ///
    /// @param least the lowest of their revisions; 0 where there is none
    public record Taken(long count, long least) {}

    /// Somebody who may do less than before.
    ///
    /// @param revision their last change
    /// @param at the revision at which something was last taken away
    /// @param taken they themselves: deleted or disabled
    public record Narrowed(long personId, long revision, long at, boolean taken) {}

    /// Null while nothing is held back.
    public static @Nullable Held held(Sql sql) {
        return sql.one(
                "SELECT held_from, held_to, held_singly, people, held_at FROM sync_published WHERE held_at IS NOT NULL",
                row -> new Held(row.number(1), row.number(2), row.number(3), row.number(4), row.number(5)));
    }

    /// An operator has let pass all up to this revision; 0: nothing was ever held back.
    public static long approved(Sql sql) {
        Long approved = sql.one("SELECT approved FROM sync_published", row -> row.number(1));
        return approved == null ? 0 : approved;
    }

    /// Who was taken away at `sinceMs` or later and beyond a revision, whatever has raised theirs since.
    public static Taken taken(Sql sql, long sinceMs, long beyond) {
        return sql.get(
                "SELECT count(*), coalesce(min(revision), 0) FROM person_revision WHERE taken_at >= ? AND taken > ?",
                row -> new Taken(row.number(1), row.number(2)),
                sinceMs,
                beyond);
    }

    /// Who was taken away beyond a revision and up to another, or has had something taken away; `limit` at most, in
    /// that order. Whoever was disabled when this became a hub and still is, is none of them: they open no door.
    public static List<Narrowed> narrowed(Sql sql, long beyond, long upTo, int limit) {
        return sql.list(
                NARROWED,
                row -> new Narrowed(row.number(1), row.number(2), row.number(3), row.flag(4)),
                beyond,
                upTo,
                limit);
    }

    /// How many people are enabled. Walks everybody.
    public static long enabled(Sql sql) {
        return sql.get(
                "SELECT count(*) FROM person WHERE account_id = 1 AND deleted_at IS NULL AND enabled = 1",
                row -> row.number(1));
    }

    public static void hold(Sql sql, Held held) {
        sql.run(HOLD, held.atMs(), held.from(), held.to(), held.people());
    }

    /// More were taken away at once beyond a revision and up to another, while something is held back: they wait with
    /// the others, and are not told of singly.
    public static void holdMore(Sql sql, long beyond, long upTo, long people) {
        sql.run("UPDATE sync_published SET held_to = ?, people = people + ? WHERE held_at IS NOT NULL", upTo, people);
        sql.run(
                "UPDATE person_revision SET narrowed = NULL"
                        + " WHERE narrowed > ? AND narrowed <= ? AND taken_at IS NOT NULL",
                beyond,
                upTo);
    }

    /// Lets pass what is held back: who is taken away later is counted anew.
    public static void publish(Sql sql, Held held) {
        sql.run("UPDATE sync_published SET held_at = NULL, approved = ?", held.to());
    }
}
