package dev.lintel.controller.store;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Right;
import dev.lintel.controller.access.Rights.SecondPin;
import dev.lintel.controller.store.RightsMemory.Asked;
import dev.lintel.controller.store.RightsMemory.Known;
import dev.lintel.controller.store.RightsMemory.Numbered;
import dev.lintel.controller.store.RightsMemory.Query;
import dev.lintel.controller.store.RightsMemory.Whole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Reads into [RightsMemory] what decisions will ask of people, one after another: for a disk that no longer answers.
/// Used by housekeeping, at the start and after each change.
final class RightsFilling {
    private static final String PEOPLE = """
            SELECT id
              FROM person
             WHERE account_id = 1 AND deleted_at IS NULL AND id > ?
             ORDER BY id
             LIMIT ?""";
    private static final String CREDENTIALS = RightsStore.holder(", c.card_number, c.pin_number")
            + "c.person_id = (?1 + 0) AND c.account_id = 1 ORDER BY c.id";
    private static final String RIGHTS = RightsStore.rights("", "");
    private static final String COUNT = "SELECT count(*) FROM person WHERE account_id = 1 AND deleted_at IS NULL";
    private static final String DOORS = "SELECT id FROM channel WHERE account_id = 1";

    /// In one read transaction: some ten milliseconds.
    private static final int PEOPLE_AT_ONCE = 50;

    private final Database database;
    private final RightsMemory memory;

    private RightsFilling(Database database) {
        this.database = database;
        this.memory = database.rightsMemory();
    }

    /// Reads again what a change made old, then more people as far as there is room, by id.
    static void run(Database database) {
        long generation = database.rightsGeneration();
        if (database.rightsMemory().filled().generation() == generation) return;
        var filling = new RightsFilling(database);
        filling.readAgain();
        filling.fill();
        int people = database.read(sql -> sql.get(COUNT, row -> row.integer(1)));
        database.rightsMemory().filled(people, generation);
    }

    /// For the test that looks at their query plans.
    static List<String> statements() {
        return List.of(CREDENTIALS, RIGHTS);
    }

    private void readAgain() {
        long[] changed = memory.changed();
        for (int from = 0; from < changed.length; from += PEOPLE_AT_ONCE) {
            int begin = from;
            int end = Math.min(from + PEOPLE_AT_ONCE, changed.length);
            inTransaction((sql, doors) -> {
                for (int i = begin; i < end; i++) read(sql, changed[i], doors);
            });
        }
    }

    private void fill() {
        long after = Long.MIN_VALUE;
        while (memory.hasRoom()) {
            long from = after;
            List<Long> people = database.read(sql -> sql.list(PEOPLE, row -> row.number(1), from, PEOPLE_AT_ONCE));
            inTransaction((sql, doors) -> {
                for (long person : people) if (memory.hasRoom() && !memory.isWhole(person)) read(sql, person, doors);
            });
            if (people.size() < PEOPLE_AT_ONCE) return;
            after = people.getLast();
        }
    }

    /// Runs `work` with the doors of that moment: a change may add one meanwhile. Again at once where the disk
    /// failed: a transient error is over by then.
    private void inTransaction(BiConsumer<Sql, List<Long>> work) {
        RightsStore.retried(() -> database.read(sql -> {
            work.accept(sql, sql.list(DOORS, row -> row.number(1)));
            return true;
        }));
    }

    private void read(Sql sql, long person, List<Long> doors) {
        long begun = sql.rightsBegun(); // all of one read transaction is of that generation, or newer
        Whole whole = whole(sql, person, doors);
        if (whole == null) memory.keep(new Asked(Query.PERSON, person, 0), new Known(null, begun));
        else memory.keep(whole, begun);
    }

    /// Null where there is no such person.
    static @Nullable Whole whole(Sql sql, long person, List<Long> doors) {
        Holder holder = sql.one(RightsStore.PERSON, RightsStore::holder, person);
        if (holder == null) return null;
        List<Numbered> credentials = sql.list(
                CREDENTIALS,
                row -> new Numbered(RightsStore.holder(row), row.nullableNumber(13), row.nullableNumber(14)),
                person);
        SecondPin secondPin = sql.one(RightsStore.SECOND_PIN, RightsStore::secondPin, person);
        return new Whole(holder, credentials, secondPin, rights(sql, person, doors));
    }

    private static Map<Long, List<Right>> rights(Sql sql, long person, List<Long> doors) {
        Map<Long, List<Right>> rights = new LinkedHashMap<>();
        for (long door : doors) rights.put(door, new ArrayList<>());
        sql.each(
                RIGHTS,
                row -> {
                    List<Right> known = rights.get(row.number(9));
                    if (known != null) known.add(RightsStore.right(row));
                },
                person);
        return rights;
    }
}
