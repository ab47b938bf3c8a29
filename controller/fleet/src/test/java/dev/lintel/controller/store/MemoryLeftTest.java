package dev.lintel.controller.store;

import static dev.lintel.controller.store.OutageRig.EVENTS;
import static dev.lintel.controller.store.OutageRig.doorState;
import static dev.lintel.controller.store.OutageRig.ids;
import static dev.lintel.controller.store.OutageRig.number;
import static dev.lintel.controller.store.OutageRig.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.BoxLogStore;
import dev.lintel.controller.fleet.EraStore;
import dev.lintel.controller.store.Outage.Origin;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.LogMark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a database in memory leaves for the disk's.
class MemoryLeftTest {
    private static final String HASH = "ab".repeat(32);
    private static final String LOCKDOWN = "SELECT card_lockdown FROM door_state WHERE channel_id = ";

    @TempDir
    Path folder;

    @TempDir
    Path memory;

    private OutageRig rig;

    @BeforeEach
    void open() {
        rig = new OutageRig(folder, memory);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /// Of the box's log.
    private static long newest(Database hub) {
        return hub.read(
                sql -> BoxLogStore.newest(sql, 7, BoxLogStore.current(sql, 7)).id());
    }

    private void becomeHub() {
        rig.change("INSERT INTO box (id, name, state, joined_at, joined_by) VALUES (7, 'Gate', 'joined', 0, 'me')");
        try (var database = Database.open(rig.data(), rig.time)) {
            database.write(sql -> {
                EraStore.begin(sql, "first");
                BoxLogStore.note(sql, 7, 0, new LogMark(41, HASH));
                BoxLogStore.note(sql, 7, 0, new LogMark(42, HASH));
                return true;
            });
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Origin.class,
            names = {"WHOLE", "POLICY"})
    void hubThatRanInMemory_isTheSameHubAfterwards(Origin origin) throws Exception {
        becomeHub();
        OpenedDatabase opened = rig.outage(origin);
        Database hub = opened.database();
        hub.write(sql -> {
            EraStore.begin(sql, "memory");
            return true;
        });
        assertThat(newest(hub)).isEqualTo(42);
        run(hub, "UPDATE person SET enabled = 0 WHERE id = 1");
        hub.write(sql -> {
            var of = new EventDraft(
                    EventKind.REX_PRESSED,
                    rig.time.nowMs(),
                    rig.time.nowNs(),
                    EventDraft.Subject.channel(1),
                    Map.of("box", "Gate", "box_event_id", 43));
            hub.events().append(of);
            BoxLogStore.note(sql, 7, 0, new LogMark(43, HASH));
            return true;
        });
        rig.append(hub, 1);
        var given = new Cursor("memory", number(hub, "SELECT value FROM sync_revision"));
        List<Long> shown = ids(hub);
        MemoryLeft left = rig.leave(opened);
        rig.work();
        Database disk = rig.start(left).database();
        assertThat(left.end()).isEmpty();
        assertThat(disk.isOf(rig.data())).isTrue();
        assertThat(disk.<Boolean>read(sql -> EraStore.knows(sql, given))).isTrue();
        assertThat(number(disk, "SELECT value FROM sync_revision")).isEqualTo(given.revision());
        assertThat(number(disk, "SELECT enabled FROM person WHERE id = 1")).isZero();
        assertThat(number(disk, "SELECT revision FROM person_revision WHERE person_id = 1"))
                .isEqualTo(given.revision());
        assertThat(newest(disk)).isEqualTo(43);
        assertThat(number(disk, "SELECT count(*) FROM box_event")).isEqualTo(3);
        assertThat(ids(disk)).hasSize(EVENTS + 2).endsWith(shown.getLast());
        run(disk, "UPDATE person SET enabled = 1 WHERE id = 1");
        assertThat(number(disk, "SELECT value FROM sync_revision"))
                .as("changes count again")
                .isGreaterThan(given.revision());
        assertThat(disk.integrityCheck()).isEqualTo("ok");
        assertThat(rig.inMemory()).isEmpty();
    }

    /// The disk gave its key of names at neither the start nor later: memory had a key of its own.
    @ParameterizedTest
    @EnumSource(
            value = Origin.class,
            names = {"WHOLE", "POLICY", "OLDER"})
    void namesInEventsOfMemory_haveHashesWithTheKeyOfTheDisk(Origin origin) throws Exception {
        var kept = folder.resolve("keys/kept-names");
        var key = folder.resolve("keys/event-names");
        Files.move(key, kept);
        Files.createDirectory(key); // cannot be read as a file
        OpenedDatabase opened = rig.outage(origin);
        for (String name : List.of("Ada Demo", "Bo Demo", "Cy Demo")) {
            var of = new EventDraft.Subject(1L, 1L, name, null, null, false);
            rig.append(opened.database(), EventKind.ADMITTED_CARD, of, Map.of());
        }
        opened.database().write(sql -> {
            List<String> triggers = StepBack.dropTriggers(sql); // of events
            sql.run("UPDATE event SET person_name = NULL WHERE person_name = 'Bo Demo'"); // erased
            sql.run("UPDATE event SET person_name = 'Else' WHERE person_name = 'Cy Demo'"); // forged
            triggers.forEach(sql::script);
            return true;
        });
        MemoryLeft left = rig.leave(opened);
        Files.delete(key);
        Files.move(kept, key);
        rig.work();
        assertThat(rig.start(left).memory()).isNull();
        rig.stop();
        assertThat(left.end()).isEmpty();
        try (var events = ChainedEvents.open(folder.resolve("lintel.db"), ChainedEvents.nameKey(folder))) {
            var right = new ArrayList<Boolean>();
            events.each(events.head(), link -> {
                if (Objects.equals(link.fields().get("kind"), (long) EventKind.ADMITTED_CARD.number()))
                    right.add(events.hasItsName(link));
            });
            assertThat(right).containsExactly(true, true, false);
        }
    }

    /// A thief's session that was ended must not come back with the disk, nor one that the copy does not have.
    @ParameterizedTest
    @EnumSource(
            value = Origin.class,
            names = {"WHOLE", "POLICY", "OLDER"})
    void sessionThatEndedInMemory_staysEnded(Origin origin) throws Exception {
        rig.change(
                "INSERT INTO user (id, account_id, email, created_at, updated_at) VALUES (1, 1, 'a@example.org', 0, 0)",
                "INSERT INTO session (token_hash, user_id, csrf_token, created_at, last_seen_at)"
                        + " VALUES (x'01', 1, '', 0, 0), (x'02', 1, '', 0, 0)");
        OpenedDatabase opened = rig.outage(origin);
        run(opened.database(), "DELETE FROM session WHERE token_hash = x'02'");
        MemoryLeft left = rig.leave(opened);
        rig.work();
        OpenedDatabase disk = rig.start(left);
        assertThat(disk.memory()).isNull();
        assertThat(left.end()).isEmpty();
        assertThat(number(disk.database(), "SELECT count(*) FROM session")).isEqualTo(origin == Origin.WHOLE ? 1 : 0);
        assertThat(number(disk.database(), "SELECT count(*) FROM session WHERE token_hash = x'02'"))
                .isZero();
    }

    /// Somebody has signed out in a browser: it must not get notifications again.
    @ParameterizedTest
    @EnumSource(
            value = Origin.class,
            names = {"WHOLE", "POLICY", "OLDER"})
    void notificationsThatEndedInMemory_stayEnded(Origin origin) throws Exception {
        rig.change(
                "INSERT INTO user (id, account_id, email, created_at, updated_at) VALUES (1, 1, 'a@example.org', 0, 0)",
                "INSERT INTO push_subscription VALUES ('https://a', 1, x'02', x'04', x'05', 'x', 0, 0, NULL, NULL),"
                        + " ('https://b', 1, x'03', x'04', x'05', 'x', 0, 0, NULL, NULL)");
        OpenedDatabase opened = rig.outage(origin);
        run(opened.database(), "DELETE FROM push_subscription WHERE endpoint = 'https://a'");
        MemoryLeft left = rig.leave(opened);
        rig.work();
        OpenedDatabase disk = rig.start(left);
        assertThat(disk.memory()).isNull();
        assertThat(left.end()).isEmpty();
        String count = "SELECT count(*) FROM push_subscription WHERE endpoint = 'https://%s'";
        assertThat(number(disk.database(), count.formatted("a"))).isZero();
        assertThat(number(disk.database(), count.formatted("b"))).isEqualTo(1);
    }

    /// The hours of a door begin in memory, whose snapshot knows nothing of the lockdown; at another one somebody
    /// gives a command.
    @Test
    void snapshotDecided_lockdownOfTheDiskLastsUnlessACommandEndsIt() throws Exception {
        new Snapshots(rig.data(), rig.time).take();
        rig.change(doorState(1, 1, 0, rig.time.nowMs()), doorState(2, 1, 0, rig.time.nowMs()));
        rig.change("INSERT INTO person_area VALUES (1, 'inside', 7), (2, 'inside', 7)");
        rig.fail(Origin.OLDER);
        rig.time.advance(Duration.ofMinutes(1));
        OpenedDatabase opened = rig.start(null);
        Database box = opened.database();
        run(box, doorState(1, 0, 1, rig.time.nowMs()), doorState(2, 0, 0, rig.time.nowMs()));
        rig.append(box, EventKind.LOCKDOWN_OFF, EventDraft.Subject.channel(2), Map.of("by", "ops@example.com"));
        var forgiven = Map.<String, Object>of("what", "person", "action", PlaceStore.FORGIVE, "id", 1);
        rig.append(box, EventKind.CONFIGURATION_CHANGED, EventDraft.Subject.NOBODY, forgiven);
        MemoryLeft left = rig.leave(opened);
        rig.work();
        Database disk = rig.start(left).database();
        assertThat(disk.isOf(rig.data())).isTrue();
        assertThat(left.end()).isEmpty();
        assertThat(number(disk, LOCKDOWN + 1)).isEqualTo(1);
        assertThat(number(disk, LOCKDOWN + 2)).isZero();
        assertThat(number(disk, "SELECT person_id FROM person_area")).isEqualTo(2);
    }

    /// Doors were unlocked while the box decided in memory, and people moved.
    @Test
    void snapshotDecided_placesAreForgottenByAreaAndMovedWithinConnectedAreas() throws Exception {
        rig.change(
                "UPDATE channel SET passback_from = 'street', passback_to = 'hall' WHERE id = 1",
                "UPDATE channel SET passback_from = 'yard', passback_to = 'shed' WHERE id = 2");
        new Snapshots(rig.data(), rig.time).take();
        rig.change("INSERT INTO person_area VALUES (1, 'street', 7), (1, 'shed', 7), (2, 'hall', 7), (2, 'yard', 7)");
        rig.fail(Origin.OLDER);
        OpenedDatabase opened = rig.start(null);
        Database box = opened.database();
        run(box, "INSERT OR REPLACE INTO person_area VALUES (1, 'hall', 9), (3, 'yard', 9)");
        var ada = new EventDraft.Subject(1L, 1L, "Ada", null, null, false);
        rig.append(box, EventKind.ADMITTED_CARD, ada, Map.of("area", "hall"));
        Map<String, Object> areas = Map.of("cause", "fire", "areas", List.of("yard", "shed"));
        rig.append(box, EventKind.PASSBACK_FORGIVEN, EventDraft.Subject.channel(2), areas);
        MemoryLeft left = rig.leave(opened);
        rig.work();
        Database disk = rig.start(left).database();
        String all = "SELECT person_id || area FROM person_area ORDER BY 1";
        assertThat(disk.<List<String>>read(sql -> sql.list(all, row -> row.text(1))))
                .as("1 is moved, 2 stays in the hall, the yard and the shed are empty")
                .containsExactly("1hall", "2hall");
        left.end();
    }

    /// A person whom an operator forgave has no place, also after the return.
    @Test
    void placeThatWasForgotten_staysForgotten() throws Exception {
        rig.change("INSERT INTO person_area VALUES (1, 'inside', 7), (2, 'inside', 7)");
        OpenedDatabase opened = rig.outage(Origin.WHOLE);
        run(opened.database(), "DELETE FROM person_area WHERE person_id = 1");
        MemoryLeft left = rig.leave(opened);
        rig.work();
        assertThat(number(rig.start(left).database(), "SELECT person_id FROM person_area"))
                .isEqualTo(2);
        left.end();
    }

    /// The disk comes back and fails again before the box has opened it.
    @Test
    void diskThatFailsAgain_boxContinuesInMemoryAndLeavesAllOfItLater() throws Exception {
        OpenedDatabase first = rig.outage(Origin.WHOLE);
        rig.append(first.database(), 2);
        run(first.database(), doorState(1, 1, 0, 9));
        long shown = ids(first.database()).getLast();
        MemoryLeft left = rig.leave(first);
        rig.time.advance(Duration.ofSeconds(1));
        OpenedDatabase second = rig.start(left);
        assertThat(second.memory()).isNotNull();
        assertThat(left.end()).isEmpty();
        assertThat(ids(second.database())).hasSize(EVENTS + 2).endsWith(shown);
        assertThat(number(second.database(), LOCKDOWN + 1)).isEqualTo(1);
        rig.append(second.database(), 1);
        long last = ids(second.database()).getLast();
        assertThat(last).isGreaterThan(shown);
        MemoryLeft again = rig.leave(second);
        rig.work();
        Database disk = rig.start(again).database();
        assertThat(disk.isOf(rig.data())).isTrue();
        assertThat(again.end()).isEmpty();
        assertThat(ids(disk)).hasSize(EVENTS + 3).contains(shown).endsWith(last);
        assertThat(number(disk, LOCKDOWN + 1)).isEqualTo(1);
    }

    /// The disk opens and takes only a part.
    @Test
    void diskThatDoesNotTakeWhatHappened_boxContinuesInMemory() throws Exception {
        OpenedDatabase opened = rig.outage(Origin.WHOLE);
        rig.append(opened.database(), 2);
        run(opened.database(), doorState(1, 1, 0, 9), "UPDATE person SET enabled = 0 WHERE id = 1");
        long shown = ids(opened.database()).getLast();
        MemoryLeft left = rig.leave(opened);
        rig.work();
        try (var other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("lintel.db"));
                var statement = other.createStatement()) {
            statement.execute("CREATE TRIGGER full BEFORE INSERT ON event WHEN NEW.id > " + (EVENTS + 1)
                    + " BEGIN SELECT no_such_function(); END");
        }
        OpenedDatabase still = rig.start(left);
        assertThat(still.memory()).isNotNull();
        assertThat(left.end()).isEmpty();
        assertThat(number(still.database(), LOCKDOWN + 1)).isEqualTo(1);
        assertThat(ids(still.database())).hasSize(EVENTS + 2).endsWith(shown);
        MemoryLeft again = rig.leave(still);
        rig.change("DROP TRIGGER full");
        Database disk = rig.start(again).database();
        assertThat(disk.isOf(rig.data())).isTrue();
        assertThat(again.end()).isEmpty();
        assertThat(number(disk, "SELECT enabled FROM person WHERE id = 1")).isZero();
        assertThat(number(disk, LOCKDOWN + 1)).isEqualTo(1);
        assertThat(ids(disk)).hasSize(EVENTS + 2).endsWith(shown);
    }

    /// A start that fails after it has opened the database begins again with the same.
    @Test
    void startThatFailsInMemory_keepsItForTheNextTry() throws Exception {
        OpenedDatabase opened = rig.outage(Origin.WHOLE);
        rig.append(opened.database(), 2);
        MemoryLeft left = rig.leave(opened);
        rig.start(left);
        rig.stop();
        assertThat(ids(rig.start(left).database())).hasSize(EVENTS + 2);
        assertThat(left.end()).isEmpty();
        rig.stop();
        assertThat(rig.inMemory()).isEmpty();
    }

    /// The process ends, and the disk works again or does not.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void processThatEnds_leavesWhatHappenedOnADiskThatWorks(boolean works) throws Exception {
        OpenedDatabase opened = rig.outage(Origin.WHOLE);
        rig.append(opened.database(), 2);
        if (works) rig.work();
        rig.leaveForGood(opened);
        assertThat(rig.inMemory()).isEmpty();
        rig.work();
        assertThat(ids(rig.start(null).database())).hasSize(works ? EVENTS + 2 : EVENTS);
    }

    /// The disk is not mounted: its folder is there, and empty.
    @Test
    void diskThatIsNotThere_getsNoDatabase() throws Exception {
        OpenedDatabase opened = rig.outage(Origin.OLDER);
        Files.delete(folder.resolve("lintel.db"));
        Outage outage = Objects.requireNonNull(opened.outage()).outage();
        assertThat(outage.lasts(rig.data(), rig.time)).isNotNull();
        assertThat(folder.resolve("lintel.db")).doesNotExist();
    }

    /// Another card is put into the slot, of a box with as many events or fewer.
    @ParameterizedTest
    @CsvSource({"WHOLE, 20", "WHOLE, 5", "POLICY, 20", "POLICY, 5", "OLDER, 5"})
    void databaseOfAnotherBox_takesEventsAlone(Origin origin, int events) throws Exception {
        OpenedDatabase opened = rig.outage(origin);
        rig.append(opened.database(), 2);
        run(opened.database(), "INSERT INTO person_area VALUES (1, 'yard', 9)", doorState(1, 1, 0, 9));
        MemoryLeft left = rig.leave(opened);
        rig.work();
        Files.delete(folder.resolve("lintel.db"));
        rig.time.advance(Duration.ofDays(1));
        rig.fill(events);
        OpenedDatabase other = rig.start(left);
        assertThat(other.memory()).isNull();
        assertThat(number(other.database(), "SELECT count(*) FROM person_area")).isZero();
        assertThat(number(other.database(), "SELECT count(*) FROM door_state")).isZero();
        assertThat(left.end())
                .filteredOn(draft -> draft.kind() == EventKind.REX_PRESSED)
                .hasSize(2);
        assertThat(rig.inMemory()).isEmpty();
    }

    /// The events go to the log of the box that starts, which has a limit.
    @Test
    void eventsThatNoDatabaseTakes_areKeptUpToALimitAndTheRestIsCounted() throws Exception {
        OpenedDatabase opened = rig.outage(Origin.WHOLE);
        assertThat(opened.database().awaitDisk(60_000)).isTrue();
        run(opened.database(), """
                INSERT INTO event (id, kind, pin, occurred_at, boot_id, monotonic_ns, additional, created_at, hash)
                WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 12000)
                SELECT (SELECT max(id) FROM event) + id, (SELECT kind FROM event WHERE id = 3), 0, 0, 'boot', 0,
                       '{}', 0, zeroblob(32) FROM ids""");
        List<EventDraft> drafts = rig.leave(opened).end();
        assertThat(drafts).hasSize(9_001);
        assertThat(drafts.getFirst().kind()).isEqualTo(EventKind.STORAGE_FAULT);
        assertThat(drafts.getFirst().additional()).containsEntry("events_lost", 3_001L); // with the start's own
    }
}
