package dev.lintel.tools.bench;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventClass;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.bench.Figure.Aim;
import dev.lintel.tools.bench.Listeners.Listener;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Webhooks of a box in a process of its own: people are let in by the API at a steady pace while nobody listens, and
/// while ten applications do of which one is dead; then a box comes back to a backlog.
///
/// ```
///   admission ──► event ─────────────── 250 ms window ───────────────► nine receivers here
///                   '─ monotonic_ns of the log ◄─ latency ─► nowNs ─────────┘   (one clock of the machine)
/// ```
final class WebhooksBench implements Bench {
    /// Times as long as other benches put load on.
    private static final int SECONDS_FACTOR = 3;
    private static final long PER_SECOND = 50;
    private static final long PACE_NS = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;
    private static final int LIVING = 9;
    private static final int DEAD = 1;
    private static final double LATENCY_MS_MAX = 500;
    /// Compiles what is measured, and lets the dead one fail for the first time. A run of one second has one.
    private static final int WARM_SECONDS_MAX = 3;
    /// The effort's events, of which the backlog is a part.
    private static final int BACKLOG_ONE_IN = 5;

    private static final long ARRIVE_NS_MAX = TimeUnit.SECONDS.toNanos(60);
    /// The window and a little more: what was on its way arrives within.
    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final double MB = 1024;
    private static final double NS = 1e9;

    /// A running box.
    interface Subject extends AutoCloseable {
        URI page();

        long pid();

        @Override
        void close();
    }

    /// Starts boxes.
    @FunctionalInterface
    interface Starting {
        Subject on(Path folder);
    }

    @Override
    public void run(Setting setting, Report report) {
        String command = BoxProcess.known(BoxProcess.CACHED) ? BoxProcess.CACHED : BoxProcess.PLAIN;
        BoxProcess.words(command); // before anything is made
        run(setting, report, folder -> new Launched(BoxProcess.start(command, folder, setting.time())));
    }

    private record Launched(BoxProcess box) implements Subject {
        @Override
        public URI page() {
            return box.page();
        }

        @Override
        public long pid() {
            return box.pid();
        }

        @Override
        public void close() {
            box.close();
        }
    }

    static void run(Setting setting, Report report, Starting starting) {
        Path folder = Folders.fresh(setting.work(), "webhooks");
        Time time = setting.time();
        long seconds = (long) SECONDS_FACTOR * setting.effort().seconds();
        try (var listeners = new Listeners(LIVING, DEAD, time)) {
            Listeners.prepare(folder, time);
            try (Subject box = starting.on(folder)) {
                setting.say("webhooks: nobody listens");
                pace(box, folder, setting, report, "nobody listens");
            }
            listeners.join(folder);
            long before = head(folder, time);
            try (Subject box = starting.on(folder)) {
                setting.say("webhooks: nine of ten listen");
                pace(box, folder, setting, report, "ten, one dead");
                await(listeners, (seconds + warmSeconds(setting)) * PER_SECOND, time);
            }
            tell(listeners, events(folder, before, time), report);
        } finally {
            Folders.delete(folder);
        }
        backlog(setting, report, starting);
    }

    /// Lets somebody in 50 times a second, and tells what that took and what the process did.
    private static void pace(Subject box, Path folder, Setting setting, Report report, String when) {
        Time time = setting.time();
        try (var https = client(box, folder, setting)) {
            admit(https, time, warmSeconds(setting));
            Duration before = cpu(box);
            long beganNs = time.nowNs();
            Samples took = admit(https, time, SECONDS_FACTOR * setting.effort().seconds());
            double share = (cpu(box).toNanos() - before.toNanos()) * 100.0 / (time.nowNs() - beganNs);
            report.addMs(when + ": admission answered, p50", took.median(), null);
            report.addMs(when + ": admission answered, p99", took.percentile(0.99), null);
            report.add(when + ": of one core", share, "%", null);
            report.add(when + ": resident", Machine.kib("/proc/" + box.pid() + "/status", "VmRSS") / MB, "MB", null);
        }
    }

    private static int warmSeconds(Setting setting) {
        return Math.min(WARM_SECONDS_MAX, setting.effort().seconds());
    }

    private static Https client(Subject box, Path folder, Setting setting) {
        Map<String, @Nullable Object> made =
                setting.around().control().ask(folder, Map.of("command", "key create", "email", "bench@example.com"));
        byte[] key = (made.get("api_key") + ":").getBytes(StandardCharsets.UTF_8);
        String authorization = "Basic " + Base64.getEncoder().encodeToString(key);
        return new Https(Https.trust(folder), box.page(), authorization);
    }

    private static Samples admit(Https https, Time time, int seconds) {
        var took = new Samples();
        long nextNs = time.nowNs();
        for (long left = seconds * PER_SECOND; left > 0; left--) {
            for (long rest = nextNs - time.nowNs(); rest > 0; rest = nextNs - time.nowNs()) LockSupport.parkNanos(rest);
            long beganNs = time.nowNs();
            https.post("/api/3/channels/" + (1 + left % 2) + "/admit");
            took.add(time.nowNs() - beganNs);
            nextNs += PACE_NS;
        }
        return took;
    }

    private static Duration cpu(Subject box) {
        return ProcessHandle.of(box.pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(() -> new BenchException("the box has ended"));
    }

    /// Waits until each has heard of so many events, and of whatever else was on its way.
    private static void await(Listeners listeners, long wanted, Time time) {
        long deadlineNs = time.nowNs() + ARRIVE_NS_MAX;
        for (Listener one : listeners.living()) {
            while (one.count() < wanted && time.nowNs() - deadlineNs < 0) LockSupport.parkNanos(LOOK_NS);
        }
        long quietNs = time.nowNs() + QUIET_NS;
        while (time.nowNs() - quietNs < 0) LockSupport.parkNanos(LOOK_NS);
    }

    private static void tell(Listeners listeners, List<Event> events, Report report) {
        var samples = new Samples();
        long lost = 0;
        for (Listener one : listeners.living()) {
            Map<Long, Long> received = one.received();
            for (Event event : events) {
                Long atNs = received.get(event.id());
                if (atNs == null) lost++;
                else samples.add(atNs - event.draft().monotonicNs());
            }
        }
        report.addMs("event to receiver: p50", samples.median(), null);
        report.addMs("event to receiver: p99", samples.percentile(0.99), Aim.atMost(LATENCY_MS_MAX));
        report.addMs("event to receiver: max of " + samples.count(), samples.max(), null);
        report.add("events not received", (double) lost, "", Aim.atMost(0));
        report.add("events received twice", (double) listeners.twice(), "", Aim.atMost(0));
    }

    /// A box that was away comes back to what others have written meanwhile.
    private static void backlog(Setting setting, Report report, Starting starting) {
        Path folder = Folders.fresh(setting.work(), "backlog");
        Time time = setting.time();
        int count = setting.effort().events() / BACKLOG_ONE_IN;
        try (var listeners = new Listeners(1, 0, time)) {
            Listeners.prepare(folder, time);
            listeners.join(folder);
            Listener listener = listeners.living().getFirst();
            long before = head(folder, time);
            setting.say("webhooks: a backlog of %,d".formatted(count));
            try (Subject box = starting.on(folder);
                    var https = client(box, folder, setting)) { // which begins to tell them
                admit(https, time, 1);
                await(listeners, PER_SECOND, time);
            }
            append(folder, count, time);
            List<Event> events = events(folder, before, time);
            try (Subject _ = starting.on(folder)) {
                await(listeners, events.size(), time);
            }
            Map<Long, Long> received = listener.received();
            long firstNs = Long.MAX_VALUE;
            long lastNs = Long.MIN_VALUE;
            for (Event event : events.subList(events.size() - count, events.size())) {
                Long atNs = received.get(event.id());
                if (atNs == null) throw new BenchException("event " + event.id() + " has not arrived");
                firstNs = Math.min(firstNs, atNs);
                lastNs = Math.max(lastNs, atNs);
            }
            report.add(
                    "a backlog of %,d to one receiver".formatted(count), count * NS / (lastNs - firstNs), "/s", null);
        } finally {
            Folders.delete(folder);
        }
    }

    private static void append(Path folder, int count, Time time) {
        try (DataFolder data = DataFolder.open(folder);
                Database database = Database.open(data, time)) {
            var durable = new CountDownLatch(count);
            var subject = new EventDraft.Subject(1L, 2L, "Ada Demo", null, "1001", false);
            for (int i = 0; i < count; i++) {
                var draft = new EventDraft(EventKind.ADMITTED_CARD, time.nowMs(), time.nowNs(), subject, Map.of());
                database.events().append(draft, _ -> durable.countDown());
                // The ring drops what the disk cannot take in time.
                while (i - (count - durable.getCount()) > RING_MAX) LockSupport.parkNanos(LOOK_NS / 20);
            }
            durable.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while events were written", e);
        }
    }

    /// Appended and not yet on disk: far from the ring's end, where events would fall out.
    private static final int RING_MAX = 2_000;

    private static long head(Path folder, Time time) {
        List<Event> all = read(folder, 0, time);
        return all.isEmpty() ? 0 : all.getLast().id();
    }

    /// What applications hear of.
    private static List<Event> events(Path folder, long after, Time time) {
        var heard = new ArrayList<Event>();
        for (Event event : read(folder, after, time)) {
            EventClass of = event.kind().eventClass();
            if (of == EventClass.ACCESS || of == EventClass.PERIMETER) heard.add(event);
        }
        return heard;
    }

    private static List<Event> read(Path folder, long after, Time time) {
        var found = new ArrayList<Event>();
        try (DataFolder data = DataFolder.open(folder);
                Database database = Database.open(data, time)) {
            var store = new EventStore(database);
            long id = after;
            for (List<Event> part = store.after(id, EventStore.BATCH_MAX);
                    !part.isEmpty();
                    part = store.after(id, EventStore.BATCH_MAX)) {
                found.addAll(part);
                id = part.getLast().id();
            }
        }
        return found;
    }
}
