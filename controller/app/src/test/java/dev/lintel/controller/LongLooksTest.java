package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.Housekeeping;
import dev.lintel.controller.health.Vitals;
import dev.lintel.controller.store.Recovery;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A look at a large database that takes long.
@Timeout(60)
class LongLooksTest {
    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final Health health = new Health();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicReference<String> thread = new AtomicReference<>();

    private void lookLong() {
        thread.set(Thread.currentThread().getName());
        begun.countDown();
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aLookAtADoubtedDatabaseTakesLong_otherJobsRunMeanwhile(@TempDir Path folder, @TempDir Path memory)
            throws Exception {
        var service = new Surroundings(null, null, null, null, true, memory);
        try (var data = DataFolder.open(folder);
                var box = BoxStore.open(
                        new CutRestore(folder, null, null), data, service, time, Recovery.Before.NOTHING);
                var housekeeping = new Housekeeping(health);
                var looks = new LongLooks(health, time)) {
            box.lookAfter(housekeeping, looks, this::lookLong);
            box.undecided(new StoreException(Reason.DISK, "a read failed", null));
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            var other = new CountDownLatch(3);
            housekeeping.every("other", Duration.ZERO, Duration.ofMillis(1), other::countDown);
            assertThat(other.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(thread).hasValue("database-doubts");
            end.countDown();
        }
    }

    @Test
    void lookAfterAnError_doesNotWaitForALookAtAWholeFile(@TempDir Path folder, @TempDir Path memory) throws Exception {
        var service = new Surroundings(null, null, null, null, true, memory);
        try (var data = DataFolder.open(folder);
                var box = BoxStore.open(
                        new CutRestore(folder, null, null), data, service, time, Recovery.Before.NOTHING);
                var housekeeping = new Housekeeping(health);
                var looks = new LongLooks(health, time)) {
            looks.every("snapshot of a large file", Duration.ZERO, Duration.ofDays(1), this::lookLong);
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            var settled = new CountDownLatch(1);
            box.lookAfter(housekeeping, looks, settled::countDown);
            box.undecided(new StoreException(Reason.DISK, "a read failed", null));
            assertThat(settled.await(30, TimeUnit.SECONDS)).isTrue();
            end.countDown();
        }
    }

    @Test
    void looksRunOneAfterTheOther() throws Exception {
        try (var looks = new LongLooks(health, time)) {
            var second = new CountDownLatch(1);
            looks.every("first", Duration.ZERO, Duration.ofDays(1), this::lookLong);
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            looks.every("second", Duration.ZERO, Duration.ofDays(1), second::countDown);
            assertThat(second.getCount()).isEqualTo(1);
            end.countDown();
            assertThat(second.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aLookThatHangsForHours_isReportedByTheVitals() throws Exception {
        var vitals = new Vitals(time);
        long mostNs = Duration.ofDays(1).toNanos();
        try (var looks = new LongLooks(health, time)) {
            looks.watch(vitals);
            time.advance(Duration.ofHours(7));
            assertThat(vitals.look(mostNs)).as("none runs").isNull();
            looks.every("first", Duration.ZERO, Duration.ofDays(1), this::lookLong);
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(vitals.look(mostNs)).isNull();
            time.advance(Duration.ofHours(5));
            assertThat(vitals.look(mostNs)).isNull();
            time.advance(Duration.ofHours(2));
            assertThat(vitals.look(mostNs)).contains("the look at the database");
            end.countDown();
        }
    }
}
