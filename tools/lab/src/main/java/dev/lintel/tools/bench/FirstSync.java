package dev.lintel.tools.bench;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.CardBits;
import dev.lintel.tools.bench.Figure.Aim;
import dev.lintel.tools.bench.SyncBench.Stage;
import dev.lintel.tools.bench.WebhooksBench.Subject;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A new box joins a hub whose people all concern it, while cards are presented at its door.
///
/// ```
///   join plan ─► confirm ─► parts of 2,000 people ─► compared ─► written in runs ─► "completed"
///                '────────────────────── seconds, bytes, memory ──────────────────────────'
/// ```
final class FirstSync {
    private static final String BOX = "Gate";
    private static final double SECONDS_MAX = 20;
    /// In times of plain inserts: those take 10 s on a machine that takes no more than 20 s for all of it. So a
    /// slow machine is neither an excuse nor a fault.
    private static final double TIMES_MAX = 2;

    private static final double MEMORY_MB_MAX = 130;
    /// Those aims are for so many people.
    private static final int JUDGED = 100_000;
    /// For more of them. Ten times as many took 169 MB when this was set: it may not grow with their number.
    private static final double MANY_MEMORY_MB_MAX = 180;

    /// One for each twenty people, within these limits.
    private static final int IDLE_CARDS_MIN = 20;

    private static final int IDLE_CARDS_MAX = 100;
    private static final int PEOPLE_A_CARD = 20;
    private static final long CARD_GAP_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(5);
    /// The box's doors are away for a second or two when it begins anew.
    private static final long ANEW_NS_MAX = TimeUnit.SECONDS.toNanos(30);

    private static final int MINUTES_MAX = 30;
    /// Ada Demo's card, 1001, as a reader sends it: known before, unknown afterwards.
    /// Cards of one number, each of its own length: the same one again within 0.7 s has stayed at the reader.
    private static final List<String> CARDS = IntStream.range(32, 48)
            .mapToObj(bits -> CardBits.ofNumber(BigInteger.valueOf(1001), bits).toString())
            .toList();

    private static final double NS = 1e9;

    private final Stage stage;

    FirstSync(Stage stage) {
        this.stage = stage;
    }

    void run() {
        Path folder = Folders.fresh(stage.setting().work(), "box");
        try {
            hang();
            boolean judged = stage.people() == JUDGED; // fewer say nothing; more take as long as all the rest
            Double before = judged ? plainSeconds() : null;
            Span span;
            try (Subject hub = stage.starting().on(stage.hub());
                    Subject box = stage.starting().on(folder);
                    var proxy = new CountingProxy(hub.page())) {
                stage.setting().say("sync: %,d people come to a new box".formatted(stage.people()));
                span = measured(hub, box, folder, proxy);
            }
            waited(folder, span);
            Double after = before == null ? null : plainSeconds();
            if (before != null && after != null) {
                double plainS = (before + after) / 2;
                stage.report().add("the same people by plain inserts, before and after", plainS, "s", null);
                stage.report().add("first sync, in times of that", span.seconds / plainS, "×", Aim.atMost(TIMES_MAX));
            }
            String missing = "SELECT " + stage.people() + " - count(*) FROM person WHERE deleted_at IS NULL";
            stage.report()
                    .add(
                            "people missing at the box",
                            (double) SyncBench.number(folder, stage.time(), missing),
                            "",
                            Aim.atMost(0));
        } finally {
            Folders.delete(folder);
        }
    }

    /// Null where the launcher has given no command line.
    private @Nullable Double plainSeconds() {
        stage.setting().say("sync: %,d people by plain inserts".formatted(stage.people()));
        return PlainRows.seconds(stage.hub(), stage.setting().work());
    }

    /// All channels hang on the box, from its unit 1 on.
    private void hang() {
        try (DataFolder data = DataFolder.open(stage.hub());
                Database database = Database.open(data, stage.time())) {
            database.write(sql -> {
                sql.run("INSERT INTO channel_box (channel_id, box, unit) SELECT id, ?, unit FROM channel", BOX);
                return sql.run("UPDATE channel SET unit = -id");
            });
        }
    }

    /// How long it took, and from when to when, Unix milliseconds.
    private record Span(double seconds, long fromMs, long toMs) {}

    private Span measured(Subject hub, Subject box, Path folder, CountingProxy proxy) {
        Time time = stage.time();
        try (var before = new Cards(folder)) {
            int cards = Math.clamp(stage.people() / PEOPLE_A_CARD, IDLE_CARDS_MIN, IDLE_CARDS_MAX);
            stage.await("presenting cards", 60, () -> before.count() >= cards);
            before.end();
            cards("nothing to do", before);
        }
        long planNs = time.nowNs();
        Map<String, @Nullable Object> plan = plan(folder, proxy);
        stage.report().addMs("the plan of a join, by its code", time.nowNs() - planNs, null);
        long fromMs = time.nowMs();
        long fromNs = time.nowNs();
        double hubS = stage.cpuSeconds(hub);
        double boxS = stage.cpuSeconds(box);
        try (var cards = new Cards(folder)) {
            ask(folder, agreed(plan));
            while (!isComplete(folder, fromNs)) LockSupport.parkNanos(LOOK_NS);
            double seconds = (time.nowNs() - fromNs) / NS;
            long toMs = time.nowMs();
            double bytes = proxy.down() + proxy.up();
            cards.end();
            Report report = stage.report();
            boolean judged = stage.people() <= JUDGED;
            report.add(
                    "first sync of %,d people".formatted(stage.people()),
                    seconds,
                    "s",
                    judged ? Aim.atMost(SECONDS_MAX) : null);
            report.add("processor time of that: the box", stage.cpuSeconds(box) - boxS, "s", null);
            report.add("processor time of that: the hub", stage.cpuSeconds(hub) - hubS, "s", null);
            report.add("on the wire for each person", bytes / stage.people(), "bytes", null);
            double memoryMb = judged ? MEMORY_MB_MAX : MANY_MEMORY_MB_MAX;
            report.add("the box, highest (VmHWM)", stage.highest(box), "MB", Aim.atMost(memoryMb));
            report.add("the hub, highest (VmHWM)", stage.highest(hub), "MB", null);
            cards("during the first sync", cards);
            report.note("a card of 32 bits is on its wire for 94 ms before anybody can decide");
            return new Span(seconds, fromMs, toMs);
        }
    }

    /// What somebody looks at before they say yes.
    private Map<String, @Nullable Object> plan(Path folder, CountingProxy proxy) {
        Control control = stage.setting().around().control();
        Map<String, @Nullable Object> made =
                control.ask(stage.hub(), Map.of("command", "hub code", "box", BOX, "everything", false));
        String code = String.valueOf(made.get("code"));
        return control.ask(
                folder, Map.of("command", "join plan", "url", proxy.page().toString(), "code", code));
    }

    private static Map<String, @Nullable Object> agreed(Map<String, @Nullable Object> plan) {
        Map<String, @Nullable Object> request = new HashMap<>();
        request.put("command", "join confirm");
        for (String field : List.of("url", "fingerprint", "box")) request.put(field, plan.get(field));
        return request;
    }

    private boolean isComplete(Path folder, long fromNs) {
        Map<String, @Nullable Object> status = ask(folder, Map.of("command", "sync status"));
        if (stage.time().nowNs() - fromNs > TimeUnit.MINUTES.toNanos(MINUTES_MAX)) {
            throw new BenchException("the first sync does not end: " + status);
        }
        return status.get("completed_at") != null;
    }

    /// The box begins anew once when the hub has given it other doors: whoever asks then asks again.
    private Map<String, @Nullable Object> ask(Path folder, Map<String, ? extends @Nullable Object> request) {
        long deadlineNs = stage.time().nowNs() + ANEW_NS_MAX;
        while (true) {
            try {
                return stage.setting().around().control().ask(folder, request);
            } catch (RuntimeException e) { // its message says why; the last is thrown on
                if (stage.time().nowNs() - deadlineNs > 0) throw e;
                LockSupport.parkNanos(AGAIN_NS);
            }
        }
    }

    private void cards(String when, Cards cards) {
        stage.report()
                .addMs(
                        when + ": card presented, decision on disk, p50",
                        cards.took().median(),
                        null);
        stage.report()
                .addMs(
                        when + ": the longest of " + cards.took().count(),
                        cards.took().max(),
                        null);
    }

    /// How long the box's decisions waited for its disk meanwhile, by its own log.
    private void waited(Path folder, Span span) {
        long longest = 0;
        try (DataFolder data = DataFolder.open(folder);
                Database database = Database.open(data, stage.time())) {
            var store = new EventStore(database);
            long id = 0;
            for (List<Event> part = store.after(id, EventStore.BATCH_MAX);
                    !part.isEmpty();
                    part = store.after(id, EventStore.BATCH_MAX)) {
                for (Event event : part) {
                    long atMs = event.draft().occurredAtMs();
                    boolean card =
                            event.kind() == EventKind.ADMITTED_CARD || event.kind() == EventKind.REJECTED_UNKNOWN_CARD;
                    if (!card || atMs < span.fromMs || atMs > span.toMs) continue;
                    longest = Math.max(longest, event.createdAtMs() - atMs);
                }
                id = part.getLast().id();
            }
        }
        stage.report().addMs("an event waited for the box's disk, longest", longest * 1_000_000, null);
    }

    /// Somebody who presents a card again and again, until it is closed.
    private final class Cards implements AutoCloseable {
        private final Samples took = new Samples();
        private final AtomicReference<@Nullable RuntimeException> fault = new AtomicReference<>();
        private final Thread thread;
        private volatile int count;
        private volatile boolean closed;

        Cards(Path folder) {
            thread = Thread.ofPlatform().name("cards").start(() -> present(folder));
        }

        private void present(Path folder) {
            Time time = stage.time();
            try {
                while (!closed) {
                    long fromNs = time.nowNs();
                    ask(
                            folder,
                            Map.of(
                                    "command",
                                    "present",
                                    "channel",
                                    2L,
                                    "reader",
                                    "entry",
                                    "bits",
                                    CARDS.get(count % CARDS.size())));
                    took.add(time.nowNs() - fromNs);
                    count = took.count();
                    LockSupport.parkNanos(CARD_GAP_NS);
                }
            } catch (RuntimeException e) { // told when it is closed
                fault.set(e);
            }
        }

        int count() {
            RuntimeException failed = fault.get();
            if (failed != null) throw failed;
            return count;
        }

        /// Once it has ended.
        Samples took() {
            return took;
        }

        /// Nothing is presented any more; throws what went wrong.
        void end() {
            close();
            count();
        }

        @Override
        public void close() {
            closed = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
