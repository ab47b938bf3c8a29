package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.Recovery.Before;
import dev.lintel.controller.store.Recovery.Known;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.Snapshots;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A service that starts while its disk fails. A folder in the place of the log of writes is a disk that cannot be
/// used; one in the place of the database is a disk that does not give it.
class DiskOutageTest {
    private static final int EVENTS = 20;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final Path data;
    private final Surroundings surroundings;

    DiskOutageTest(@TempDir Path folder, @TempDir Path memory) {
        this.data = folder;
        this.surroundings = new Surroundings(null, null, null, null, true, memory);
    }

    @BeforeEach
    void fill() throws InterruptedException {
        try (var folder = DataFolder.open(data);
                var database = Database.open(folder, time)) {
            FirstSite demo = FirstSite.demo();
            new PolicyStore(database, time).begin(demo.policy(), demo.people());
            append(database, EVENTS);
            database.write(
                    sql -> sql.run("UPDATE channel SET passback_from = 'inside', passback_to = 'yard' WHERE id = 1"));
            database.write(sql -> sql.run("INSERT INTO person_area VALUES (1, 'inside', 7)"));
            new Snapshots(folder, time).take();
            time.advance(MINUTE);
            database.write(sql -> sql.run("DELETE FROM person_group WHERE person_id = 2"));
        }
    }

    private void append(Database database, int count) throws InterruptedException {
        long seen = database.events().head();
        for (int i = 0; i < count; i++) database.events().append(rex());
        assertThat(database.events().awaitHeadAbove(seen + count - 1, 60_000)).isGreaterThanOrEqualTo(seen + count);
    }

    private EventDraft rex() {
        return new EventDraft(
                EventKind.REX_PRESSED, time.nowMs(), time.nowNs(), EventDraft.Subject.channel(1), Map.of());
    }

    private Path inTheWay() {
        return data.resolve("lintel.db-wal/in-the-way");
    }

    private void unusable() throws IOException {
        Files.createDirectories(inTheWay());
    }

    private void usable() throws IOException {
        Files.delete(inTheWay());
        Files.delete(inTheWay().getParent());
    }

    private void unreadable() throws IOException {
        Files.move(data.resolve("lintel.db"), data.resolve("elsewhere"));
        Files.createDirectory(data.resolve("lintel.db"));
    }

    private void readable() throws IOException {
        Files.delete(data.resolve("lintel.db"));
        Files.move(data.resolve("elsewhere"), data.resolve("lintel.db"));
    }

    /// A box without its doors and pages.
    private final class Running implements AutoCloseable {
        private final CutRestore restore = CutRestore.settle(data, surroundings);
        private final DataFolder folder = restore.open(true);
        private final BoxStore store;

        Running(Before before) {
            store = BoxStore.open(restore, folder, surroundings, time, before);
            store.watchDisk();
        }

        Database database() {
            return store.database();
        }

        void look() {
            time.advance(MINUTE);
            store.lookAtDisk();
        }

        @Override
        public void close() {
            store.close();
            folder.close();
            restore.close();
        }
    }

    private static List<Event> rexes(Database database) {
        return new EventStore(database)
                .newest(1_000).stream()
                        .filter(event -> event.kind() == EventKind.REX_PRESSED)
                        .toList();
    }

    private List<Path> asides() throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(each -> each.getFileName().toString().startsWith("lintel.db.damaged-"))
                    .toList();
        }
    }

    private static String place(Database database, int person) {
        return database.read(
                sql -> sql.get("SELECT area FROM person_area WHERE person_id = ?", row -> row.text(1), person));
    }

    /// Events, a person who moves, and a lockdown. Returns the id of the newest event.
    private long act(Database database) throws InterruptedException {
        var ada = new EventDraft.Subject(1L, 1L, "Ada", null, null, false);
        Map<String, Object> yard = Map.of("area", "yard");
        database.events().append(new EventDraft(EventKind.ADMITTED_CARD, time.nowMs(), time.nowNs(), ada, yard));
        append(database, 3);
        long shown = rexes(database).getLast().id();
        time.advance(MINUTE);
        long nowMs = time.nowMs();
        database.write(sql -> sql.run("UPDATE person_area SET area = 'yard', since = ?", nowMs));
        database.write(sql -> sql.run(
                "INSERT OR REPLACE INTO door_state (channel_id, unlock, card_lockdown, rex_lockdown,"
                        + " aux_lockdown, hours_overridden, hours_first_card, hours_on, changed_at)"
                        + " VALUES (1, 0, 1, 0, 0, 0, 0, 0, ?)",
                nowMs));
        return shown;
    }

    private static long lockdown(Database database) {
        return database.read(
                sql -> sql.get("SELECT card_lockdown FROM door_state WHERE channel_id = 1", row -> row.number(1)));
    }

    private static long groups(Database database) {
        return database.read(sql -> sql.get("SELECT count(*) FROM person_group", row -> row.number(1)));
    }

    @Test
    void databaseInMemory_refusesChangesOfClientsAndTakesItsOwn() throws IOException {
        unusable();
        try (var box = new Running(Before.NOTHING)) {
            String rename = "UPDATE person SET last_name = 'Lost' WHERE id = 1";
            ClientWork.run(() -> assertThatThrownBy(() -> box.database().write(sql -> sql.run(rename)))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.isOfDisk()).isTrue())
                    .hasMessageContaining("changes are refused"));
            String hub = "UPDATE person SET last_name = 'Sent' WHERE id = 1";
            assertThat(box.database().<Integer>write(sql -> sql.run(hub))).isEqualTo(1);
        }
    }

    /// A session that cannot be ended would let a thief stay.
    @Test
    void databaseInMemory_endsSessions() throws IOException {
        unusable();
        try (var box = new Running(Before.NOTHING)) {
            var sessions = new SessionStore(box.database());
            ClientWork.run(() -> {
                sessions.delete(Bytes.of(1));
                sessions.deleteOne(1, Bytes.of(1));
                sessions.deleteOthers(1, Bytes.of(1));
                sessions.deleteOfUser(1);
            });
        }
    }

    @Test
    void diskThatWorksAgain_takesWhatHappenedInMemory() throws Exception {
        unusable();
        long shown;
        try (var box = new Running(Before.NOTHING)) {
            shown = act(box.database());
            box.look();
            assertThat(box.store.returns()).as("the disk fails").isFalse();
            usable();
            box.look();
            assertThat(box.store.returns()).isTrue();
            assertThat(box.store.isDamaged()).isFalse();
        }
        try (var box = new Running(Before.NOTHING)) {
            assertThat(box.store.isOnDisk()).isTrue();
            assertThat(rexes(box.database())).hasSize(EVENTS + 3);
            assertThat(rexes(box.database()).getLast().id()).isEqualTo(shown);
            assertThat(place(box.database(), 1)).isEqualTo("yard");
            assertThat(groups(box.database())).isEqualTo(1);
            assertThat(lockdown(box.database())).isEqualTo(1);
            assertThat(box.database().integrityCheck()).isEqualTo("ok");
        }
    }

    /// Its changes since the snapshot are those of the disk.
    @Test
    void diskThatWorksAgainAfterASnapshotDecided_hasItsOwnPeopleAndTheEventsInMemory() throws Exception {
        unreadable();
        try (var box = new Running(Before.NOTHING)) {
            assertThat(groups(box.database())).as("of the snapshot").isEqualTo(2);
            append(box.database(), 3);
            readable();
            box.look();
            assertThat(box.store.returns()).isTrue();
        }
        try (var box = new Running(Before.NOTHING)) {
            assertThat(rexes(box.database())).hasSize(EVENTS + 3);
            assertThat(groups(box.database())).isEqualTo(1);
            assertThat(place(box.database(), 1)).isEqualTo("inside");
            assertThat(asides()).isEmpty();
        }
    }

    /// What the hub revoked meanwhile stays revoked, whether it can be reached after the restart or not.
    @Test
    void diskThatWorksAgain_hasWhatTheHubSentMeanwhile() throws Exception {
        try (var folder = DataFolder.open(data);
                var database = Database.open(folder, time)) {
            database.write(sql -> sql.run(
                    "INSERT INTO sync_cursor (id, upstream, cursor, policy_revision) VALUES (1, 'hub', 'era.5', 5)"));
        }
        unusable();
        try (var box = new Running(Before.NOTHING)) {
            box.database().write(sql -> sql.run("UPDATE person SET enabled = 0 WHERE id = 1"));
            box.database().write(sql -> sql.run("UPDATE sync_cursor SET cursor = 'era.6'"));
            usable();
            box.look();
        }
        try (var box = new Running(Before.NOTHING)) {
            assertThat(box.store.isOnDisk()).isTrue();
            long enabled = box.database()
                    .read(sql -> sql.get("SELECT enabled FROM person WHERE id = 1", row -> row.number(1)));
            assertThat(enabled).isZero();
            String cursor = box.database().read(sql -> sql.get("SELECT cursor FROM sync_cursor", row -> row.text(1)));
            assertThat(cursor).isEqualTo("era.6");
        }
    }

    /// A hub has given the box other doors, say.
    @Test
    void restartForAnotherReason_continuesInMemory() throws Exception {
        unusable();
        Predecessor before;
        try (var box = new Running(Before.NOTHING)) {
            act(box.database());
            before = box.store.handOver();
        }
        Predecessor.Left left = before.left().get();
        try (var box = new Running(before.knowing(Known.NOTHING, left))) {
            assertThat(left.end()).isEmpty();
            assertThat(box.store.isOnDisk()).isFalse();
            assertThat(rexes(box.database())).hasSize(EVENTS + 3);
            assertThat(lockdown(box.database())).isEqualTo(1);
            assertThat(box.store.handOver().returns()).isZero();
        }
    }

    /// A controller that resets takes some seconds; a dead sector stays dead.
    @Test
    void unreadableDatabaseAtTheStart_isPutAsideAfterAMinuteAlone() throws Exception {
        unreadable();
        Predecessor before;
        long shown;
        try (var box = new Running(Before.NOTHING)) {
            shown = act(box.database());
            for (int seconds = 0; seconds < 60; seconds += 5) {
                box.store.lookAtDisk();
                assertThat(box.store.isDamaged()).as("after %d s", seconds).isFalse();
                time.advance(Duration.ofSeconds(5));
            }
            assertThat(asides()).isEmpty();
            box.store.lookAtDisk();
            assertThat(box.store.isDamaged()).isTrue();
            before = box.store.handOver();
        }
        assertThat(before.damaged()).isTrue();
        Predecessor.Left left = before.left().get();
        try (var box = new Running(new Before(Known.DAMAGED, left.memory(), 0))) {
            assertThat(box.store.isOnDisk()).isTrue();
            assertThat(left.end()).isEmpty();
            assertThat(asides()).hasSize(1);
            assertThat(rexes(box.database()))
                    .as("the newest one of the snapshot, and those in memory")
                    .hasSize(4);
            assertThat(rexes(box.database()).getLast().id()).isEqualTo(shown);
            assertThat(lockdown(box.database())).isEqualTo(1);
            assertThat(place(box.database(), 1)).isEqualTo("yard");
            assertThat(box.database().integrityCheck()).isEqualTo("ok");
        }
    }

    /// The copy in memory has what was acknowledged after the snapshot.
    @Test
    void copyOfADatabaseThatProvesDamaged_decidesAfterwards() throws Exception {
        unusable();
        Predecessor before;
        try (var box = new Running(Before.NOTHING)) {
            assertThat(groups(box.database())).isEqualTo(1);
            act(box.database());
            usable();
            damage("person");
            box.look();
            box.look();
            assertThat(box.store.isDamaged()).isTrue();
            before = box.store.handOver();
        }
        Predecessor.Left left = before.left().get();
        try (var box = new Running(new Before(Known.DAMAGED, left.memory(), 0))) {
            assertThat(box.store.isOnDisk()).isTrue();
            assertThat(left.end()).isEmpty();
            assertThat(groups(box.database()))
                    .as("in the snapshot there are two")
                    .isEqualTo(1);
            assertThat(lockdown(box.database())).isEqualTo(1);
            assertThat(place(box.database(), 1)).isEqualTo("yard");
        }
    }

    private void damage(String table) throws Exception {
        BrokenPages.erase(data.resolve("lintel.db"), table);
    }

    /// A disk that cannot be written to is read once, and again when it can.
    @Test
    void soundDatabaseThatCannotBeUsed_isNotReadWholeEachMinute() throws Exception {
        unreadable();
        try (var box = new Running(Before.NOTHING)) {
            readable();
            Path key = data.resolve("keys/event-names");
            Files.move(key, data.resolve("key"));
            Files.createDirectory(key); // the database can be read, and does not open
            box.look();
            assertThat(box.store.returns()).isFalse();
            BrokenPages.misplace(data.resolve("lintel.db"), "event_kind"); // found by a look at the whole file alone
            for (int i = 0; i < 3; i++) box.look();
            assertThat(box.store.isDamaged()).as("it was looked at").isFalse();
            Files.delete(key);
            Files.move(data.resolve("key"), key);
            for (int i = 0; i < 2; i++) box.look();
            assertThat(box.store.isDamaged()).isTrue();
        }
    }

    @Test
    void diskThatFailsAgainAfterEachReturn_isTriedLessOften() throws Exception {
        var waits = new ArrayList<Duration>();
        int returns = 0;
        for (int i = 0; i < 8; i++) {
            waits.add(BoxStore.diskAfter(returns));
            unusable();
            try (var box = new Running(new Before(Known.NOTHING, null, returns))) {
                usable();
                box.look();
                assertThat(box.store.returns()).isTrue();
                returns = box.store.handOver().returns();
            }
        }
        assertThat(waits.stream().map(Duration::toSeconds))
                .containsExactly(10L, 60L, 120L, 240L, 480L, 960L, 1800L, 1800L);
        try (var box = new Running(new Before(Known.NOTHING, null, returns))) {
            assertThat(box.store.handOver().returns()).isEqualTo(8);
            time.advance(Duration.ofHours(1));
            assertThat(box.store.handOver().returns())
                    .as("the disk has worked for an hour")
                    .isZero();
        }
    }
}
