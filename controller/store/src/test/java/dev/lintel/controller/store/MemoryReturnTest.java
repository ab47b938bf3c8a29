package dev.lintel.controller.store;

import static dev.lintel.controller.store.OutageRig.doorState;
import static dev.lintel.controller.store.OutageRig.number;
import static dev.lintel.controller.store.OutageRig.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.store.Outage.Origin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The end of a time in memory where the disk is not mounted, fails once more, is another box's, or where a snapshot
/// decided.
class MemoryReturnTest {
    private static final String PEOPLE = "SELECT count(*) FROM person WHERE deleted_at IS NULL";
    private static final String LOCKDOWNS = "SELECT count(*) FROM door_state WHERE card_lockdown = 1";
    private static final String MEMBERS = "SELECT count(*) FROM person_group";

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

    /// "Restart now", or new doors from a hub, while only the empty mount point is there.
    @ParameterizedTest
    @EnumSource(
            value = Origin.class,
            names = {"WHOLE", "POLICY"})
    void restartWhileTheDiskIsNotMounted_continuesInMemory(Origin origin) throws Exception {
        OpenedDatabase opened = rig.outage(origin);
        long people = number(opened.database(), PEOPLE);
        rig.append(opened.database(), 2);
        MemoryLeft left = rig.leave(opened);
        rig.work();
        Path elsewhere = Files.createDirectory(memory.resolve("disk"));
        List<String> files = List.of("lintel.db", "lintel.db-wal", "lintel.db-shm");
        for (String file : files)
            if (Files.exists(folder.resolve(file))) Files.move(folder.resolve(file), elsewhere.resolve(file));

        OpenedDatabase next = rig.start(left);
        assertThat(next.memory()).as("in memory").isNotNull();
        assertThat(next.reason()).contains("is the disk mounted?");
        assertThat(number(next.database(), PEOPLE)).isEqualTo(people).isPositive();
        assertThat(folder.resolve("lintel.db")).as("no empty database").doesNotExist();
        assertThat(left.end()).isEmpty();

        MemoryLeft again = rig.leave(next);
        for (String file : files)
            if (Files.exists(elsewhere.resolve(file))) Files.move(elsewhere.resolve(file), folder.resolve(file));
        OpenedDatabase disk = rig.start(again);
        assertThat(disk.memory()).isNull();
        assertThat(number(disk.database(), PEOPLE)).isEqualTo(people);
        assertThat(OutageRig.ids(disk.database())).hasSize(OutageRig.EVENTS + 2);
        again.end();
    }

    /// The snapshot in the place of a damaged database is older than what the box had in memory.
    @Test
    void diskThatFailsOnceMoreAfterAReplacement_getsAllLater() throws Exception {
        new Snapshots(rig.data(), rig.time).take();
        rig.change("DELETE FROM person_group WHERE person_id = 2");
        OpenedDatabase opened = rig.outage(Origin.WHOLE);
        long members = number(opened.database(), MEMBERS);
        rig.append(opened.database(), 2);
        run(opened.database(), doorState(1, 1, 0, 9));
        MemoryLeft left = rig.leave(opened);
        rig.work();
        Path file = folder.resolve("lintel.db");
        for (long page : DamagedPages.leaves(file, "person")) DamagedPages.damage(file, page);

        var moved = new boolean[1];
        var room = new MemoryRoom(List.of(memory), _ -> OutageRig.PLENTY);
        OpenedDatabase next = Recovery.openDamaged(rig.data(), room, rig.time, left, changed -> {
            if (moved[0]) rig.fail(Origin.WHOLE);
            moved[0] |= changed.equals(file);
        });
        assertThat(next.memory()).as("in memory").isNotNull();
        var outage = Objects.requireNonNull(next.outage()).outage();
        assertThat(outage.returns()).isTrue();
        assertThat(number(next.database(), MEMBERS)).isEqualTo(members);
        left.end();

        rig.work();
        assertThat(outage.lasts(rig.data(), rig.time)).isNull();
        next.leaveForGood(rig.time); // an orderly stop
        Database disk = rig.start(null).database();
        assertThat(disk.isOf(rig.data())).isTrue();
        assertThat(number(disk, MEMBERS)).as("the right that was removed").isEqualTo(members);
        assertThat(number(disk, LOCKDOWNS)).isEqualTo(1);
        assertThat(OutageRig.ids(disk)).hasSizeGreaterThanOrEqualTo(2);
    }

    /// A box that returns to a disk that is another box's, at once or at the end of the process.
    @ParameterizedTest
    @EnumSource(
            value = Origin.class,
            names = {"WHOLE", "POLICY", "OLDER"})
    void databaseOfAnotherBox_takesTheEvents(Origin origin) throws Exception {
        for (boolean process : new boolean[] {false, true}) {
            OpenedDatabase opened = rig.outage(origin);
            rig.append(opened.database(), 2);
            run(opened.database(), doorState(1, 1, 0, 9));
            rig.work();
            Files.delete(folder.resolve("lintel.db"));
            rig.time.advance(Duration.ofDays(1));
            rig.fill(OutageRig.EVENTS);
            assertThat(Objects.requireNonNull(opened.outage()).outage().lasts(rig.data(), rig.time))
                    .isNull();
            MemoryLeft left = null;
            if (process) rig.leaveForGood(opened);
            else left = rig.leave(opened, true);
            OpenedDatabase disk = rig.start(left);
            assertThat(disk.memory()).isNull();
            assertThat(number(disk.database(), LOCKDOWNS)).isZero();
            if (left != null) {
                assertThat(disk.reason()).contains("took only the events");
                for (EventDraft draft : left.end()) disk.database().events().append(draft);
            }
            assertThat(disk.database().awaitDisk(60_000)).isTrue();
            assertThat(OutageRig.ids(disk.database())).as("%s", process).hasSize(OutageRig.EVENTS + 2);
            rig.stop();
            assertThat(rig.inMemory()).isEmpty();
        }
    }

    @Test
    void diskThatIsSoundAgain_hasWhatHappenedWhenTheBoxReturns() throws Exception {
        OpenedDatabase opened = rig.outage(Origin.WHOLE);
        rig.append(opened.database(), 2);
        run(opened.database(), doorState(1, 1, 0, 9), "INSERT INTO person_area VALUES (1, 'yard', 9)");
        rig.work();
        assertThat(rig.leave(opened, true)).isNull();
        assertThat(rig.inMemory()).isEmpty();
        Database disk = rig.start(null).database();
        assertThat(OutageRig.ids(disk)).hasSize(OutageRig.EVENTS + 2);
        assertThat(number(disk, LOCKDOWNS)).isEqualTo(1);
        assertThat(number(disk, "SELECT count(*) FROM person_area")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Origin.class,
            names = {"WHOLE", "POLICY", "OLDER"})
    void threatLevelThatWasSetInMemory_isKept(Origin origin) throws Exception {
        OpenedDatabase opened = rig.outage(origin);
        opened.database().threats().set(1, new ThreatStore.Change(3, "olga", ""));
        rig.work();
        assertThat(rig.leave(opened, true)).isNull();
        assertThat(rig.start(null).database().threats().levels().of(1)).isEqualTo(3);
    }

    /// After the snapshot, door 1 was unlocked by its hours and door 2 was locked down.
    @Test
    void snapshotDecided_onlyCommandsOfPeopleChangeADoorOfTheDisk() throws Exception {
        new Snapshots(rig.data(), rig.time).take();
        long now = rig.time.nowMs();
        rig.change(doorState(1, 0, 1, now), doorState(2, 1, 0, now));
        rig.fail(Origin.OLDER);
        rig.time.advance(Duration.ofMinutes(1));
        OpenedDatabase opened = rig.start(null);
        Database box = opened.database();
        run(
                box,
                doorState(1, 0, 0, now),
                "UPDATE door_state SET hours_overridden = 1 WHERE channel_id = 1",
                doorState(2, 0, 0, now));
        Map<String, Object> hours = Map.of("what", "auto_unlock", "by", "ops@example.com");
        rig.append(box, EventKind.CONFIGURATION_CHANGED, Subject.channel(1), hours);
        rig.append(box, EventKind.MODE_NORMAL, Subject.channel(2), Map.of()); // its time was over
        Map<String, Object> test = Map.of("what", "test", "by", "ops@example.com");
        rig.append(box, EventKind.CONFIGURATION_CHANGED, Subject.channel(2), test);
        MemoryLeft left = rig.leave(opened);
        rig.work();
        Database disk = rig.start(left).database();
        assertThat(number(disk, "SELECT hours_on FROM door_state WHERE channel_id = 1"))
                .as("an operator ended the hours")
                .isZero();
        assertThat(number(disk, "SELECT hours_overridden FROM door_state WHERE channel_id = 1"))
                .isEqualTo(1);
        assertThat(number(disk, "SELECT card_lockdown FROM door_state WHERE channel_id = 2"))
                .as("nobody ended the lockdown")
                .isEqualTo(1);
        left.end();
    }

    @Test
    void snapshotDecided_personWhoWasForgivenBeforeIsNotInsideAgain() throws Exception {
        rig.change("INSERT INTO person_area VALUES (1, 'inside', 7), (2, 'inside', 7)");
        new Snapshots(rig.data(), rig.time).take();
        rig.change("DELETE FROM person_area");
        rig.fail(Origin.OLDER);
        OpenedDatabase opened = rig.start(null);
        run(opened.database(), "UPDATE person_area SET area = 'yard', since = 9 WHERE person_id = 2");
        var moves = new Subject(1L, 2L, "Bo", null, null, false);
        rig.append(opened.database(), EventKind.ADMITTED_CARD, moves, Map.of("area", "yard"));
        MemoryLeft left = rig.leave(opened);
        rig.work();
        Database disk = rig.start(left).database();
        assertThat(number(disk, "SELECT count(*) FROM person_area WHERE person_id = 1"))
                .isZero();
        assertThat(number(disk, "SELECT count(*) FROM person_area WHERE person_id = 2 AND area = 'yard'"))
                .isEqualTo(1);
        left.end();
    }
}
