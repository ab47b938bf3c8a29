package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.store.RightsMemory.Whole;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whom changes of rights concern, against what decisions read of everybody before and after.
class RightsWatchTest {
    private static final int CHANGES = 400;

    /// Changes of rows that exist or not; `%d` is a number from 1 to 6, `%c` a card, `%w` 0 or 1.
    private static final List<String> STATEMENTS = List.of(
            "INSERT OR IGNORE INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                    + " VALUES (%d, 1, 'New', 'Person', 1, 0, 0)",
            "UPDATE person SET enabled = %w WHERE id = %d",
            "UPDATE person SET first_name = 'Name %d', valid_to = '2026-03-0%d' WHERE id = %d",
            "UPDATE person SET deleted_at = CASE %w WHEN 1 THEN 5 END WHERE id = %d",
            "DELETE FROM person WHERE id = %d",
            "INSERT OR IGNORE INTO credential (id, account_id, person_id, credential_type_id, value, card_number,"
                    + " status, created_at, updated_at)"
                    + " SELECT %d, 1, id, 3, '%c', %c, 'active', 0, 0 FROM person WHERE id = %d",
            "UPDATE OR IGNORE credential SET person_id = (SELECT id FROM person WHERE id = %d) WHERE id = %d"
                    + " AND EXISTS (SELECT 1 FROM person WHERE id = %d)",
            "UPDATE OR IGNORE credential SET card_number = %c WHERE id = %d",
            "UPDATE credential SET status = CASE %w WHEN 1 THEN 'active' ELSE 'revoked' END WHERE id = %d",
            "DELETE FROM credential WHERE id = %d",
            "INSERT OR IGNORE INTO person_group SELECT p.id, g.id FROM person p, people_group g WHERE p.id = %d AND"
                    + " g.id = %d",
            "DELETE FROM person_group WHERE person_id = %d",
            "INSERT OR IGNORE INTO person_role SELECT p.id, r.id FROM person p, role r WHERE p.id = %d AND r.id = %d",
            "DELETE FROM person_role WHERE role_id = %d",
            "INSERT OR IGNORE INTO reservation SELECT %d, id, 1, 9, 0, 0 FROM person WHERE id = %d",
            "INSERT OR IGNORE INTO reservation_channel SELECT v.id, c.id FROM reservation v, channel c WHERE v.id = %d"
                    + " AND c.id = %d",
            "DELETE FROM reservation_channel WHERE channel_id = %d",
            "UPDATE reservation SET end_at = %d WHERE id = %d",
            "DELETE FROM reservation WHERE id = %d",
            "INSERT OR IGNORE INTO group_reservation SELECT %d, id, 1, 9, NULL, 0, 0 FROM person WHERE id = %d",
            "INSERT OR IGNORE INTO group_reservation_group SELECT v.id, g.id FROM group_reservation v, people_group g"
                    + " WHERE v.id = %d AND g.id = %d",
            "DELETE FROM group_reservation_group WHERE group_id = %d",
            "UPDATE group_reservation SET ended_at = %d WHERE id = %d",
            "DELETE FROM group_reservation WHERE id = %d",
            "INSERT OR IGNORE INTO box_withheld VALUES (%d, 1)",
            "DELETE FROM box_withheld WHERE person_id = %d",
            "INSERT OR IGNORE INTO box_withheld_right VALUES (%d, 'group', %d, 1, NULL)",
            "DELETE FROM box_withheld_right WHERE person_id = %d",
            "INSERT OR IGNORE INTO role_channel SELECT r.id, c.id FROM role r, channel c WHERE r.id = %d AND c.id = %d",
            "DELETE FROM role_channel WHERE role_id = %d AND channel_id = %d",
            "INSERT OR IGNORE INTO group_role SELECT g.id, r.id FROM people_group g, role r WHERE g.id = %d"
                    + " AND r.id = %d",
            "DELETE FROM group_role WHERE group_id = %d",
            "UPDATE role SET max_stale_ms = %d WHERE id = %d",
            "DELETE FROM people_group WHERE id = %d",
            "UPDATE credential_type SET label = 'Label %d' WHERE id = 3");

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");

    @TempDir
    Path folder;

    private DataFolder data;
    private Database database;
    private RightsChanges changes;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
        database = Database.open(data, time);
        FirstSite demo = FirstSite.demo();
        new PolicyStore(database, time).begin(demo.policy(), demo.people());
        changes = database.rightsMemory().changes();
    }

    @AfterEach
    void close() {
        database.close();
        data.close();
    }

    private Map<Long, @Nullable Whole> all() {
        return database.read(sql -> {
            List<Long> doors = sql.list("SELECT id FROM channel WHERE account_id = 1", row -> row.number(1));
            var all = new HashMap<Long, @Nullable Whole>();
            for (long person = 1; person <= 6; person++) all.put(person, RightsFilling.whole(sql, person, doors));
            return all;
        });
    }

    private static String statement(Random random) {
        String statement = STATEMENTS.get(random.nextInt(STATEMENTS.size()));
        while (statement.contains("%")) {
            statement = statement
                    .replaceFirst("%d", Integer.toString(1 + random.nextInt(6)))
                    .replaceFirst("%c", Integer.toString(9_000 + random.nextInt(6)))
                    .replaceFirst("%w", Integer.toString(random.nextInt(2)));
        }
        return statement;
    }

    /// A person whom no change concerned has what they had.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void peopleWhomNoChangeConcerned_haveWhatTheyHad(long seed) {
        var random = new Random(seed);
        int spared = 0;
        Map<Long, @Nullable Whole> before = all();
        for (int i = 0; i < CHANGES; i++) {
            long generation = changes.generation();
            var statements = new ArrayList<String>();
            for (int j = random.nextInt(3); j >= 0; j--) statements.add(statement(random));
            database.write(sql -> {
                for (String each : statements) sql.run(each);
                return true;
            });
            Map<Long, @Nullable Whole> after = all();
            for (long person = 1; person <= 6; person++) {
                if (changes.of(person) > generation) continue;
                assertThat(after.get(person))
                        .as("seed %d, %s", seed, statements)
                        .isEqualTo(before.get(person));
                if (!before.equals(after)) spared++;
            }
            before = after;
        }
        assertThat(spared).as("of changes of others").isGreaterThan(CHANGES / 10);
    }

    @Test
    void memoryOfOthers_staysValidAfterAChange() {
        RightsStore.remember(database);
        var rights = new RememberedRights(database);
        assertThat(rights.card(1001)).isNotNull();
        database.write(sql -> sql.run("UPDATE person SET first_name = 'Changed' WHERE id = 2"));
        assertThat(rights.card(1001)).isNotNull();
        assertThat(database.rightsMemory().isWhole(2)).isFalse();
        database.write(sql -> sql.run("UPDATE role SET name = 'Changed' WHERE id = 1"));
        assertThat(database.rightsMemory().isWhole(1)).isFalse();
    }

    /// More people than are remembered one by one.
    @Test
    void changeOfVeryManyPeople_concernsAll() {
        Set<Long> people = new HashSet<>();
        for (long person = 100; person < 100 + RightsChanges.PEOPLE_MAX; person++) people.add(person);
        changes.concern(people);
        long first = changes.generation();
        assertThat(changes.of(1)).isLessThan(first);
        assertThat(changes.of(100)).isEqualTo(first);
        changes.concern(Set.of(1L));
        assertThat(changes.of(2)).isGreaterThan(first);
    }
}
