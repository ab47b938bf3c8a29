package dev.lintel.tools.bench;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.bench.Figure.Aim;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// How many events a second reach the disk, and how long each waits for it: as fast as several threads can append,
/// and at a pace that no site reaches.
final class EventsBench implements Bench {
    private static final int THREADS = 4;
    /// Appended and not yet on disk: far from the ring's end, where events would fall out.
    private static final int WAITING_MAX = 2_000;
    private static final long PACE_NS = 10_000_000;
    private static final int PACED_ONE_IN = 200;

    @Override
    public void run(Setting setting, Report report) {
        Path folder = Folders.fresh(setting.work(), "events");
        Time time = setting.time();
        try (DataFolder data = DataFolder.open(folder);
                Database database = Database.open(data, time)) {
            int count = setting.effort().events() / THREADS * THREADS;
            grouped(database.events(), time, count); // the code is cold the first time
            setting.say("events: %,d in groups".formatted(count));
            long begunNs = time.nowNs();
            Samples lags = grouped(database.events(), time, count);
            double seconds = (time.nowNs() - begunNs) / 1e9;
            report.add("durable events a second, in groups", count / seconds, "/s", Aim.atLeast(10_000));
            report.addMs("commit lag then: p50", lags.median(), null);
            report.addMs("commit lag then: p99", lags.percentile(0.99), null);

            int paced = setting.effort().events() / PACED_ONE_IN;
            setting.say("events: %,d at 100 a second".formatted(paced));
            Samples calm = paced(database.events(), time, paced);
            report.addMs("commit lag at 100 events a second: p50", calm.median(), null);
            report.addMs("commit lag at 100 events a second: p99", calm.percentile(0.99), Aim.atMost(50));
            long stored = database.read(sql -> sql.get("SELECT count(*) FROM event", row -> row.number(1)));
            report.add("events lost", 2.0 * count + paced - stored, "", Aim.atMost(0));
        } finally {
            Folders.delete(folder);
        }
    }

    private static Samples grouped(EventLog log, Time time, int count) {
        var slots = new Semaphore(WAITING_MAX);
        var durable = new CountDownLatch(count);
        var lags = new Lags(time, durable, slots);
        for (int i = 0; i < THREADS; i++) {
            Thread.ofPlatform().name("appender-" + i).start(() -> {
                for (int n = 0; n < count / THREADS; n++) {
                    slots.acquireUninterruptibly();
                    lags.append(log);
                }
            });
        }
        await(durable);
        return lags.samples;
    }

    private static Samples paced(EventLog log, Time time, int count) {
        var durable = new CountDownLatch(count);
        var lags = new Lags(time, durable, new Semaphore(0));
        long nextNs = time.nowNs();
        for (int n = 0; n < count; n++) {
            for (long left = nextNs - time.nowNs(); left > 0; left = nextNs - time.nowNs()) LockSupport.parkNanos(left);
            lags.append(log);
            nextNs += PACE_NS;
        }
        await(durable);
        return lags.samples;
    }

    private static void await(CountDownLatch durable) {
        try {
            durable.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while events were written", e);
        }
    }

    /// Appends, and measures until the writer says that the event is on disk. Samples belong to the writer's thread
    /// until the latch opens.
    private record Lags(Time time, CountDownLatch durable, Semaphore slots, Samples samples, AtomicLong lost) {
        Lags(Time time, CountDownLatch durable, Semaphore slots) {
            this(time, durable, slots, new Samples(), new AtomicLong());
        }

        void append(EventLog log) {
            long begunNs = time.nowNs();
            var subject = new EventDraft.Subject(1L, 17L, "Ada Demo", 23L, "1001", false);
            Map<String, Object> trace = Map.of(
                    "reader", "entry", "format", "raw", "credential_type", "Card", "role_id", 1L, "group_id", 1L);
            var draft = new EventDraft(EventKind.ADMITTED_CARD, time.nowMs(), begunNs, subject, trace);
            log.append(draft, id -> {
                samples.add(time.nowNs() - begunNs);
                if (id == EventLog.NOT_STORED) lost.incrementAndGet();
                slots.release();
                durable.countDown();
            });
        }
    }
}
