package dev.lintel.tools.bench;

import dev.lintel.controller.time.Time;
import dev.lintel.tools.bench.Figure.Aim;
import dev.lintel.tools.bench.SyncBench.Stage;
import dev.lintel.tools.bench.WebhooksBench.Subject;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// Events of boxes on their way to the hub's disk: what had gathered while the hub was away, then as many a second as
/// the hub is to take, then one at a time.
final class EventsUp {
    private static final int BOXES_MAX = 50;
    private static final int PER_SECOND = 2_000;
    private static final long PACE_NS = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;
    private static final int SINGLE = 20;
    private static final long SINGLE_GAP_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int SECONDS_MAX = 300;
    private static final double NS = 1e9;
    /// The hub keeps up while no more wait for it than come in a second: what it does not take gathers, and after ten
    /// seconds of a tenth too few that many would.
    private static final int WAITING_MAX = PER_SECOND;

    private static final String ALL =
            "SELECT count(*) FROM event WHERE additional ->> 'box' LIKE '" + Fleet.NAME + "%'";
    private static final String ONCE =
            ALL.replace("count(*)", "count(DISTINCT (additional ->> 'box') || ' ' || (additional ->> 'box_event_id'))");

    private final Stage stage;
    private final Fleet fleet;
    private final int boxes;

    EventsUp(Stage stage, Fleet fleet, int boxes) {
        this.stage = stage;
        this.fleet = fleet;
        this.boxes = Math.min(boxes, BOXES_MAX);
    }

    /// What the boxes tell. `this` guards the samples.
    private static final class Heard implements MemoryTarget.Hearing {
        private final AtomicInteger delivered = new AtomicInteger();
        private Samples took = new Samples();

        @Override
        public void applied(String title, long atNs) {}

        @Override
        public synchronized void delivered(long tookNs) {
            took.add(tookNs);
            delivered.incrementAndGet();
        }

        @Override
        public void failed(String reason) {}

        synchronized Samples taken() {
            Samples taken = took;
            took = new Samples();
            return taken;
        }
    }

    void run() {
        int sent;
        try (Subject hub = stage.starting().on(stage.hub())) {
            sent = measured(hub);
        }
        double wrong = lostOrDoubled(stage.hub(), stage.time(), sent);
        stage.report().add("events of boxes lost or doubled", wrong, "", Aim.atMost(0));
    }

    /// Of `sent` events, each of another number at its box: those that the hub on `folder` does not have, and
    /// those that it has beside the first. One of each is two, not none.
    static long lostOrDoubled(Path folder, Time time, int sent) {
        long all = SyncBench.number(folder, time, ALL);
        long once = SyncBench.number(folder, time, ONCE);
        return Math.abs(sent - once) + (all - once);
    }

    private int measured(Subject hub) {
        var heard = new Heard();
        Time time = stage.time();
        Report report = stage.report();
        stage.setting().say("sync: events of %,d boxes".formatted(boxes));
        try (var awake = fleet.wake(boxes, hub.page(), heard)) {
            int each = Math.max(1, stage.setting().effort().events() / boxes);
            int backlog = each * boxes;
            long fromNs = time.nowNs();
            for (MemoryTarget one : awake.targets()) one.append(each);
            stage.await("a backlog", SECONDS_MAX, () -> heard.delivered.get() >= backlog);
            double rate = backlog * NS / (time.nowNs() - fromNs);
            report.add(
                    "a backlog of %,d events of %,d boxes".formatted(backlog, boxes),
                    rate,
                    "/s",
                    Aim.atLeast(PER_SECOND));
            heard.taken();

            int paced = PER_SECOND * stage.setting().effort().seconds();
            int all = backlog + paced;
            fromNs = time.nowNs();
            pace(awake, paced);
            int waiting = all - heard.delivered.get();
            stage.await("events at a pace", SECONDS_MAX, () -> heard.delivered.get() >= all);
            double steady = paced * NS / (time.nowNs() - fromNs);
            Samples took = heard.taken();
            report.add("2,000 events a second: on the hub's disk", steady, "/s", null);
            report.add(
                    "2,000 events a second: waiting at the end", (double) waiting, "events", Aim.atMost(WAITING_MAX));
            report.addMs("2,000 events a second: p50", took.median(), null);
            report.addMs("2,000 events a second: p99", took.percentile(0.99), null);

            for (int i = 1; i <= SINGLE; i++) {
                awake.targets().getFirst().append(1);
                int wanted = all + i;
                stage.await("an event", SECONDS_MAX, () -> heard.delivered.get() >= wanted);
                LockSupport.parkNanos(SINGLE_GAP_NS);
            }
            Samples single = heard.taken();
            report.addMs("one event, nothing else to do: p50", single.median(), null);
            report.addMs("one event: longest of " + SINGLE, single.max(), null);
            report.add("the hub then, highest (VmHWM)", stage.highest(hub), "MB", null);
            return all + SINGLE;
        }
    }

    private void pace(Fleet.Awake awake, int events) {
        Time time = stage.time();
        long nextNs = time.nowNs();
        for (int i = 0; i < events; i++) {
            for (long rest = nextNs - time.nowNs(); rest > 0; rest = nextNs - time.nowNs()) LockSupport.parkNanos(rest);
            awake.targets().get(i % boxes).append(1);
            nextNs += PACE_NS;
        }
    }
}
