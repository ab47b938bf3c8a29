package dev.lintel.tools.simulation;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.yaml.Checked;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// One box's life, from a first start with an empty folder over many restarts. Three of its threads are steps
/// here: the wires' (what [Deeds] do), the decision thread's and the door lane's. Which comes next, and how long
/// each is held up, the seed says.
///
/// ```
///   wires     |   card        REX |        |
///   decision  |      [0.2 ms]     | ...... |   now and then it is stuck for seconds
///   lane      |          [0.05 ms]| .......|   so is the lane, and exits open all the same
/// ```
final class World {
    private static final Instant YEAR = Instant.parse("2026-01-01T00:00:00Z");
    private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    /// While nothing runs the lane is asked this often: it looks at the wall clock each time.
    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(60);

    /// The lane is awake this long before something happens.
    private static final long AWAKE_NS = TimeUnit.SECONDS.toNanos(2);

    /// A lane that takes longer for its round than this hangs.
    private static final long STUCK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /// The watchdog takes it that the lane hangs after this, and goes round the locks as often.
    private static final long HUNG_NS = TimeUnit.SECONDS.toNanos(5);

    private static final long GUARD_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /// No two things happen at one time.
    private static final long APART_NS = 1_000;

    /// States without a timer.
    private static final Set<String> AT_REST = Set.of("secure", "forced", "extended_open");

    final Random random;
    final VirtualTime time;
    final Premises premises;
    final PremisesMaker maker;
    final Judge judge;
    private final Deeds deeds;
    private final Approving approving;
    private final Impatience impatience;
    private final Trail trail;
    private final Path folder;
    private final ControllerConfig config;
    private final Set<Integer> inputs = new TreeSet<>();
    private final PriorityQueue<Deed> due = new PriorityQueue<>();
    private final boolean battery;
    private long given;
    private boolean synchronised = true;
    final ActionWatch actions;
    private final ActionDeeds actionDeeds;
    private Box box;
    private long laneNs;
    private long laneFreeNs;
    private long decisionFreeNs;
    private final long bornNs;
    private long lastDeedNs;
    private long restarts;
    private long events;

    /// Something to do at a monotonic time; equals in the order given.
    private record Deed(long atNs, long order, Runnable run) implements Comparable<Deed> {
        @Override
        public int compareTo(Deed other) {
            return atNs == other.atNs ? Long.compare(order, other.order) : Long.compare(atNs, other.atNs);
        }
    }

    /// What one life came to.
    record Told(long presentations, Map<EventKind, Long> events, Map<String, Long> rules, long kept, long restarts) {}

    World(long seed, Path folder, Trail trail) {
        this.random = new Random(seed);
        this.folder = folder;
        this.trail = trail;
        Instant start = YEAR.plusMillis(random.nextInt(365) * DAY_MS + random.nextInt((int) DAY_MS));
        this.time = new VirtualTime(start);
        this.bornNs = time.nowNs();
        this.maker = new PremisesMaker(random, start);
        this.premises = maker.make();
        this.judge = new Judge(premises, time);
        var ofActions = new Random(seed);
        var actionMaker = new ActionMaker(ofActions, premises);
        this.actions = new ActionWatch(judge, premises, time, ofActions, actionMaker.all());
        this.deeds = new Deeds(this);
        this.actionDeeds = new ActionDeeds(this, deeds, actionMaker, ofActions);
        this.approving = new Approving(this, deeds);
        this.impatience = new Impatience(this, deeds);
        this.battery = random.nextBoolean();
        this.config = config(PremisesText.controller(premises) + ActionMaker.controller());
        for (Premises.Door door : premises.doors()) if (door.hasLeaf()) inputs.add(door.contactLine());
        for (Premises.Switch each : premises.allSwitches()) if (each.key()) inputs.add(each.checkLine());
        this.box = process();
        box.apply(site());
        PeopleTable.insert(box.database(), premises);
        begin();
    }

    private static ControllerConfig config(String file) {
        return switch (ConfigFile.parse("controller.yaml", file)) {
            case Checked.Valid<ControllerConfig>(ControllerConfig read) -> read;
            case Checked.Faulty<ControllerConfig> faulty -> throw new IllegalStateException(faulty + "\n" + file);
        };
    }

    /// Lives for so many hours. Throws [Violation].
    Told live(double hours) {
        long untilNs = time.nowNs() + (long) (hours * HOUR_NS);
        deeds.begin();
        new Drills(this, deeds).begin();
        actionDeeds.begin();
        new ThreatTurns(this, deeds).begin();
        new Groups(this, deeds).begin();
        new Pairs(this, deeds).begin();
        while (time.nowNs() < untilNs) step();
        box.stop();
        events += box.kept();
        checkIds();
        box.close();
        return new Told(judge.presentations.total(), judge.counts(), judge.rules(), events, restarts);
    }

    double livedHours() {
        return (double) (time.nowNs() - bornNs) / HOUR_NS;
    }

    /// Closes what a violation left open.
    void abandon() {
        box.close();
    }

    private Box process() {
        return new Box(
                new Box.Found(folder, config, inputs, new Box.Sources(() -> synchronised, battery), actions),
                time,
                judge,
                this::told);
    }

    private void told(EventDraft event) {
        tell(() -> "        log: " + words(event));
        judge.event(event);
        if (event.kind() == EventKind.APPROVAL_REQUESTED) approving.asked(event);
        impatience.told(event);
        actions.event(event, time.nowNs());
    }

    private static String words(EventDraft event) {
        var subject = event.subject();
        String who = subject.personId() == null ? "" : ", person " + subject.personId();
        return event.kind() + " at " + subject.channelId() + who + " " + event.additional();
    }

    private void begin() {
        box.start();
        for (Premises.Door door : premises.doors()) judge.door(door.id()).exits.held(time.nowNs());
        judge.switches.begins(this::active, time.nowNs());
        lastDeedNs = time.nowNs();
        laneNs = lastDeedNs;
        laneFreeNs = laneNs;
        decisionFreeNs = laneNs;
    }

    // ---- steps

    private void step() {
        long deedNs = due.element().atNs;
        long decisionNs = judge.presentations.undecided() ? decisionFreeNs : Long.MAX_VALUE;
        long nextNs = Math.min(Math.min(deedNs, actions.dueNs()), Math.min(decisionNs, laneNs));
        time.moveTo(Math.max(nextNs, time.nowNs()));
        if (nextNs == actions.dueNs()) {
            act();
            return;
        }
        if (nextNs == deedNs) {
            // What was due while the box was down happens now, one after the other.
            time.moveTo(Math.max(time.nowNs(), lastDeedNs + APART_NS));
            lastDeedNs = time.nowNs();
            due.remove().run.run();
            if (box.laneWaits()) laneNs = Math.min(laneNs, soon(laneFreeNs));
        } else if (nextNs == decisionNs) {
            box.stepDecision(random.nextInt(2_000) == 0);
            decisionFreeNs = time.nowNs() + 50_000L + random.nextInt(3_000_000);
            laneNs = Math.min(laneNs, soon(laneFreeNs));
        } else {
            stepLane();
        }
        act();
    }

    /// The lane hears of the commands of actions.
    private void act() {
        boolean waited = box.laneWaits();
        actions.step();
        if (!waited && box.laneWaits()) laneNs = Math.min(laneNs, soon(laneFreeNs));
    }

    private void stepLane() {
        long dueNs = box.stepLane();
        laneFreeNs = time.nowNs() + 10_000L + random.nextInt(100_000);
        if (box.laneWaits()) laneNs = laneFreeNs;
        else laneNs = Math.max(laneFreeNs, quiet() ? Math.max(dueNs, quietNs()) : dueNs);
    }

    /// Nothing runs that has a time, and nothing happens soon.
    private boolean quiet() {
        if (box.gpio().anyBroken()) return false;
        // The lane drives a strike again whose line has just been repaired.
        for (Premises.Door door : premises.doors()) if (judge.door(door.id()).faulty(time.nowNs())) return false;
        if (!judge.presentations.none() || judge.airlocks.awaits()) return false;
        for (DoorView view : box.board().all()) {
            boolean stands = view.standing().unlocked();
            if (!AT_REST.contains(view.state()) && !stands) return false;
            if (view.strikeReleased() && !stands) return false;
        }
        return true;
    }

    private long quietNs() {
        return Math.min(due.element().atNs - AWAKE_NS, time.nowNs() + QUIET_NS);
    }

    private long soon(long freeNs) {
        return Math.max(freeNs, time.nowNs() + 5_000L + random.nextInt(60_000));
    }

    // ---- what deeds do

    Box box() {
        return box;
    }

    /// Does `run` so much later.
    void after(long ns, Runnable run) {
        due.add(new Deed(time.nowNs() + Math.max(1, ns), given++, run));
    }

    void tell(Supplier<String> what) {
        long atNs = time.nowNs();
        Instant wall = time.now();
        trail.add(() -> "%,.6f s  %s  %s".formatted(atNs / 1e9, wall, what.get()));
    }

    boolean laneStuck() {
        return laneFreeNs - time.nowNs() > STUCK_NS;
    }

    void stallLane(long ns) {
        judge.stalls(time.nowNs() + ns);
        laneFreeNs = Math.max(laneFreeNs, time.nowNs() + ns);
        laneNs = Math.max(laneNs, laneFreeNs);
    }

    /// The lane hangs for so long that the watchdog looks after the locks meanwhile.
    void hang(long ns) {
        Box hung = box;
        stallLane(ns);
        after(HUNG_NS, () -> {
            if (box != hung || !laneStuck()) return;
            tell(() -> "the watchdog looks after the locks");
            hung.leave();
            guard(hung);
        });
    }

    private void guard(Box hung) {
        after(GUARD_NS, () -> {
            if (box != hung || !hung.left()) return;
            hung.settleLeft();
            guard(hung);
        });
    }

    void stallDecisions(long ns) {
        decisionFreeNs = Math.max(decisionFreeNs, time.nowNs()) + ns;
        judge.stalls(decisionFreeNs);
    }

    void synchronised(boolean now) {
        synchronised = now;
        box.clock().look();
    }

    void drive(int line, boolean active) {
        box.gpio().drive(line, active);
        actions.wire(line, time.nowNs());
    }

    boolean active(int line) {
        return inputs.contains(line);
    }

    /// The lane begins anew with every door, as it does after a fault.
    void rebuild() {
        box.rebuild();
        laneNs = Math.min(laneNs, soon(laneFreeNs));
    }

    /// Ends the process, orderly or by a kill, and starts the next one `downNs` later. A kill while the disk stalls
    /// loses what that has not taken.
    void restart(boolean orderly, long downNs) {
        restarts++;
        if (orderly) box.stop();
        judge.presentations.forget(); // nobody decides any more what the process had not decided
        if (!orderly && box.diskStalls()) {
            events += box.kill();
        } else {
            events += box.kept();
            box.close();
        }
        time.moveTo(time.nowNs() + downNs);
        box = process();
        begin();
    }

    /// Every id from 1 to the newest is there, once.
    private void checkIds() {
        record Ids(long count, long newest) {}
        Ids ids = box.database()
                .read(sql -> sql.get(
                        "SELECT count(*), coalesce(max(id), 0) FROM event",
                        row -> new Ids(row.number(1), row.number(2))));
        if (ids.count != ids.newest) throw new Violation(ids.count + " events with ids up to " + ids.newest);
        if (ids.count != events) throw new Violation(events + " events were on disk, " + ids.count + " are kept");
    }

    /// The site's file is applied again with another unlock time, in seconds, of one door.
    void retime(long channelId, int unlock) {
        DoorWatch door = judge.door(channelId);
        door.retimed(door.times().withUnlock(unlock));
        apply();
    }

    /// The site's file is applied again with other rules for the alarms of one door.
    void realarm(long channelId) {
        DoorWatch door = judge.door(channelId);
        Premises.Times fresh = door.times().with(maker.alarms());
        if (fresh.equals(door.times()) || !door.door.hasLeaf()) return;
        door.retimed(fresh);
        apply();
    }

    /// Somebody changes a role or a shift of the site.
    void replan() {
        if (random.nextBoolean()) {
            int role = 1 + random.nextInt(premises.roles().size() - 1);
            premises.roles().set(role, maker.role(premises.doors().size(), role));
        } else {
            premises.shifts().set(random.nextInt(premises.shifts().size()), maker.shift());
        }
        apply();
    }

    /// The site has these actions from now on.
    void act(List<SiteAction> now) {
        actions.applied(now);
        apply();
    }

    private void apply() {
        box.apply(site());
        actions.applied(actions.actions());
    }

    private String site() {
        return PremisesText.site(premises, door -> judge.door(door.id()).times()) + ActionMaker.site(actions.actions());
    }
}
