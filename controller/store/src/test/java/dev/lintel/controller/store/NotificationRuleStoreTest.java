package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Listing;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.NotificationRuleStore.Rule;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotificationRuleStoreTest {
    private static final Rule ALARMS = rule(0, "Alarms", List.of(33, 9, 100), List.of(20L, 3L));

    @TempDir
    Path folder;

    private DataFolder data;
    private Database database;

    @BeforeEach
    void start() {
        data = DataFolder.open(folder);
        database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"));
    }

    @AfterEach
    void stop() {
        database.close();
        data.close();
    }

    private static Rule rule(long id, String name, List<Integer> codes, List<Long> channels) {
        return new Rule(
                id,
                name,
                true,
                Listing.B,
                "https://shop.example/",
                "s".repeat(43),
                "api_key 3",
                new TreeSet<>(codes),
                new TreeSet<>(channels),
                5,
                6);
    }

    private long insert(Rule rule) {
        return database.write(sql -> NotificationRuleStore.insert(sql, rule));
    }

    private List<Rule> all() {
        return database.read(NotificationRuleStore::list);
    }

    private boolean delete(long id) {
        return database.write(sql -> NotificationRuleStore.delete(sql, id));
    }

    private long rowsOfMatches() {
        return database.read(sql -> sql.get(
                "SELECT (SELECT count(*) FROM notification_rule_event)"
                        + " + (SELECT count(*) FROM notification_rule_channel)",
                row -> row.number(1)));
    }

    @Test
    void aRuleComesBackAsItWasWrittenWithCodesAndChannelsInOrder() {
        long id = insert(ALARMS);
        Rule read = database.read(sql -> NotificationRuleStore.get(sql, id));
        assertThat(read).isEqualTo(rule(id, "Alarms", List.of(9, 33, 100), List.of(3L, 20L)));
        assertThat(all()).containsExactly(read);
    }

    @Test
    void anUpdateReplacesCodesAndChannelsOfItsOwnRuleAndLeavesItsSecret() {
        long id = insert(ALARMS);
        long other = insert(rule(0, "Other", List.of(9), List.of()));
        database.write(sql -> {
            var after = new Rule(
                    id,
                    "Night",
                    false,
                    Listing.A,
                    "https://b.example/",
                    "not this",
                    "api_key 9",
                    new TreeSet<>(List.of(10)),
                    new TreeSet<>(),
                    77,
                    8);
            NotificationRuleStore.update(sql, after);
            return true;
        });
        Rule changed = all().getFirst();
        assertThat(changed.name()).isEqualTo("Night");
        assertThat(changed.active()).isFalse();
        assertThat(changed.listing()).isEqualTo(Listing.A);
        assertThat(changed.url()).isEqualTo("https://b.example/");
        assertThat(changed.codes()).containsExactly(10);
        assertThat(changed.channels()).isEmpty();
        assertThat(changed.secret()).isEqualTo(ALARMS.secret());
        assertThat(changed.maker()).isEqualTo("api_key 9");
        assertThat(changed.createdAtMs()).isEqualTo(5);
        assertThat(changed.updatedAtMs()).isEqualTo(8);
        assertThat(all().getLast()).isEqualTo(rule(other, "Other", List.of(9), List.of()));
    }

    @Test
    void aDeletedRuleLeavesNothingAndIsNotUpdated() {
        long id = insert(ALARMS);
        assertThat(rowsOfMatches()).isEqualTo(5);
        assertThat(delete(id)).isTrue();
        assertThat(delete(id)).isFalse();
        assertThat(rowsOfMatches()).isZero();
        database.write(sql -> {
            NotificationRuleStore.update(sql, rule(id, "Alarms", List.of(9), List.of(3L)));
            return true;
        });
        assertThat(rowsOfMatches()).isZero();
        assertThat(all()).isEmpty();
    }

    @Test
    void chunksGoOnWhereTheLastOneEnded() {
        for (int i = 0; i < 5; i++) insert(ALARMS);
        var ids = database.read(sql -> {
            assertThat(NotificationRuleStore.count(sql)).isEqualTo(5);
            assertThat(NotificationRuleStore.highestId(sql)).isEqualTo(5);
            return NotificationRuleStore.chunk(sql, 2, 4, 5).stream()
                    .map(Rule::id)
                    .toList();
        });
        assertThat(ids).containsExactly(3L, 4L);
        List<Rule> last = database.read(sql -> NotificationRuleStore.page(sql, 2, 4));
        assertThat(last).hasSize(1);
    }
}
