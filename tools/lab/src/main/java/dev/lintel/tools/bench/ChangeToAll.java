package dev.lintel.tools.bench;

import dev.lintel.controller.time.Time;
import dev.lintel.tools.bench.Figure.Aim;
import dev.lintel.tools.bench.SyncBench.Stage;
import dev.lintel.tools.bench.WebhooksBench.Subject;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// Somebody's job title changes at the hub, and every box that is online applies that: after a silence in which
/// idle connections have ended, and again and again.
final class ChangeToAll {
    private static final double MS_MAX = 1_000;
    /// Half of the 160 KiB that the hub counts with: the rest is garbage and what is under way.
    private static final double HEAP_KIB_MAX = 80;
    private static final int CHANGES = 10;
    private static final int SECONDS_MAX = 60;
    /// The JDK's client ends an idle connection after 30 s.
    private static final int SILENCE_S = 35;
    /// Small runs end none.
    private static final int SILENT_FROM = 100;

    private static final long GAP_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Stage stage;
    private final Subject hub;
    private final Fleet fleet;
    private final int boxes;

    ChangeToAll(Stage stage, Subject hub, Fleet fleet, int boxes) {
        this.stage = stage;
        this.hub = hub;
        this.fleet = fleet;
        this.boxes = boxes;
    }

    /// A change that is applied somewhere.
    private record Applied(String title, long atNs) {}

    /// What the boxes tell.
    private static final class Heard implements MemoryTarget.Hearing {
        private final ConcurrentLinkedQueue<Applied> applied = new ConcurrentLinkedQueue<>();
        private final AtomicInteger count = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();

        @Override
        public void applied(String title, long atNs) {
            applied.add(new Applied(title, atNs));
            count.incrementAndGet();
        }

        @Override
        public void delivered(long tookNs) {}

        @Override
        public void failed(String reason) {
            failures.incrementAndGet();
        }
    }

    void run() {
        var heard = new Heard();
        Report report = stage.report();
        stage.setting().say("sync: %,d boxes connect".formatted(boxes));
        double alone = LiveHeap.kib(hub.pid());
        long fromNs = stage.time().nowNs();
        try (var awake = fleet.wake(boxes, hub.page(), heard);
                var https = SyncBench.client(hub, stage.hub(), stage.setting())) {
            report.addMs("%,d boxes connect".formatted(boxes), stage.time().nowNs() - fromNs, null);
            change(https, heard, "Warm", new Samples());
            // Each has had its turn by now, also whoever was put off when all connected at once.
            stage.await(
                    "boxes without a problem",
                    SECONDS_MAX,
                    () -> awake.followers().stream()
                            .allMatch(one -> one.status().problem() == null));
            heard.failures.set(0);
            if (boxes >= SILENT_FROM) {
                stage.setting().say("sync: silence");
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(SILENCE_S));
                tell("after a silence", changed(https, heard, "Silence", 1));
            }
            tell("again and again", changed(https, heard, "Bench", CHANGES));
            report.add("failures that boxes saw", (double) heard.failures.get(), "", Aim.atMost(0));
            double linked = LiveHeap.kib(hub.pid()) - alone;
            report.add(
                    "live heap of the hub for each of %,d boxes".formatted(boxes),
                    linked / boxes,
                    "KiB",
                    Aim.atMost(HEAP_KIB_MAX));
            report.add("the hub with %,d boxes, highest (VmHWM)".formatted(boxes), stage.highest(hub), "MB", null);
        }
    }

    private void tell(String when, Samples samples) {
        String what = "a change to %,d boxes, %s: ".formatted(boxes, when);
        stage.report().addMs(what + "p50", samples.median(), null);
        stage.report().addMs(what + "p99", samples.percentile(0.99), null);
        stage.report().addMs(what + "max", samples.max(), Aim.atMost(MS_MAX));
    }

    private Samples changed(Https https, Heard heard, String title, int times) {
        var samples = new Samples();
        for (int i = 0; i < times; i++) {
            change(https, heard, title + " " + i, samples);
            LockSupport.parkNanos(GAP_NS);
        }
        return samples;
    }

    /// From the write's answer, which some boxes are quicker than, to each of them.
    private void change(Https https, Heard heard, String title, Samples into) {
        Time time = stage.time();
        heard.applied.clear();
        heard.count.set(0);
        https.put("/api/3/people/1", "{\"job_title\":\"" + title + "\"}");
        long fromNs = time.nowNs();
        stage.await("a change to all boxes", SECONDS_MAX, () -> heard.count.get() >= boxes);
        for (Applied one : heard.applied) {
            if (one.title.equals(title)) into.add(Math.max(0, one.atNs - fromNs));
        }
    }
}
