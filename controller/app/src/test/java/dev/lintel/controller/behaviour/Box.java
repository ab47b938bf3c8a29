package dev.lintel.controller.behaviour;

import dev.lintel.controller.access.ReaderInbox;
import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.wiring.DoorWorks;
import dev.lintel.controller.wiring.WiredReader;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.reader.Reader;
import dev.lintel.reader.ReaderSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One process of a box: what lies between its inputs and its outputs, with its queues emptied by hand.
final class Box implements AutoCloseable {
    private final HandTime time;
    private final Watch watch;
    private final DataFolder folder;
    private final Database database;
    private final PolicyCatalog policy;
    private final Lines lines;
    private final DoorWorks works;
    private final ArrayDeque<LaneInput> lane = new ArrayDeque<>();
    private final Map<String, ReaderInbox> readers = new HashMap<>();
    private ClockTrust trust = ClockTrust.TRUSTED;
    private long hangsUntilNs = Long.MIN_VALUE;

    /// Hears what the box does.
    interface Watch {
        void output(int line, boolean active);

        void shows(long door, String side, ReaderSignal signal);

        void logs(EventDraft event);
    }

    /// @param inputs the lines that are active; outlasts the process
    record Found(Path folder, Place place, Set<Integer> inputs) {}

    Box(Found found, HandTime time, Watch watch) {
        this.time = time;
        this.watch = watch;
        folder = DataFolder.open(found.folder);
        database = TestDatabase.open(folder, time);
        var onPolicy = new AtomicReference<@Nullable DoorWorks>();
        policy = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {
            DoorWorks running = onPolicy.get();
            if (running != null) running.onPolicy();
        });
        lines = new Lines(found.inputs, time::nowNs, watch::output);
        ControllerConfig config = valid(ConfigFile.parse("controller.yaml", found.place.controllerYaml()));
        var ground = new DoorWorks.Ground(
                config, database, new Heard(database.events()), policy, lines, new DoorBoard(), this::clock, time);
        works = new DoorWorks(ground, lane::add, fault -> {
            throw fault;
        });
        onPolicy.set(works);
    }

    private static <T> T valid(Checked<T> checked) {
        return switch (checked) {
            case Checked.Valid<T>(T value) -> value;
            case Checked.Faulty<T>(var faults) -> throw new IllegalStateException(faults.toString());
        };
    }

    private ClockReading clock() {
        return new ClockReading(time.now(), trust, time.now());
    }

    void trust(ClockTrust now) {
        trust = now;
    }

    /// Applies the whole policy of the place.
    void apply(Place place) {
        Policy wanted = valid(SiteFile.parse("site.yaml", place.siteYaml()));
        policy.apply(wanted, "behaviour");
    }

    /// Takes the doors into service.
    void start() {
        works.open(this::readers);
        works.doors().lookAgain();
        works.start();
        settle();
    }

    private Map<Long, Map<String, Reader>> readers(List<WiredReader> wired) {
        Map<Long, Map<String, Reader>> all = new HashMap<>();
        for (WiredReader one : wired) {
            readers.put(one.channelId() + one.side(), one.inbox());
            all.computeIfAbsent(one.channelId(), _ -> new HashMap<>())
                    .put(one.side(), new Shown(one.channelId(), one.side()));
        }
        return all;
    }

    ReaderInbox reader(long door, String side) {
        return Objects.requireNonNull(readers.get(door + side), "a reader that is wired");
    }

    Lines lines() {
        return lines;
    }

    Database database() {
        return database;
    }

    DoorWorks works() {
        return works;
    }

    /// The decision thread does nothing for so long.
    void hangs(Duration lasts) {
        hangsUntilNs = time.nowNs() + lasts.toNanos();
    }

    void offer(LaneInput input) {
        lane.add(input);
    }

    /// Decides and does what waits now.
    void settle() {
        boolean more = true;
        while (more) {
            while (more) more = takesNext();
            works.doors().tick(); // may show something at another door
            works.actions().step();
            more = takesNext();
        }
    }

    private boolean takesNext() {
        boolean decided = time.nowNs() >= hangsUntilNs && works.decisions().decideNext();
        LaneInput next = lane.poll();
        if (next != null) works.doors().on(next);
        works.actions().step();
        return decided || next != null || !lane.isEmpty();
    }

    /// Does what is due; returns when the next of it is.
    private long tick() {
        long doorsNs = works.doors().tick();
        long actionsNs = works.actions().step();
        return lane.isEmpty() ? Math.min(doorsNs, actionsNs) : time.nowNs();
    }

    /// Lets time pass, and does what is due in between when it is due.
    void advance(Duration by) {
        long untilNs = time.nowNs() + by.toNanos();
        for (long dueNs = tick(); dueNs <= untilNs; dueNs = tick()) {
            time.advance(Duration.ofNanos(Math.max(1, dueNs - time.nowNs())));
            settle();
        }
        if (untilNs > time.nowNs()) time.advance(Duration.ofNanos(untilNs - time.nowNs()));
        settle();
    }

    void stop() {
        settle();
        works.actions().stop();
        works.doors().stop();
    }

    @Override
    public void close() {
        database.close();
        folder.close();
    }

    /// A reader that reports what it shows.
    private final class Shown implements Reader {
        private final long door;
        private final String side;

        Shown(long door, String side) {
            this.door = door;
            this.side = side;
        }

        @Override
        public void show(ReaderSignal signal, int holdMs) {
            watch.shows(door, side, signal);
        }

        @Override
        public boolean online() {
            return true;
        }
    }

    /// The box's log, read along.
    private final class Heard implements EventLog {
        private final EventLog log;

        Heard(EventLog log) {
            this.log = log;
        }

        @Override
        public void append(EventDraft draft, LongConsumer onDurable) {
            log.append(draft, onDurable);
            watch.logs(draft);
        }

        @Override
        public long head() {
            return log.head();
        }

        @Override
        public @Nullable EventDraft refused(Predicate<EventDraft> wanted) {
            return log.refused(wanted);
        }

        @Override
        public long awaitHeadAbove(long id, long timeoutMs) throws InterruptedException {
            return log.awaitHeadAbove(id, timeoutMs);
        }
    }
}
