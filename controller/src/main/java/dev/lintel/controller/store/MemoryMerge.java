package dev.lintel.controller.store;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.store.HistoryMerge.Reference;
import java.nio.file.Path;
import java.util.List;

/// Takes into the disk's database what happened while a box decided from a copy in memory. Clients changed nothing
/// meanwhile ([ClientWork]), so that people, rights and settings are those of the disk:
///
/// ```
///   events                        under the ids that they had in memory, with new hashes
///   door states, places           of each door and person the newer one
///   people that a hub sent        all of them, where the memory has a later state of the hub
///   sessions, emails              those of the disk
/// ```
///
/// All in one transaction of the disk's database: a power cut leaves it as it was, or with everything.
final class MemoryMerge {
    private static final String DOOR_STATES = """
            INSERT OR REPLACE INTO main.door_state
            SELECT n.*
              FROM newer.door_state n
              LEFT JOIN main.door_state m ON m.channel_id = n.channel_id
             WHERE n.channel_id IN (SELECT id FROM main.channel)
               AND (m.channel_id IS NULL OR n.changed_at > m.changed_at)""";
    private static final String PLACES = """
            INSERT OR REPLACE INTO main.place
            SELECT n.*
              FROM newer.place n
              LEFT JOIN main.place m ON m.person_id = n.person_id
             WHERE m.person_id IS NULL OR n.since > m.since""";
    private static final String FOLLOWS = "SELECT EXISTS (SELECT 1 FROM newer.sync_cursor)";

    private final Sql sql;
    private final HistoryMerge merge;

    private MemoryMerge(Sql sql) {
        this.sql = sql;
        this.merge = new HistoryMerge(sql);
    }

    /// Returns how many events the disk's database took. Throws [StoreException] where it takes nothing.
    ///
    /// @param disk a database that is not open
    /// @param memory which is closed
    /// @param descends whether the copy in memory was made of the disk's database, and not of a snapshot
    static long into(Path disk, Path memory, boolean descends) {
        Sql sql = Database.connect(disk, false, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("PRAGMA foreign_keys = OFF"); // rows that refer to each other come in any order
            sql.script("PRAGMA locking_mode = EXCLUSIVE"); // see PolicyCopy.unused
            sql.run("ATTACH DATABASE ? AS newer", PolicyCopy.unused(memory));
            return ReadableEvents.transaction(sql, () -> new MemoryMerge(sql).take(descends));
        } finally {
            sql.close();
        }
    }

    private long take(boolean descends) {
        if (number("PRAGMA main.user_version") != number("PRAGMA newer.user_version")) {
            throw new StoreException(StoreException.Reason.NEWER, "the tables are of different versions", null);
        }
        boolean follows = number(FOLLOWS) > 0;
        if (follows && (descends || FollowMerge.isFurther(sql))) followed();
        sql.run(DOOR_STATES);
        sql.run(PLACES);
        return merge.eventsAfter(number("SELECT coalesce(max(id), 0) FROM main.event"));
    }

    /// What a hub or a service sent.
    private void followed() {
        List<Reference> references = merge.references();
        for (String table : merge.tables()) {
            boolean kept = HistoryMerge.DERIVED.contains(table)
                    || HistoryMerge.FACTS.contains(table)
                    || HistoryMerge.LOCAL.contains(table)
                    || HistoryMerge.KNOWN.contains(table);
            if (kept) continue;
            new TableMerge(sql, TableMerge.Table.of(sql, table, HistoryMerge.owners(references, table))).takeWhole("");
        }
        FollowMerge.known(sql, true);
        merge.removeOrphans(references);
        StepBack.numbersUsed(sql);
        merge.revision();
        if (!sql.list("PRAGMA main.foreign_key_check", row -> row.text(1)).isEmpty()) {
            throw new StoreException(StoreException.Reason.CONSTRAINT, "rows refer to rows that are gone", null);
        }
    }

    private long number(String query) {
        return sql.get(query, row -> row.number(1));
    }

    /// The newest events in memory, for a log that gives them other ids.
    ///
    /// @param after the newest id that is not of the memory's own
    static List<EventDraft> events(Path memory, long after) {
        Sql sql = Database.connect(memory, false, Database.OTHERS_CACHE_KIB);
        try {
            return sql
                    .list(
                            "SELECT " + EventStore.COLUMNS + " FROM (SELECT * FROM event WHERE id > ? ORDER BY id DESC"
                                    + " LIMIT ?) ORDER BY id",
                            EventStore::event,
                            after,
                            SqliteEventLog.RING_MAX)
                    .stream()
                    .map(Event::draft)
                    .toList();
        } finally {
            sql.close();
        }
    }
}
