package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.EventQueries.Filter;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Bytes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventTrimTest {
    private static final int EVENTS = 10_000;
    private static final long WAIT_MS = 20_000;

    @TempDir
    Path path;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private DataFolder folder;
    private Database database;

    @BeforeEach
    void open() {
        folder = DataFolder.open(path);
        database = TestDatabase.open(folder, time);
    }

    @AfterEach
    void close() {
        database.close();
        folder.close();
    }

    private void append(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            if (i % 5_000 == 4_999) assertThat(database.awaitDisk(WAIT_MS)).isTrue(); // before the ring is full
            database.events()
                    .append(new EventDraft(
                            EventKind.REX_PRESSED,
                            time.nowMs(),
                            time.nowNs(),
                            new Subject(9001L, null, null, null, null, false),
                            Map.of()));
        }
        assertThat(database.awaitDisk(WAIT_MS)).isTrue();
    }

    private long rows() {
        return database.read(sql -> sql.get("SELECT count(*) FROM event", row -> row.number(1)));
    }

    private static Filter all() {
        var none = new TreeSet<EventKind>();
        return new Filter(
                new TreeSet<>(EnumSet.of(EventKind.REX_PRESSED)), none, none, Map.of(), List.of(), null, null, null);
    }

    @Test
    void wholeBlocksOfTheOldestGoAndCountsFollow() throws Exception {
        append(EVENTS);
        var queries = new EventQueries(database);
        assertThat(queries.count(all(), 0, EVENTS)).isEqualTo(EVENTS);

        assertThat(EventTrim.trim(database, EVENTS)).isZero();
        assertThat(EventTrim.trim(database, 3_000)).isEqualTo(EventTally.BLOCK_IDS);
        assertThat(rows()).isEqualTo(EVENTS - EventTally.BLOCK_IDS);
        assertThat(queries.count(all(), 0, EVENTS)).isEqualTo(EVENTS - EventTally.BLOCK_IDS);
        assertThat(new EventQueries(database).count(all(), 0, EVENTS)).isEqualTo(EVENTS - EventTally.BLOCK_IDS);
        assertThat(new EventStore(database).after(0, 1).getFirst().id()).isEqualTo(EventTally.BLOCK_IDS + 1);
        assertThat(EventTrim.trim(database, 3_000)).isZero();
    }

    @Test
    void theFirstEventThatStaysIsStillProven() throws Exception {
        append(EVENTS);
        EventTrim.trim(database, 3_000);
        EventTrim.trim(database, 1_000);
        assertThat(database.awaitDisk(60_000)).isTrue();
        try (var events = ChainedEvents.open(folder.database())) {
            long first = events.first();
            var links = new ArrayList<ChainedEvents.Link>();
            events.each(first, links::add);
            Bytes before = Objects.requireNonNull(events.beforeFirst(first));
            assertThat(first).isGreaterThan(EventTally.BLOCK_IDS + 1);
            assertThat(events.hash(before, links.getFirst()))
                    .isEqualTo(links.getFirst().hash());
            assertThat(events.beforeFirst(first + 1)).isNull();
        }
    }

    @Test
    void idsGoOnAndNothingElseMayDeleteAnEvent() throws Exception {
        append(EVENTS);
        EventTrim.trim(database, 0);
        append(1);
        assertThat(database.events().head()).isEqualTo(EVENTS + 1);
        assertThatThrownBy(() -> database.write(sql -> sql.run("DELETE FROM event")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("events are never deleted");
        close();
        open();
        assertThat(database.integrityCheck()).isEqualTo("ok");
        assertThat(database.events().head()).isEqualTo(EVENTS + 1);
    }

    @Test
    void anEmptyLogStaysAsItIs() {
        assertThat(EventTrim.trim(database, 0)).isZero();
    }

    @Test
    void aFileThatMayNotGrowIsFullAndStillRead() throws Exception {
        database.growTo(1L << 20);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 200; i++) {
                        int n = i;
                        database.write(sql ->
                                sql.run("INSERT INTO account VALUES (?, ?, 'UTC', 0, 0)", n, "x".repeat(100_000)));
                    }
                })
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.FULL));
        long kept = database.read(sql -> sql.get("SELECT count(*) FROM account", row -> row.number(1)));
        assertThat(kept).isPositive();
    }

    @Test
    void whoReadsAfterTheEndIsToldSo() {
        database.close();
        assertThatThrownBy(this::rows)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.CLOSED));
        database = TestDatabase.open(folder, time);
    }
}
