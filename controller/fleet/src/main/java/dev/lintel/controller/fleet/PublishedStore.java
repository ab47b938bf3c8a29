package dev.lintel.controller.fleet;

import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.Sql;
import java.util.Collection;
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

    private static final String KEEP = """
            INSERT INTO sync_published (id, published, approved, held_from, held_to, held_singly, people)
            SELECT 1, min(?1, value), ?2, 0, 0, 0, 0 FROM sync_revision WHERE true
            ON CONFLICT (id) DO UPDATE
               SET published = excluded.published, approved = max(approved, excluded.approved)""";

    /// Whoever was taken away has a `narrowed` of that revision or a later one, and that has an index.
    private static final String TAKEN = """
            SELECT count(*), coalesce(min(revision), 0)
              FROM person_revision
             WHERE (taken_at >= ?1 AND taken > ?2)
                OR (narrowed > ?3 AND taken > ?3 AND taken > ?2 AND singly IS NOT taken)""";

    /// Boxes know them as they were, and something was taken from them beyond what is held back: they
    /// themselves, or a card of somebody who is held back.
    private static final String UNDECIDED = " narrowed > ?1 AND narrowed <= ?2 AND taken > ?3 AND singly IS NOT taken";

    /// In the order in which something was taken from them.
    private static final String UNDECIDED_OF = "SELECT person_id FROM person_revision WHERE" + UNDECIDED
            + " AND person_id IN (SELECT value FROM json_each(?4)) ORDER BY narrowed";

    private static final String UNDECIDED_OTHERS = "SELECT person_id FROM person_revision WHERE" + UNDECIDED
            + " AND person_id NOT IN (SELECT value FROM json_each(?4)) ORDER BY narrowed LIMIT ?5";

    private static final String NARROWED = """
            SELECT person_id, revision, narrowed
              FROM person_revision r
             WHERE narrowed > ?1 AND narrowed <= ?2
               AND CASE WHEN taken IS NOT NULL THEN singly IS taken AND taken > ?3
                        ELSE NOT EXISTS (SELECT 1 FROM person p
                                          WHERE p.id = r.person_id AND (p.enabled = 0 OR p.deleted_at IS NOT NULL))
                   END
             ORDER BY narrowed LIMIT ?4""";

    /// The newest first.
    private static final String LAST = """
            SELECT person_id, coalesce(taken_at, 0)
              FROM person_revision
             WHERE narrowed > ?1 AND singly IS NOT taken
               AND taken > max(?1, coalesce((SELECT max(singly) FROM person_revision WHERE singly > ?1), 0))
             ORDER BY taken DESC LIMIT ?2""";

    private PublishedStore() {}

    /// What is held back.
    ///
    /// @param from boxes get nothing beyond this revision
    /// @param to what is let through with it: all up to this revision
    /// @param singly who has something taken away after this one is told of singly
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
    public record Narrowed(long personId, long revision, long at) {}

    /// Null while nothing is held back.
    public static @Nullable Held held(Sql sql) {
        return sql.one(
                "SELECT held_from, held_to, held_singly, people, held_at FROM sync_published WHERE held_at IS NOT NULL",
                row -> new Held(row.number(1), row.number(2), row.number(3), row.number(4), row.number(5)));
    }

    /// An operator has let pass all up to this revision, or nobody followed up to it; 0: neither ever was.
    public static long approved(Sql sql) {
        Long approved = sql.one("SELECT approved FROM sync_published", row -> row.number(1));
        return approved == null ? 0 : approved;
    }

    /// All up to this revision was let out, as far as it was kept; 0: nothing was.
    public static long published(Sql sql) {
        Long published = sql.one("SELECT published FROM sync_published", row -> row.number(1));
        return published == null ? 0 : published;
    }

    /// Keeps how far boxes may follow, and up to where nobody followed.
    public static void keep(Sql sql, long published, long alone) {
        sql.run(KEEP, published, alone);
    }

    /// Who was taken away beyond a revision, and either at `sinceMs` or later or beyond what was `published`
    /// (but for those whom boxes were told of singly), whatever has raised theirs since.
    public static Taken taken(Sql sql, long sinceMs, long beyond, long published) {
        return sql.get(TAKEN, row -> new Taken(row.number(1), row.number(2)), sinceMs, beyond, published);
    }

    /// Who may do less since something was last taken from them, beyond a revision and up to another; `limit`
    /// at most, in that order. Of those who are deleted or disabled only whom [#markSentUrgently] has marked since
    /// `held` began; the others are held back, or open no door anyway.
    public static List<Narrowed> narrowed(Sql sql, Held held, long beyond, long upTo, int limit) {
        return sql.list(
                NARROWED,
                row -> new Narrowed(row.number(1), row.number(2), row.number(3)),
                beyond,
                upTo,
                held.from,
                limit);
    }

    /// The last revision at which anything was taken from anybody beyond this one; else that one.
    public static long narrowedLast(Sql sql, long beyond) {
        return sql.get(
                "SELECT coalesce(max(narrowed), ?1) FROM person_revision WHERE narrowed > ?1",
                row -> row.number(1),
                beyond);
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

    /// People of whom it is not decided whether they wait with what is held back.
    ///
    /// @param more of them are not held back already: all but those who lost something else since
    public record Undecided(long count, long more) {}

    /// The people who were deleted or disabled, or lost something while they are held back, since the last look at
    /// `held`, up to a revision.
    public static Undecided undecided(Sql sql, Held held, long upTo) {
        return sql.get(
                "SELECT count(*), coalesce(sum(taken > ?1), 0) FROM person_revision WHERE" + UNDECIDED,
                row -> new Undecided(row.number(1), row.number(2)),
                held.to,
                upTo,
                held.from);
    }

    /// The people whose revocation was sent urgently at `sinceMs` or later, while this is held back; `limit` at most.
    public static List<Long> toldSingly(Sql sql, Held held, long sinceMs, int limit) {
        return sql.list(
                "SELECT person_id FROM person_revision WHERE singly > ? AND singly_at >= ? LIMIT ?",
                row -> row.number(1),
                held.from,
                sinceMs,
                limit);
    }

    /// The first revision at which something was taken from a person of whom it is not decided; null: there is none.
    public static @Nullable Long undecidedFirst(Sql sql, Held held) {
        return sql.one(
                "SELECT narrowed FROM person_revision WHERE" + UNDECIDED + " ORDER BY narrowed LIMIT 1",
                row -> row.number(1),
                held.to,
                Long.MAX_VALUE,
                held.from);
    }

    /// Those of `ids` of whom it is not decided, up to a revision.
    public static List<Long> undecided(Sql sql, Held held, long upTo, Collection<Long> ids) {
        return sql.list(UNDECIDED_OF, row -> row.number(1), held.to, upTo, held.from, ids.toString());
    }

    /// Those of whom it is not decided, up to a revision, without `ids`; `limit` at most.
    public static List<Long> undecidedOthers(Sql sql, Held held, long upTo, Collection<Long> ids, int limit) {
        return sql.list(UNDECIDED_OTHERS, row -> row.number(1), held.to, upTo, held.from, ids.toString(), limit);
    }

    /// Those of `ids` who are held back with the changes with which `held` began.
    public static List<Long> heldFirst(Sql sql, Held held, Collection<Long> ids) {
        return sql.list(UNDECIDED_OF, row -> row.number(1), held.from, held.to, held.from, ids.toString());
    }

    /// Marks the people as sent urgently.
    public static void markSentUrgently(Sql sql, Collection<Long> ids, long nowMs) {
        sql.run(
                "UPDATE person_revision SET singly = taken, singly_at = ?2"
                        + " WHERE person_id IN (SELECT value FROM json_each(?1))",
                ids.toString(),
                nowMs);
    }

    /// As [#markSentUrgently], of people whom boxes have passed already: something is taken from them once more.
    public static void markSentUrgentlyAgain(Sql sql, Collection<Long> ids, long nowMs) {
        markSentUrgently(sql, ids, nowMs);
        RevisionQueries.touch(sql, ids);
    }

    /// The last revision at which anybody was taken away since `held` began; 0: nobody was.
    public static long takenLast(Sql sql, Held held) {
        return sql.get(
                "SELECT coalesce(max(taken), 0) FROM person_revision WHERE narrowed > ?1 AND taken > ?1",
                row -> row.number(1),
                held.singly);
    }

    private record Waiting(long personId, long takenAtMs) {}

    /// The people who were deleted or disabled last since `held` began, the newest first: those without a pause of
    /// `pauseMs` between them, `limit` at most. Empty where the last one was sent urgently.
    public static List<Long> last(Sql sql, Held held, long pauseMs, int limit) {
        List<Waiting> last = sql.list(LAST, row -> new Waiting(row.number(1), row.number(2)), held.singly, limit);
        int together = 0;
        while (together < last.size()
                && (together == 0 || last.get(together - 1).takenAtMs - last.get(together).takenAtMs < pauseMs)) {
            together++;
        }
        return last.subList(0, together).stream().map(Waiting::personId).toList();
    }

    /// Those of whom it is not decided, up to a revision, wait with the others, `people` of whom are not held back
    /// already.
    public static void holdMore(Sql sql, long upTo, long people) {
        sql.run("UPDATE sync_published SET held_to = ?, people = people + ? WHERE held_at IS NOT NULL", upTo, people);
    }

    /// Lets pass what is held back: who is taken away later is counted anew.
    public static void publish(Sql sql, Held held) {
        sql.run("UPDATE sync_published SET held_at = NULL, approved = ?", held.to());
    }
}
