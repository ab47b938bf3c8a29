package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What has happened since a snapshot was taken, and the database then proves damaged.
class SinceSnapshotTest {
    private static final int BEFORE = 3;
    private static final int SINCE = 3_000;

    @TempDir
    Path folder;

    @TempDir
    Path memory;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private DataFolder data;
    private byte[] log = {};

    /// The back door is locked down and Ada is inside since; nobody with the id 3 is there any more.
    @BeforeEach
    void fill() throws Exception {
        data = DataFolder.open(folder);
        try (var database = TestDatabase.open(data, time)) {
            FirstSite demo = FirstSite.demo();
            new PolicyStore(database, time).begin(demo.policy(), demo.people());
            tell(database, BEFORE);
            new Snapshots(data, time).take();
            tell(database, SINCE);
            database.write(sql -> {
                sql.script("""
                        INSERT INTO door_state (channel_id, unlock, card_lockdown, rex_lockdown, aux_lockdown,
                                                hours_overridden, hours_first_card, hours_on, changed_at)
                        VALUES (2, 0, 1, 0, 0, 0, 0, 0, 7);
                        INSERT INTO person_area VALUES (1, 'inside', 7);
                        INSERT INTO site_threat VALUES (1, 3, 7, 'olga', '', 7, NULL, 0, '');
                        INSERT INTO person (account_id, first_name, last_name, enabled, created_at, updated_at)
                        VALUES (1, 'Cid', 'Demo', 1, 0, 0);
                        DELETE FROM person WHERE id = 3""");
                return true;
            });
            log = Files.readAllBytes(folder.resolve("lintel.db-wal"));
        }
    }

    @AfterEach
    void close() {
        data.close();
    }

    private void tell(Database database, int count) throws InterruptedException {
        long seen = database.events().head();
        for (int i = 0; i < count; i++) {
            database.events()
                    .append(new EventDraft(
                            EventKind.REX_PRESSED,
                            time.nowMs(),
                            time.nowNs(),
                            EventDraft.Subject.channel(1),
                            Map.of()));
        }
        assertThat(database.events().awaitHeadAbove(seen + count - 1, 60_000)).isEqualTo(seen + count);
    }

    private void change(String script) {
        try (var database = TestDatabase.open(data, time)) {
            database.write(sql -> {
                sql.script(script);
                return true;
            });
        }
    }

    /// A table that decides is damaged as well: so the snapshot is used.
    private OpenedDatabase replaced() throws IOException {
        DamagedPages.damage(
                data.database(), DamagedPages.leaves(data.database(), "totp").getFirst());
        return Recovery.openDamaged(data, MemoryRoom.of(memory), time);
    }

    /// All of before the gap that a replacement leaves.
    private static List<Long> ids(Database database) {
        String ids = "SELECT id FROM event WHERE id < 1000000 ORDER BY id";
        return database.read(sql -> sql.list(ids, row -> row.number(1)));
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(BEFORE, last).boxed().toList();
    }

    private void assertChainWhole() {
        var checked = DatabaseCheck.of(data.database(), time, Duration.ofMinutes(1), _ -> {});
        assertThat(checked.fault()).isNull();
        assertThat(checked.complete()).isTrue();
    }

    /// The log of writes is the one that a killed process leaves: it says the same again.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eventsDoorsAndPlacesAreAsTheyWere(boolean killed) throws Exception {
        if (killed) Files.write(folder.resolve("lintel.db-wal"), log);
        try (OpenedDatabase opened = replaced()) {
            Database database = opened.database();
            assertThat(opened.reason()).contains("with " + SINCE + " events since");
            assertThat(ids(database)).isEqualTo(upTo(BEFORE + SINCE));
            Kept back =
                    Objects.requireNonNull(database.read(DoorStateStore::load).get(2L));
            assertThat(back.standing().lockdown().card()).isTrue();
            assertThat(database.threats().levels().of(1)).isEqualTo(3);
            assertThat(database.<String>read(sql -> sql.get("SELECT area FROM person_area", row -> row.text(1))))
                    .isEqualTo("inside");
            assertThat(database.<Long>write(sql -> sql.insert("INSERT INTO person (account_id, first_name, last_name,"
                            + " enabled, created_at, updated_at) VALUES (1, 'Dan', 'Demo', 1, 0, 0)")))
                    .isEqualTo(4);
            tell(database, 1);
        }
        assertChainWhole();
    }

    @Test
    void eventsAreTakenOverUpToTheFirstThatCannotBeRead() throws Exception {
        damageEvents();
        long last;
        try (OpenedDatabase opened = replaced()) {
            List<Long> ids = ids(opened.database());
            last = ids.getLast();
            assertThat(ids).isEqualTo(upTo(last));
            assertThat(last).isBetween(1_000L, 2_000L);
            assertThat(last % 1_000).isNotEqualTo(BEFORE); // to the very event, not to a whole step
            assertThat(opened.database().read(DoorStateStore::load)).containsKey(2L);
        }
        assertChainWhole();
    }

    private void damageEvents() throws Exception {
        List<Long> leaves = DamagedPages.leaves(data.database(), "event");
        DamagedPages.damage(data.database(), leaves.get(leaves.size() / 2));
    }

    /// What the start that reads it next could not go on with.
    @Test
    void whatStandsAtADoorAndCannotBeReadIsAsInTheSnapshot() throws Exception {
        change("UPDATE door_state SET alarm = 'FORCEE_OPEN'");
        try (OpenedDatabase opened = replaced()) {
            assertThat(opened.database().read(DoorStateStore::load)).isEmpty();
            assertThat(ids(opened.database())).hasSize(SINCE + 1);
        }
    }

    /// Boxes bring theirs again: they would be there twice.
    @Test
    void aHubTakesOverNoEvents() throws Exception {
        change("INSERT INTO box (id, name, state, joined_at, joined_by) VALUES (7, 'Gate', 'joined', 0, 'me');"
                + "INSERT INTO box_head (box_id, branch, event_id, hash, at, fingerprint, signature)"
                + " VALUES (7, 1, 1, x'00', 0, x'00', x'00')");
        try (OpenedDatabase opened = replaced()) {
            assertThat(ids(opened.database())).isEqualTo(upTo(BEFORE));
            assertThat(opened.reason()).doesNotContain("events since");
            assertThat(opened.database().read(DoorStateStore::load)).containsKey(2L);
        }
    }
}
