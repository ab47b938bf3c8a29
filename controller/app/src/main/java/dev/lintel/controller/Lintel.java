package dev.lintel.controller;

import dev.lintel.controller.access.DecisionThread;
import dev.lintel.controller.board.BoxClock;
import dev.lintel.controller.commission.KeyFiles;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.RunException;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorLane;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.EmergencyStop;
import dev.lintel.controller.door.LateLane;
import dev.lintel.controller.door.Watchdog;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.Housekeeping;
import dev.lintel.controller.health.Vitals;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.reset.Erasing;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.Recovery;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.sync.Following;
import dev.lintel.controller.sync.HubLines;
import dev.lintel.controller.system.DiskFault;
import dev.lintel.controller.time.SetTime;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wiring.DoorWorks;
import dev.lintel.controller.wiring.EgressGuard;
import dev.lintel.controller.wiring.KeyRing;
import dev.lintel.controller.wiring.ReaderDrivers;
import dev.lintel.controller.wiring.ReaderKeys;
import dev.lintel.controller.wiring.ReaderWires;
import dev.lintel.controller.wiring.WiringGuard;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.Simulator;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The wiring: every long-lived object of the process is made here, in order, and closed in the reverse order.
/// Doors come first: they work before a page is served. Main thread.
public final class Lintel implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Lintel.class.getName());
    /// As it is, twice: the disk may have failed for a moment. As it proves to be, twice; and then in memory.
    private static final int TRIES_MAX = 5;
    private static final int TRIES_AS_IT_IS = 2;

    private static final String OPENED = "start() returns opened boxes only";

    private final SetTime time;
    private final long startedNs;
    private final Deque<AutoCloseable> closing = new ArrayDeque<>();
    private final Health health = new Health();
    private final Vitals vitals;
    private final DoorBoard board = new DoorBoard();
    private final HostProcess process;
    private final Runnable again;
    private @Nullable Ahead<FrontGround> ground;
    private @Nullable Front front;
    private @Nullable DoorWorks works;
    private @Nullable BoxStore store;
    private @Nullable Following following;
    private @Nullable Simulator simulator;
    private Runnable anew = () -> {};
    private BoxCommissioning.@Nullable Beginning beginning;
    private long doorsAfterNs;
    private long readyAfterNs;

    private Lintel(Time time, HostProcess process) {
        this.process = process;
        this.again = process.again;
        this.time = new SetTime(time);
        this.vitals = new Vitals(this.time);
        this.startedNs = this.time.nowNs();
    }

    /// The process that the box runs in.
    ///
    /// @param again run, once or more, when a hub has given the box other doors, which are opened at start only, or
    ///     when its database proves damaged. From any thread; it must not wait
    /// @param emergency gets what ends the process with the locks at rest, before the first lock is driven
    public record HostProcess(Runnable again, Consumer<EmergencyStop> emergency) {}

    /// Starts a box. Throws [RunException] when it cannot, with everything closed again. A service whose database
    /// proves damaged only now that it is read tries once more, from what [Recovery] finds.
    public static Lintel start(RunOptions options, Surroundings surroundings, Time time) {
        return start(options, surroundings, time, new HostProcess(() -> {}, _ -> {}), Predecessor.NONE);
    }

    /// As the other, in the place of the box `before`.
    public static Lintel start(
            RunOptions options, Surroundings surroundings, Time time, HostProcess process, Predecessor before) {
        Predecessor.Left left = before.left().get();
        Recovery.Known known = before.damaged() ? Recovery.Known.DAMAGED : Recovery.Known.NOTHING;
        for (int tries = 1; ; tries++) {
            try {
                Lintel lintel = open(options, surroundings, time, process, before.knowing(known, left));
                left.end().forEach(lintel.database().events()::append);
                return lintel;
            } catch (StoreException e) {
                boolean corrupt = e.reason() == StoreException.Reason.CORRUPT;
                if (!surroundings.service() || !corrupt || tries == TRIES_MAX) throw StartFault.refused(e, options);
                if (known == Recovery.Known.DAMAGED || tries >= TRIES_AS_IT_IS) known = Recovery.Known.DOUBTED;
                if (tries == TRIES_MAX - 1) known = Recovery.Known.REFUSED;
            }
        }
    }

    /// Throws [RunException] and [StoreException], both with everything closed again.
    private static Lintel open(
            RunOptions options, Surroundings surroundings, Time time, HostProcess process, Recovery.Before before) {
        var lintel = new Lintel(time, process);
        try {
            lintel.open(options, surroundings, before);
            return lintel;
        } catch (RunException | StoreException e) {
            lintel.close();
            throw e;
        } catch (RuntimeException e) { // whatever it is: half a box must not stay behind
            lintel.close();
            throw StartFault.refused(e, options);
        }
    }

    /// What doors stand on.
    ///
    /// @param onPolicy the doors that hear of changes, once there are any
    private record Base(
            ControllerConfig config,
            DataFolder folder,
            ReaderKeys keys,
            KeyFiles keyFiles,
            BoxStore store,
            PolicyCatalog policy,
            Hardware hardware,
            Following following,
            AtomicReference<@Nullable DoorWorks> onPolicy,
            BoxCommissioning.Beginning beginning) {}

    /// Doors that work, and what can be asked of them.
    private record Working(ReaderWires wires, Front.Asking asking) {}

    private void open(RunOptions options, Surroundings surroundings, Recovery.Before before) {
        Base base = base(options, surroundings, before);
        Working working = openDoors(base);
        doorsAfterNs = time.nowNs() - startedNs;
        openFront(new Front.Parts(
                base.config,
                base.folder,
                base.store.database(),
                base.policy,
                board,
                base.hardware,
                health,
                working.wires,
                working.asking,
                base.following,
                surroundings,
                base.beginning));
        health.ready();
        readyAfterNs = time.nowNs() - startedNs;
    }

    private Base base(RunOptions asked, Surroundings surroundings, Recovery.Before before) {
        Erasing.of(asked.data()).finish(); // first of all: nothing of a box that was reset is read
        CutRestore restore = closed(CutRestore.settle(asked.data(), surroundings)); // nor of half a box
        RunOptions options = asked.in(restore.data());
        var beginning = BoxCommissioning.Beginning.of(options, surroundings, again); // what this start reads
        this.beginning = beginning;
        var files = BoxConfig.load(options, surroundings);
        ControllerConfig config = files.controller();

        tellDisk(surroundings.disk());
        boolean service = surroundings.service();
        DataFolder folder = closed(restore.open(service));
        if (!service) Ports.requireFree(config.listen()); // a service opens its doors all the same
        var keyFiles = new KeyFiles(folder.path().resolve("keys"));
        ReaderKeys.makeForDemo(config, keyFiles);
        ReaderKeys keys = ReaderKeys.read(config, keyFiles);
        if (!service && !keys.faults().isEmpty()) throw RunException.ofWiring(keys.faults());
        if (!keys.faults().isEmpty()) health.add("keys", () -> String.join("; ", keys.faults()));
        // Beside the database, for a start has two cores at least.
        var hardwareAhead = closed(Ahead.of("hardware", () -> BoxWires.openHardware(config, keys, time)));
        BoxStore store = closed(BoxStore.open(restore, folder, surroundings, time, before));
        this.store = store;
        store.tell(health);
        Database database = store.database();
        restore.tell(database, time);
        var onPolicy = new AtomicReference<@Nullable DoorWorks>();
        var following = new Following(folder, time);
        this.following = following;
        var policy = new PolicyCatalog(
                new PolicyStore(database, time, FollowStore::partly),
                time,
                new WiringGuard(config),
                _ -> retime(onPolicy.get(), following));
        policy.ruledBy(following::policyElsewhere);
        Hardware hardware = hardwareAhead.get(); // before a site is applied: a chip that is not there changes nothing
        // Not sooner: the doors need both cores until here.
        ground = closed(Ahead.of("web", () -> FrontGround.lay(config, folder, time)));
        boolean first = !policy.begun();
        List<String> refusals = files.begin(policy, options);
        if (first) store.begun();
        if (!refusals.isEmpty()) {
            if (!service) throw new RunException(refusals);
            for (String refusal : refusals) LOG.log(Level.ERROR, "the site file is not applied: " + refusal);
            health.add("site", () -> "the site file is not applied, what stood before goes on: " + refusals.getFirst());
        }
        return new Base(config, folder, keys, keyFiles, store, policy, hardware, following, onPolicy, beginning);
    }

    /// From here on somebody may pass.
    private Working openDoors(Base base) {
        Database database = base.store.database();
        var clock = BoxClock.of(base.config, database.events(), time, BoxClock.Machine.THIS);
        health.add("clock", clock::fault);
        var lane = new LateLane();
        List<Long> units = base.config.channels().stream()
                .map(ChannelWiring::unit)
                .map(Integer::longValue)
                .toList();
        base.following.through(new HubLines(clock::read, BoxClock.BUILT, Front.version(), units, time));
        base.following.judgedBy(clock::read);
        var wires = new BoxWires(base.config, base.hardware, base.keyFiles, time);
        var ground = new DoorWorks.Ground(
                base.config,
                database,
                database.events(),
                base.policy,
                wires.gpio(),
                board,
                clock::read,
                base.following::contact,
                time);
        var works = new DoorWorks(ground, lane, base.store::undecided);
        simulator = base.hardware.simulator();
        List<DoorSettings> settings = base.policy.snapshot().doors();
        var drivers = new ReaderDrivers(base.config, base.keys, base.hardware, time);
        // Before a lock is driven. Closed after the lane, and so in force until every lock rests.
        var stop = closed(new EmergencyStop(works.doors(), time, Runtime.getRuntime()::halt));
        process.emergency.accept(stop);
        works.open(drivers);
        var keyRing = new KeyRing(base.keyFiles, drivers.keyed(), base.keys, KeyRing.into(database.events(), time));
        keyRing.begin();
        health.add("keys", keyRing::fault);
        var running = new DoorLane(works.doors(), time, e -> LOG.log(Level.ERROR, "the door lane stopped", e));
        watchHangs(running, works.doors(), base, stop);
        lane.runs(closed(running));
        var decisions = closed(new DecisionThread(works.decisions()));
        closed(drivers);
        base.onPolicy.set(works);
        drivers.start();
        works.start();
        closed(works.startThreads(health));
        BoxWatch.storage(health, database);
        drivers.watch(health);
        drivers.watch(vitals);
        works.doorways().watch(health);
        health.add("doors", works::fault);
        this.works = works;
        watch(base, settings);
        health.add("decisions", decisions::fault);
        BoxWatch.vitals(vitals, running, decisions, base.hardware.gpio(), database);
        var resetting = new Front.Resetting(works.doorways().acts(), again);
        var asking =
                new Front.Asking(clock, works.whatIf(), works.decisions(), lane, works.places(), keyRing, resetting);
        return new Working(drivers.wires(closed(wires.open(drivers, board, lane, database, works.outputs()))), asking);
    }

    /// Closed after the lane, whose end may hang as well.
    private void watchHangs(DoorLane lane, Doors doors, Base base, EmergencyStop stop) {
        var watched = new Watchdog.Parts(
                lane,
                doors,
                base.hardware.gpio()::aliveNs,
                base.store.database().events(),
                _ -> stop.trigger());
        Watchdog watchdog = closed(new Watchdog(watched, Watchdog.Limits.USUAL, time));
        health.add("doors", watchdog.start()::fault);
    }

    /// What can go wrong with wires and wiring while the box runs, for /health.
    private void watch(Base base, List<DoorSettings> settings) {
        EgressGuard.watch(health, () -> base.policy.snapshot().doors(), base.config);
        health.add("hardware", base.hardware::fault);
        var restart = new RestartNeeded(settings, base.policy::snapshot);
        health.add("restart needed", restart::fault);
        anew = () -> {
            boolean newDoors = base.following.policyElsewhere() != null && restart.fault() != null;
            if (newDoors || base.store.isDamaged() || base.store.returns()) again.run();
        };
        BoxWatch.roles(health, base.policy, base.following::contact, time);
    }

    private void openFront(Front.Parts parts) {
        var housekeeping = new Housekeeping(health);
        Ahead<FrontGround> ground = Objects.requireNonNull(this.ground, "laid with the base");
        front = closed(new Front(parts, ground, housekeeping, startedNs, time));
        closed(housekeeping);
        closed(BoxProof.begin(parts, time));
        if (parts.surroundings().service()) front.openAtLast();
        else front.open();
        DoorWorks works = Objects.requireNonNull(this.works, "opened before the front");
        Runnable unlessBusy = () -> {
            if (BoxCommissioning.busy(parts) == null) anew.run(); // a pairing that is broken off leaves a reader lost
        };
        Chores.begin(housekeeping, parts, works, unlessBusy, time);
        BoxStore store = Objects.requireNonNull(this.store, "opened before the doors");
        var looks = closed(Chores.looks(health, vitals, parts.folder(), time));
        store.lookAfter(housekeeping, looks, works.decisions()::forgetFault);
        // What a box has in memory, because its disk fails, is no reason to begin anew.
        DiskFault disk = parts.surroundings().disk();
        BooleanSupplier alone =
                () -> store.isOnDisk() && !disk.ofData() && parts.following().elsewhere() == null;
        var shown = new Screen.Shown(front::publicUrl, front.firstLink::good, alone, disk.words());
        Screen.begin(housekeeping, parts, shown);
    }

    /// Says where the box is reached and how to sign in.
    public void welcome(PrintStream out) {
        Objects.requireNonNull(front, OPENED).welcome().print(out, seconds(doorsAfterNs), seconds(readyAfterNs));
    }

    /// What /health says.
    Health.Report report() {
        return health.report();
    }

    /// Which of its parts hang: what a service manager is told by.
    Vitals vitals() {
        return vitals;
    }

    /// Whom the box follows, for a test in the same process.
    Following following() {
        return Objects.requireNonNull(following, OPENED);
    }

    /// It ends as it was told to; `anew`: another one begins in its place.
    void ends(boolean anew) {
        if (beginning != null) beginning.ends(anew);
    }

    /// What the one that begins in its place is to know of it; nothing where it was `reset`.
    Predecessor handOver(boolean reset) {
        return Objects.requireNonNull(store, OPENED).handOver(reset);
    }

    /// The same command line for a start in place of this box: on the ports that it has, and without a site file,
    /// which it has applied.
    RunOptions next(RunOptions options) {
        return front == null ? options : front.next(options);
    }

    /// The box's store, for a bench in the same process.
    public Database database() {
        return Objects.requireNonNull(store, OPENED).database();
    }

    /// Where the box is served, for a test in the same process.
    String url() {
        return String.valueOf(Objects.requireNonNull(front, OPENED).publicUrl());
    }

    /// What moves the simulated doorways, for a bench in the same process; null on real hardware.
    public @Nullable Simulator simulator() {
        return simulator;
    }

    @Override
    public void close() {
        while (!closing.isEmpty()) {
            try {
                closing.pop().close();
            } catch (Exception e) { // AutoCloseable's declaration; one part's failure must not keep another open
                LOG.log(Level.ERROR, "a part did not close", e);
            }
        }
    }

    private void tellDisk(DiskFault disk) {
        for (String sentence : disk.sentences()) LOG.log(Level.ERROR, sentence);
        health.add("disk", disk::words);
    }

    private static void retime(@Nullable DoorWorks works, Following following) {
        if (works != null) works.onPolicy();
        following.service().policyChanged();
    }

    private <T extends AutoCloseable> T closed(T part) {
        closing.push(part);
        return part;
    }

    private static String seconds(long ns) {
        return String.format(Locale.ROOT, "%.3f s", ns / 1e9);
    }
}
