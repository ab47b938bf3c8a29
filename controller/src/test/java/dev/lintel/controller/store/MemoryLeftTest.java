package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.store.Outage.Origin;
import dev.lintel.controller.store.Recovery.Before;
import dev.lintel.controller.store.Recovery.Known;
import dev.lintel.controller.time.HandTime;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.LogMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a database in memory leaves for the disk's. A folder in the place of the log of writes is a disk that cannot be
/// used.
class MemoryLeftTest {
    private static final int EVENTS = 20;
    private static final String HASH = "ab".repeat(32);

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");

    @TempDir
    Path folder;

    @TempDir
    Path memory;

    private DataFolder data;

    @BeforeEach
    void fill() throws InterruptedException {
        data = DataFolder.open(folder);
        try (var database = Database.open(data, time)) {
            FirstSite demo = FirstSite.demo();
            new PolicyStore(database, time).begin(demo.policy(), demo.people());
            append(database, EVENTS);
        }
    }

    @AfterEach
    void close() {
        data.close();
    }

    private void append(Database database, int count) throws InterruptedException {
        long seen = database.events().head();
        for (int i = 0; i < count; i++) database.events().append(rex(Map.of()));
        assertThat(database.events().awaitHeadAbove(seen + count - 1, 60_000)).isGreaterThanOrEqualTo(seen + count);
    }

    private EventDraft rex(Map<String, Object> additional) {
        return new EventDraft(
                EventKind.REX_PRESSED, time.nowMs(), time.nowNs(), EventDraft.Subject.channel(1), additional);
    }

    private void unusable() throws IOException {
        Files.createDirectories(folder.resolve("lintel.db-wal/in-the-way"));
    }

    private void usable() throws IOException {
        Files.delete(folder.resolve("lintel.db-wal/in-the-way"));
        Files.delete(folder.resolve("lintel.db-wal"));
    }

    private static final long PLENTY = 64 << 20;

    private Recovery.Opened start(long roomBytes, @Nullable MemoryLeft left) {
        return Recovery.open(
                data, new MemoryRoom(List.of(memory), _ -> roomBytes), time, new Before(Known.NOTHING, left, 0));
    }

    private static MemoryLeft leave(Recovery.Opened opened) {
        return Objects.requireNonNull(opened.closeAfter(Objects.requireNonNull(opened.outage()), false));
    }

    private void change(String... statements) {
        try (var database = Database.open(data, time)) {
            run(database, statements);
        }
    }

    private static void run(Database database, String... statements) {
        database.write(sql -> {
            for (String each : statements) sql.run(each);
            return true;
        });
    }

    private static long number(Database database, String query) {
        return database.read(sql -> sql.get(query, row -> row.number(1)));
    }

    private static List<Long> rexes(Database database) {
        return new EventStore(database)
                .newest(1_000).stream()
                        .filter(event -> event.kind() == EventKind.REX_PRESSED)
                        .map(Event::id)
                        .sorted()
                        .toList();
    }

    /// Of the box's log.
    private static long newest(Database hub) {
        return hub.read(
                sql -> BoxLogStore.newest(sql, 7, BoxLogStore.current(sql, 7)).id());
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(memory)) {
            return files.toList();
        }
    }

    /// Rooms for the whole database, and for one without its history.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void hubThatRanInMemory_isTheSameHubAfterwards(boolean whole) throws Exception {
        change("INSERT INTO box (id, name, state, joined_at, joined_by) VALUES (7, 'Gate', 'joined', 0, 'me')");
        try (var database = Database.open(data, time)) {
            database.write(sql -> {
                EraStore.begin(sql, "first");
                BoxLogStore.note(sql, 7, 0, new LogMark(41, HASH));
                BoxLogStore.note(sql, 7, 0, new LogMark(42, HASH));
                return true;
            });
        }
        unusable();
        long room = whole ? PLENTY : folder.resolve("lintel.db").toFile().length() * 3 / 2;
        Cursor given;
        List<Long> shown;
        MemoryLeft left;
        try (var keeping = new Keeping(start(room, null))) {
            Database hub = keeping.opened.database();
            assertThat(keeping.opened.outage())
                    .extracting(Outage::origin)
                    .isEqualTo(whole ? Origin.WHOLE : Origin.POLICY);
            hub.write(sql -> {
                EraStore.begin(sql, "memory");
                return true;
            });
            assertThat(newest(hub)).isEqualTo(42);
            run(hub, "UPDATE person SET enabled = 0 WHERE id = 1");
            hub.write(sql -> {
                hub.events().append(rex(Map.of("box", "Gate", "box_event_id", 43)));
                BoxLogStore.note(sql, 7, 0, new LogMark(43, HASH));
                return true;
            });
            append(hub, 1);
            given = new Cursor("memory", number(hub, "SELECT value FROM sync_revision"));
            shown = rexes(hub);
            left = keeping.leave();
        }
        usable();
        try (var opened = start(PLENTY, left)) {
            assertThat(opened.memory()).isNull();
            assertThat(left.end()).isEmpty();
            Database hub = opened.database();
            assertThat(hub.<Boolean>read(sql -> EraStore.knows(sql, given))).isTrue();
            assertThat(number(hub, "SELECT value FROM sync_revision")).isEqualTo(given.revision());
            assertThat(number(hub, "SELECT enabled FROM person WHERE id = 1")).isZero();
            assertThat(number(hub, "SELECT revision FROM person_revision WHERE person_id = 1"))
                    .isEqualTo(given.revision());
            assertThat(newest(hub)).isEqualTo(43);
            assertThat(number(hub, "SELECT count(*) FROM box_event")).isEqualTo(3);
            assertThat(rexes(hub)).hasSize(EVENTS + 2).endsWith(shown.getLast());
            run(hub, "UPDATE person SET enabled = 1 WHERE id = 1");
            assertThat(number(hub, "SELECT value FROM sync_revision"))
                    .as("changes count again")
                    .isGreaterThan(given.revision());
            assertThat(hub.integrityCheck()).isEqualTo("ok");
        }
        assertThat(left()).isEmpty();
    }

    /// Closes what a test that fails leaves open.
    private static final class Keeping implements AutoCloseable {
        private final Recovery.Opened opened;
        private boolean isLeft;

        Keeping(Recovery.Opened opened) {
            this.opened = opened;
        }

        MemoryLeft leave() {
            isLeft = true;
            return MemoryLeftTest.leave(opened);
        }

        @Override
        public void close() {
            if (!isLeft) opened.close();
        }
    }

    /// A thief's session that was ended must not come back with the disk.
    @Test
    void sessionThatEndedInMemory_staysEnded() throws Exception {
        change(
                "INSERT INTO user (id, account_id, email, created_at, updated_at) VALUES (1, 1, 'a@example.org', 0, 0)",
                "INSERT INTO session (token_hash, user_id, csrf_token, created_at, last_seen_at)"
                        + " VALUES (x'01', 1, '', 0, 0), (x'02', 1, '', 0, 0)");
        unusable();
        var opened = start(PLENTY, null);
        run(opened.database(), "DELETE FROM session WHERE token_hash = x'02'");
        MemoryLeft left = leave(opened);
        usable();
        try (var disk = start(PLENTY, left)) {
            assertThat(number(disk.database(), "SELECT count(*) FROM session")).isEqualTo(1);
            assertThat(number(disk.database(), "SELECT count(*) FROM session WHERE token_hash = x'01'"))
                    .isEqualTo(1);
            left.end();
        }
    }

    /// A person whom an operator forgave has no place, also after the return.
    @Test
    void placeThatWasForgotten_staysForgotten() throws Exception {
        change("INSERT INTO place VALUES (1, 'inside', 7), (2, 'inside', 7)");
        unusable();
        var opened = start(PLENTY, null);
        run(opened.database(), "DELETE FROM place WHERE person_id = 1");
        MemoryLeft left = leave(opened);
        usable();
        try (var disk = start(PLENTY, left)) {
            assertThat(number(disk.database(), "SELECT person_id FROM place")).isEqualTo(2);
            left.end();
        }
    }

    /// The disk comes back and fails again before the box has opened it.
    @Test
    void diskThatFailsAgain_takesBothTimesInMemoryLater() throws Exception {
        unusable();
        var first = start(PLENTY, null);
        append(first.database(), 2);
        run(first.database(), "INSERT INTO place VALUES (1, 'yard', 9)");
        long shown = rexes(first.database()).getLast();
        MemoryLeft left = leave(first);
        time.advance(Duration.ofSeconds(1));
        var second = start(PLENTY, left);
        assertThat(second.memory()).isNotNull();
        assertThat(left.end()).isEmpty();
        assertThat(rexes(second.database())).hasSize(EVENTS + 2).endsWith(shown);
        assertThat(number(second.database(), "SELECT count(*) FROM place WHERE area = 'yard'"))
                .isEqualTo(1);
        append(second.database(), 1);
        long last = rexes(second.database()).getLast();
        assertThat(last).isGreaterThan(shown);
        MemoryLeft again = leave(second);
        usable();
        try (var disk = start(PLENTY, again)) {
            assertThat(disk.memory()).isNull();
            assertThat(again.end()).isEmpty();
            assertThat(rexes(disk.database()))
                    .hasSize(EVENTS + 3)
                    .contains(shown)
                    .endsWith(last);
            assertThat(number(disk.database(), "SELECT count(*) FROM place WHERE area = 'yard'"))
                    .isEqualTo(1);
        }
    }

    /// Another card is put into the slot.
    @Test
    void databaseOfAnotherBox_takesNothing() throws Exception {
        unusable();
        var opened = start(PLENTY, null);
        append(opened.database(), 2);
        run(opened.database(), "INSERT INTO place VALUES (1, 'yard', 9)");
        MemoryLeft left = leave(opened);
        usable();
        Files.delete(folder.resolve("lintel.db"));
        time.advance(Duration.ofDays(1));
        fillOther();
        try (var other = start(PLENTY, left)) {
            assertThat(number(other.database(), "SELECT count(*) FROM place")).isZero();
            assertThat(left.end())
                    .filteredOn(draft -> draft.kind() == EventKind.REX_PRESSED)
                    .hasSize(2);
        }
        assertThat(left()).isEmpty();
    }

    private void fillOther() throws InterruptedException {
        data.close();
        fill();
    }

    /// The events go to the log of the box that starts, which has a limit.
    @Test
    void eventsThatNoDatabaseTakes_areKeptUpToALimitAndTheRestIsCounted() throws Exception {
        unusable();
        var opened = start(PLENTY, null);
        assertThat(opened.database().awaitDisk(60_000)).isTrue();
        run(opened.database(), """
                INSERT INTO event (id, kind, pin, occurred_at, boot_id, monotonic_ns, additional, created_at, hash)
                WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 12000)
                SELECT (SELECT max(id) FROM event) + id, (SELECT kind FROM event WHERE id = 3), 0, 0, 'boot', 0,
                       '{}', 0, zeroblob(32) FROM ids""");
        MemoryLeft left = leave(opened);
        List<EventDraft> drafts = left.end();
        assertThat(drafts).hasSize(9_001);
        assertThat(drafts.getFirst().kind()).isEqualTo(EventKind.STORAGE_FAULT);
        assertThat(drafts.getFirst().additional()).containsEntry("events_lost", 3_001L); // with the start's own
    }
}
