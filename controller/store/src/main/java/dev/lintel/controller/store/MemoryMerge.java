package dev.lintel.controller.store;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.HistoryMerge.Reference;
import dev.lintel.controller.store.StoreException.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Takes into a database what happened while a box decided from a copy in memory. Clients changed nothing meanwhile
/// ([ClientWork]), but for what a copy may lose, such as the end of a session. The box itself did: doors, places, what
/// a hub sent, what boxes reported to a hub.
///
/// ```
///   the copy was made of       the disk's database, as it is or as      a snapshot, or the disk's database has
///                              it was before it was replaced            changed since
///   events                     under the ids that they had in memory,   the same, without those that boxes sent to a
///                              with new hashes, also of names           hub: they send them again
///   door states, threat levels of the copy                              of the copy where a person gave a command
///   places                     of the copy                              of each person who entered an area meanwhile
///   uses of credentials        of the copy                              the higher count of either
///   people, rights, settings,  of the copy                              of the copy where it has a later state of the
///   revisions, eras                                                     hub or service that is followed; or unchanged
///   sessions                   of the copy                              none: users sign in again
///   browsers with notifications  of the copy                            those that the copy still has
///   emails                     of the copy if it had them, or of both   unchanged
/// ```
///
/// All in one transaction: a power cut leaves it as it was, or with everything. Taken twice, it is as taken once.
final class MemoryMerge {
    private static final String COMMANDS = numbers(Stream.of(
            EventKind.MODE_UNLOCK,
            EventKind.MODE_NORMAL,
            EventKind.MODE_SECURE,
            EventKind.ALARM_ACKNOWLEDGED,
            EventKind.LOCKDOWN_ON,
            EventKind.LOCKDOWN_OFF,
            EventKind.EVACUATION_STARTED,
            EventKind.EVACUATION_ENDED,
            EventKind.CONFIGURATION_CHANGED));

    /// Commands that a person gave meanwhile: their events say by whom. Else what the disk has is newer than the
    /// snapshot, also where a mode of the snapshot ended by itself in memory.
    private static final String DOOR_STATES = """
            INSERT OR REPLACE INTO main.door_state
            SELECT n.*
              FROM newer.door_state n
             WHERE n.channel_id IN (SELECT id FROM main.channel)
               AND (n.channel_id NOT IN (SELECT channel_id FROM main.door_state)
                 OR EXISTS (SELECT 1 FROM newer.event e
                             WHERE e.id > ? AND e.channel_id = n.channel_id AND e.kind IN (%s)
                               AND json_extract(e.additional, '$.by') IS NOT NULL
                               AND coalesce(json_extract(e.additional, '$.what'), 'auto_unlock')
                                   = 'auto_unlock'))""".formatted(COMMANDS);
    /// Of sites whose level a person changed meanwhile.
    private static final String THREATS = """
            INSERT OR REPLACE INTO main.site_threat
            SELECT n.*
              FROM newer.site_threat n
             WHERE n.site_id IN (SELECT id FROM main.site)
               AND EXISTS (SELECT 1 FROM newer.event e
                            WHERE e.id > ? AND e.kind = ? AND json_extract(e.additional, '$.site_id') = n.site_id)""";
    private static final String FOLLOWS = "SELECT EXISTS (SELECT 1 FROM newer.sync_cursor)";

    /// Another customer account, or events that both have and that differ: the database is another box's.
    private static final String FOREIGN = """
            SELECT EXISTS (SELECT 1 FROM newer.account n JOIN main.account m ON m.id = n.id
                            WHERE m.created_at <> n.created_at)
                OR EXISTS (SELECT 1 FROM newer.event n JOIN main.event m ON m.id = n.id
                            WHERE n.id <= ? AND m.hash <> n.hash)""";

    /// The newest events of before are the same: nothing came between the copy and now.
    private static final String UNCHANGED = """
            SELECT (SELECT hash FROM main.event WHERE id <= ?1 ORDER BY id DESC LIMIT 1)
                IS (SELECT hash FROM newer.event WHERE id <= ?1 ORDER BY id DESC LIMIT 1)""";

    private static final String NOT_OF_BOXES = "AND json_extract(additional, '$.box_event_id') IS NULL";

    /// Tables of the log, which has events of its own.
    private static final Set<String> OF_THE_LOG =
            Set.of("event", "event_count", "event_head", "event_before", "box_write");

    private final Sql sql;
    private final HistoryMerge merge;
    private final NameMacs names;
    private final Outage ended;

    private MemoryMerge(Sql sql, NameMacs names, Outage ended) {
        this.sql = sql;
        this.names = names;
        this.merge = new HistoryMerge(sql);
        this.ended = ended;
    }

    /// Returns how many events the database took. Throws [StoreException] where it takes nothing: `CONSTRAINT` and
    /// `NEWER` where the same would come of another try.
    ///
    /// @param disk the folder of a database that is not open, with tables of this version
    /// @param memory the folder of the one in memory, which is closed
    /// @param replaced whether the database was made in the place of a damaged one
    static long into(DataFolder disk, DataFolder memory, Outage ended, boolean replaced) {
        NameMacs names = NameMacs.between(memory, disk);
        Sql sql = Database.connect(disk.database(), false, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("PRAGMA foreign_keys = OFF"); // rows that refer to each other come in any order
            sql.script("PRAGMA locking_mode = EXCLUSIVE"); // see PolicyCopy.unused
            sql.run("ATTACH DATABASE ? AS newer", PolicyCopy.unused(memory.database()));
            return ReadableEvents.transaction(sql, () -> new MemoryMerge(sql, names, ended).take(replaced));
        } finally {
            sql.close();
        }
    }

    private long take(boolean replaced) {
        if (number("PRAGMA main.user_version") != number("PRAGMA newer.user_version")) {
            throw new StoreException(Reason.NEWER, "the tables are of different versions", null);
        }
        String found = sql.get("PRAGMA newer.quick_check(1)", row -> row.text(1));
        if (!found.equals("ok")) throw refused("the copy in memory is damaged: " + found);
        if (asked(FOREIGN)) throw refused("the database is not the one that the copy was made of");
        boolean whole = ended.origin().descends() && (replaced || asked(UNCHANGED));
        if (whole) takeAll();
        else takeNewer();
        if (!sql.list("PRAGMA main.foreign_key_check", row -> row.text(1)).isEmpty()) {
            throw refused("rows refer to rows that are gone");
        }
        long head = number("SELECT coalesce(max(id), 0) FROM main.event");
        return merge.eventsAfter(head, whole, names);
    }

    /// What boxes follow stays known: they have revisions and eras of the copy. So nothing counts this as a change.
    private void takeAll() {
        List<String> triggers = StepBack.dropTriggers(sql);
        for (String table : merge.tables()) {
            if (OF_THE_LOG.contains(table)) continue;
            boolean copied = ended.origin() == Outage.Origin.WHOLE
                    || !PolicyCopy.LEFT_OUT.contains(table)
                    || table.equals("session"); // one that was ended in memory must not come back
            if (copied) new TableMerge(sql, TableMerge.Table.of(sql, table, Map.of())).takeWhole("");
            else sql.run("INSERT OR IGNORE INTO main." + table + " SELECT * FROM newer." + table);
        }
        StepBack.numbersUsed(sql);
        for (String trigger : triggers) sql.script(trigger);
    }

    private void takeNewer() {
        if (number(FOLLOWS) > 0 && FollowMerge.isFurther(sql)) followed();
        sql.run(DOOR_STATES, ended.after());
        sql.run(THREATS, ended.after(), EventKind.THREAT_LEVEL_CHANGED.number());
        new PlaceMerge(sql).takeNewer(ended.after());
        sql.run(UseStore.MERGE);
        sql.run("DELETE FROM main.session"); // one may have been ended in memory
        sql.run(PushStore.ENDED);
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
    }

    private static String numbers(Stream<EventKind> kinds) {
        return kinds.map(kind -> Integer.toString(kind.number())).collect(Collectors.joining(", "));
    }

    private static StoreException refused(String why) {
        return new StoreException(Reason.CONSTRAINT, why, null);
    }

    private boolean asked(String query) {
        return sql.get(query, row -> row.flag(1), ended.after());
    }

    private long number(String query) {
        return sql.get(query, row -> row.number(1));
    }

    /// Events in memory for a log that gives them other ids.
    ///
    /// @param events the newest, in their order
    /// @param lost how many older ones there are
    record Rest(List<Event> events, long lost) {}

    /// The events of the memory's own, without those that boxes sent to a hub: they send them again.
    static Rest rest(Path memory, Outage ended, int eventsMax) {
        Sql sql = Database.connect(memory, false, Database.OTHERS_CACHE_KIB);
        try {
            String own = " FROM event WHERE id > ? " + NOT_OF_BOXES;
            long count = sql.get("SELECT count(*)" + own, row -> row.number(1), ended.after());
            String newest = "(SELECT *" + own + " ORDER BY id DESC LIMIT ?)";
            List<Event> events = sql.list(
                    "SELECT " + EventStore.COLUMNS + " FROM " + newest + " ORDER BY id",
                    EventStore::event,
                    ended.after(),
                    eventsMax);
            return new Rest(events, count - events.size());
        } finally {
            sql.close();
        }
    }
}
