package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A full disk, as SQLite reports it: the database may not grow by another page.
class FullDiskTest {
    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");

    private EventDraft large(int number) {
        return new EventDraft(
                EventKind.REX_PRESSED,
                time.nowMs(),
                time.nowNs(),
                EventDraft.Subject.channel(1),
                Map.of("number", number, "padding", "x".repeat(500)));
    }

    private static void limitPages(Database database, long pages) {
        database.write(sql -> {
            sql.get("PRAGMA max_page_count = " + pages, row -> row.number(1));
            return true;
        });
    }

    @Test
    void eventsWaitWhileThereIsNoRoomAndNoneIsLostWhenThereIsRoomAgain() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            long used = database.read(sql -> sql.get("PRAGMA page_count", row -> row.number(1)));
            limitPages(database, used + 2);
            var durable = new CountDownLatch(200);
            for (int i = 0; i < 200; i++) database.events().append(large(i), _ -> durable.countDown());
            assertThatThrownBy(() -> database.write(
                            sql -> sql.run("INSERT INTO account VALUES (1, ?, 'UTC', 0, 0)", "x".repeat(100_000))))
                    .isInstanceOf(StoreException.class);
            assertThat(database.events().failing()).isTrue();
            assertThat(durable.getCount()).isPositive();

            limitPages(database, 1_000_000);
            assertThat(durable.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(database.events().failing()).isFalse();
            List<Long> ids = database.read(sql -> sql.list("SELECT id FROM event ORDER BY id", row -> row.number(1)));
            assertThat(ids).hasSize(200);
            assertThat(ids.getLast()).isEqualTo(200); // without gaps
            assertThat(database.integrityCheck()).isEqualTo("ok");
        }
    }

    /// Appends one event after another until one finds no room in the pages there are, and waits; returns how many.
    private int fill(Database database) throws InterruptedException {
        for (int i = 1; ; i++) {
            var durable = new CountDownLatch(1);
            database.events().append(large(-i), _ -> durable.countDown());
            while (!durable.await(10, TimeUnit.MILLISECONDS)) {
                if (database.events().failing()) return i;
            }
        }
    }

    @Test
    void whatFallsOutOfTheRingIsCountedAndToldOnce() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            long used = database.read(sql -> sql.get("PRAGMA page_count", row -> row.number(1)));
            limitPages(database, used);
            // The disk is full before the ring is: else what fell out is told beforehand, and again later.
            int filling = fill(database);
            var lost = new AtomicLong();
            int many = SqliteEventLog.RING_MAX + 5_000;
            var answered = new CountDownLatch(many);
            for (int i = 0; i < many; i++) {
                database.events().append(large(i), id -> {
                    if (id == EventLog.NOT_STORED) lost.incrementAndGet();
                    answered.countDown();
                });
            }
            assertThat(lost.get()).isPositive();
            limitPages(database, 1_000_000);
            assertThat(answered.await(60, TimeUnit.SECONDS)).isTrue();
            long stored =
                    database.read(sql -> sql.get("SELECT count(*) FROM event WHERE kind = 30", row -> row.number(1)));
            assertThat(stored + lost.get()).isEqualTo(many + filling);
            List<String> faults = database.read(
                    sql -> sql.list("SELECT additional FROM event WHERE kind = 353 ORDER BY id", row -> row.text(1)));
            assertThat(faults).hasSize(1);
            assertThat(faults.getFirst()).contains("\"events_lost\":" + lost.get());
        }
    }
}
