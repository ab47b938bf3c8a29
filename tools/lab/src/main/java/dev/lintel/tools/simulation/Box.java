package dev.lintel.tools.simulation;

import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.access.ReaderInbox;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.policy.SitePlan;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.ThreatStore;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockWatch;
import dev.lintel.controller.wiring.DoorWorks;
import dev.lintel.controller.wiring.WiredReader;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.reader.Reader;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.tools.simulation.Presentations.What;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One process of a simulated box, from its start to its end: everything a real one has between inputs and outputs,
/// with its queues emptied by hand.
final class Box implements AutoCloseable {
    /// Before any time that a simulation sets its clock to on purpose.
    private static final Instant BUILT = Instant.parse("2025-12-01T00:00:00Z");

    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);

    private final VirtualTime time;
    private final Judge judge;
    private final DataFolder folder;
    private final Database database;
    private final PolicyCatalog policy;
    private final Tap tap;
    private final ClockWatch clock;
    private final VirtualGpio gpio;
    private final ActionWatch actions;
    private final DoorBoard board = new DoorBoard();
    private final DoorWorks works;
    private final Admissions admissions;
    private final ArrayDeque<LaneInput> lane = new ArrayDeque<>();
    private final Map<String, ReaderInbox> readers = new HashMap<>();
    private @Nullable What showing;
    private boolean rebuilds;
    private long lookedNs;
    private boolean left;
    private boolean looks;
    private boolean failing;
    private @Nullable Stall stall;

    /// The disk takes nothing: its writer waits here.
    private record Stall(CountDownLatch begun, CountDownLatch over) {}

    /// What a process finds when it starts.
    ///
    /// @param inputs lines that are active
    /// @param actions judges outputs and the commands of actions
    record Found(Path folder, ControllerConfig config, Set<Integer> inputs, Sources clock, ActionWatch actions) {}

    /// @param synchronised whether a time service has set the clock
    /// @param battery whether one kept it
    record Sources(BooleanSupplier synchronised, boolean battery) {}

    Box(Found found, VirtualTime time, Judge judge, Consumer<EventDraft> events) {
        this.time = time;
        this.judge = judge;
        folder = DataFolder.open(found.folder);
        database = Database.open(folder, time.wallAlone());
        var onPolicy = new AtomicReference<@Nullable DoorWorks>();
        policy = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {
            DoorWorks running = onPolicy.get();
            if (running != null) running.onPolicy();
        });
        tap = new Tap(database.events(), events);
        clock = new ClockWatch(
                time,
                new ClockWatch.Sources(
                        BUILT, database.events()::newestMs, found.clock.synchronised, found.clock.battery));
        clock.look();
        actions = found.actions;
        gpio = new VirtualGpio(time, found.inputs, (line, active) -> {
            judge.output(line, active);
            actions.output(line, active);
        });
        var ground = new DoorWorks.Ground(found.config, database, tap, policy, gpio, board, this::clockNow, time);
        works = new DoorWorks(ground, this::offer, fault -> {
            if (!failing) throw new Violation("a decision failed", fault);
        });
        onPolicy.set(works);
        admissions = new Admissions(works.decisions().atOnce(), time);
    }

    /// Takes the doors into service.
    void start() {
        judge.begins(board::of, clock::read);
        actions.starts();
        judge.threats.agree(database.threats().levels().of(1));
        works.open(this::readers);
        works.doors().lookAgain();
        works.start();
        lookedNs = time.nowNs();
        board.follow(actions::door);
        actions.begins(new ActionWatch.Start(works.actions(), board::of, clock::read, gpio::active));
    }

    private Map<Long, Map<String, Reader>> readers(List<WiredReader> wired) {
        Map<Long, Map<String, Reader>> all = new HashMap<>();
        for (WiredReader one : wired) {
            readers.put(one.channelId() + "-" + one.side(), one.inbox());
            all.computeIfAbsent(one.channelId(), _ -> new HashMap<>()).put(one.side(), new Lit());
        }
        return all;
    }

    /// A reader that shows whatever it is told.
    private static final class Lit implements Reader {
        @Override
        public void show(ReaderSignal signal, int holdMs) {
            // Nobody looks: what lamps show is tested where they are.
        }

        @Override
        public boolean online() {
            return true;
        }
    }

    // ---- what reaches it

    /// The reader of that side.
    ReaderInbox reader(long channelId, String side) {
        return Objects.requireNonNull(readers.get(channelId + "-" + side), "a reader that is wired");
    }

    /// From now on what is presented is `what`; null: nobody presents anything.
    void showing(@Nullable What what) {
        showing = what;
    }

    VirtualGpio gpio() {
        return gpio;
    }

    /// The clock as the box reads it; a decision that is to fail cannot.
    private ClockReading clockNow() {
        if (failing) throw new IllegalStateException("the database cannot be read");
        return clock.read();
    }

    boolean offer(LaneInput input) {
        if (CommandWatch.isByAction(input)) {
            LaneInput taken = actions.offered(input);
            return taken != null && lane.add(taken);
        }
        if (input instanceof LaneInput.Presented p) {
            if (showing == null) judge.presentations.shown(judge.airlocks.shown(p));
            else judge.shown(p.channelId(), p.side(), p.atNs(), showing);
        }
        judge.hands(input);
        return lane.add(input);
    }

    /// An operator approves, or denies, what a person asks for. Returns whether the box looks at it.
    boolean decides(long id, boolean approved) {
        return works.decisions().decide(id, approved, Deeds.OPERATOR) instanceof DoorOrders.Outcome.Done;
    }

    /// Applies a whole `site.yaml`; returns how many changes it made.
    int apply(String site) {
        Policy wanted = switch (SiteFile.parse("site.yaml", site)) {
            case Checked.Valid<Policy>(Policy read) -> read;
            case Checked.Faulty<Policy> faulty -> throw new IllegalStateException(faulty + "\n" + site);
        };
        tap.beside(1);
        SitePlan plan = policy.apply(wanted, "simulation");
        if (plan.isEmpty()) tap.beside(-1);
        if (!plan.refusals().isEmpty())
            throw new IllegalStateException(plan.refusals().toString());
        return plan.changes().size();
    }

    Database database() {
        return database;
    }

    DoorBoard board() {
        return board;
    }

    ClockWatch clock() {
        return clock;
    }

    ClockReading read() {
        return clock.read();
    }

    /// As an operator who forgives a person's passback.
    void forgive(long personId) {
        database.write(sql -> works.places().forgive(sql, personId));
        judge.whereabouts.forgiven(personId);
    }

    /// As an operator who sets the threat level of the place.
    void threatLevel(int level) {
        if (database.threats().levels().of(1) != level) tap.beside(1); // the event of the change
        database.threats().set(1, new ThreatStore.Change(level, "somebody", ""));
        judge.threats.operator(level);
    }

    /// As an operator who lets somebody in by hand, or anybody.
    void admit(long channelId, @Nullable Somebody who) {
        var person = who == null ? null : new Admissions.Named(who.id, "Person " + who.id);
        var asked = new Admissions.Asked(channelId, person, ByHand.OPERATOR, "session 1", time.nowNs());
        long id = judge.byHand.asked(judge.door(channelId), who, clock.read());
        tap.append(admissions.requested(asked));
        switch (admissions.weigh(asked, id)) {
            case Admissions.Weighed.Denied(EventDraft event) -> tap.append(event);
            case Admissions.Weighed.Passes passes -> lane.add(judge.byHand.decided(id, admissions, asked, passes));
        }
    }

    /// From now on the disk takes nothing. What was told before is on it.
    void stallDisk() {
        tap.awaitDurable();
        var begun = new Stall(new CountDownLatch(1), new CountDownLatch(1));
        database.writeLater(_ -> {
            begun.begun.countDown();
            await(begun.over);
            return true;
        });
        await(begun.begun);
        stall = begun;
    }

    boolean diskStalls() {
        return stall != null;
    }

    /// The disk works again.
    void endStall() {
        if (stall != null) stall.over.countDown();
        stall = null;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // killed
        }
    }

    /// The lane hangs: as the watchdog, which looks after the locks until it goes on.
    void leave() {
        left = true;
        judge.left();
        works.doors().leave();
        settleLeft();
    }

    /// Whether the lane still hangs.
    boolean left() {
        return left;
    }

    /// The watchdog goes round all locks.
    void settleLeft() {
        works.doors().settleUnattended();
        judge.unattended();
    }

    /// The lane is to begin anew with every door, as after a fault.
    void rebuild() {
        rebuilds = true;
    }

    // ---- its threads, one step at a time
    boolean laneWaits() {
        return !lane.isEmpty();
    }

    /// As the door lane goes round: does what is due, then takes one input. Returns when the next is due.
    long stepLane() {
        look();
        if (left) {
            left = false;
            looks = true;
            judge.anew();
            works.doors().attend();
        }
        if (rebuilds) {
            rebuilds = false;
            looks = true;
            judge.anew();
            works.doors().rebuild();
        }
        long nextNs = works.doors().tick(oldestNs());
        LaneInput input = lane.poll();
        if (input != null) {
            judge.entering.taken();
            works.doors().on(input);
            nextNs = works.doors().tick(oldestNs());
        }
        if (looks && lane.isEmpty()) {
            looks = false;
            works.doors().lookAgain();
        }
        tap.check();
        if (lane.isEmpty()) judge.settled(read());
        return Math.max(nextNs, time.nowNs() + 1);
    }

    /// As housekeeping does each second.
    private void look() {
        if (time.nowNs() - lookedNs < LOOK_NS) return;
        if (judge.threats.waits() && diskStalls()) return; // it would wait for the disk
        lookedNs = time.nowNs();
        tap.beside(judge.threats.carriesOut());
        works.catchUp();
        judge.threats.agree(database.threats().levels().of(1));
        judge.switches.looked(lookedNs);
    }

    private long oldestNs() {
        LaneInput head = lane.peek();
        return head == null ? Long.MAX_VALUE : head.atNs();
    }

    /// `fails`: the database cannot be read just then.
    void stepDecision(boolean fails) {
        judge.deciding(read(), fails);
        failing = fails;
        boolean decided = works.decisions().decideNext();
        failing = false;
        if (!decided) throw new Violation("what was shown does not await its decision");
        judge.decided();
        tap.check();
    }

    /// The end that a service manager asks for: what waits is handled, and everybody has an answer.
    void stop() {
        endStall();
        judge.stops();
        works.actions().stop();
        actions.stops();
        while (!lane.isEmpty()) {
            judge.entering.taken();
            works.doors().on(lane.remove());
        }
        works.doors().stop();
        judge.presentations.mustBeAnswered();
        judge.byHand.mustBeAnswered();
    }

    /// Events that are on disk, once all of them are.
    long kept() {
        endStall();
        tap.awaitDurable(); // and with them what stands and who is where
        tap.check();
        return tap.durable();
    }

    /// The process is killed while the disk stalls: whatever that has not taken is lost. Returns how many events are
    /// on it.
    long kill() {
        database.abandon();
        stall = null;
        judge.lost(tap.mine());
        folder.close();
        return tap.durable();
    }

    @Override
    public void close() {
        endStall();
        database.close();
        folder.close();
    }
}
