package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.tools.simulation.MayPass.Opened;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Premises.Times;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the log, the operators and the wires say of one door, and whether its strike and its alarms agree with it.
final class DoorWatch {
    private static final long NEVER = Long.MIN_VALUE;

    final Door door;
    final Exits exits;
    final Orders orders;
    final Leaf leaf;
    final LockedBy lockedBy = new LockedBy();
    final EvacuatedBy evacuatedBy = new EvacuatedBy();
    final Unopened unopened = new Unopened();
    final Turns turns = new Turns();
    final TurnTimes turnTimes;
    final StrikeBounds bounds = new StrikeBounds(this);
    final AlarmWatch alarms;
    final Wall wall;
    private final ModeWatch modes;
    private final Whereabouts whereabouts;
    final Consumer<String> shows;
    private final Lasting lasting = new Lasting();
    private final AdmissionTimes times;
    private Told told;
    private Supplier<ClockReading> clock = () -> {
        throw new IllegalStateException("no process has begun");
    };

    // What the wires say.
    private boolean released;
    private final FireWatch fire;
    private final StrikeLine line = new StrikeLine();
    private boolean left;

    // What is due.
    private boolean riseUnexplained;
    private long causedNs = NEVER;
    private boolean responderDue;
    private long stoodNs = NEVER;

    DoorWatch(Door door, Premises premises, Whereabouts whereabouts, AirlockWatch airlocks, Consumer<String> shows) {
        this.whereabouts = whereabouts;
        this.turnTimes = new TurnTimes(this, whereabouts);
        this.shows = shows;
        this.door = door;
        this.told = Told.nothing(door.autoShift(), door.firstCard());
        this.times = new AdmissionTimes(door.times());
        this.exits = new Exits(this, airlocks);
        this.orders = new Orders(this);
        this.fire = new FireWatch(door, premises.namesZones());
        this.leaf = new Leaf(this);
        this.alarms = new AlarmWatch(this);
        this.wall = new Wall(this, premises);
        this.modes = new ModeWatch(this, wall);
    }

    /// A process begins: no promise of the last one holds, and the times of an open leaf go on or begin again; all else
    /// stands.
    void begins(long nowNs, Supplier<ClockReading> reading) {
        clock = reading;
        bounds.begins(nowNs);
        responderDue = false;
        fire.begins();
        causedNs = NEVER;
        released = false;
        riseUnexplained = false;
        line.begins();
        left = false;
        stoodNs = NEVER;
        times.settled();
        lasting.clear();
        orders.begins();
        exits.begins(nowNs);
        unopened.begins();
        alarms.begins(nowNs);
        lockedBy.begins(told.lockdown());
        evacuatedBy.begins(told.evacuated());
        leaf.begins(nowNs);
        wall.begins(nowNs, clock.get());
    }

    /// The lane hangs: a lock that is open without current is so from now on.
    void left() {
        left = true;
        bounds.owesNothing();
    }

    /// The lane is stuck until then: it may secure the strike late, and drive late what works again.
    void stalls(long untilNs, long nowNs) {
        line.stalls(untilNs, nowNs);
        alarms.stalls(untilNs);
        bounds.people.doubt(untilNs);
    }

    /// The lane begins anew.
    void anew(long nowNs) {
        left = false;
        bounds.anew(nowNs);
        turns.unsure();
        whereabouts.ends(door.id(), nowNs, door.byBox());
        leaf.anew(nowNs);
    }

    /// The process stops in order.
    void stops() {
        bounds.owesNothing();
        leaf.stops();
    }

    /// A process was killed, and the disk lacks some of it.
    void lost() {
        lockedBy.lost();
        evacuatedBy.lost();
    }

    void retimed(Times fresh) {
        times.change(fresh);
        bounds.people.retimed();
        alarms.rules(fresh.alarms());
    }

    Times times() {
        return times.now();
    }

    Told told() {
        return told;
    }

    void restore(Told before) {
        if (before.secured() != null && !before.secured().equals(told.secured())) wall.restored();
        told = before;
    }

    /// Hours may begin with a person who has entered; or the one with whom they began counts no more.
    void opened(boolean now) {
        told = told.opened(now ? told.shift() : null);
    }

    ClockReading reading() {
        return clock.get();
    }

    /// The command of an operator or an action was done, or refused.
    void commanded(DoorCommand command, String by, @Nullable String refusal, long nowNs) {
        if (refusal != null) lockedBy.refused(command, by);
        if (refusal != null) evacuatedBy.refused(command);
        orders.answered(command, by, refusal);
        if (refusal == null && command.mayEndByTime()) wall.awaits(nowNs, clock.get());
    }

    boolean released() {
        return released;
    }

    boolean leafOpen() {
        return leaf.open();
    }

    boolean burns() {
        return fire.burns();
    }

    // ---- the wires

    void strike(boolean nowReleased, long nowNs) {
        if (!nowReleased && nowNs < exits.promisedUntilNs()) throw violation("secured while an exit's time runs");
        if (!nowReleased && burns()) throw violation("secured during fire");
        if (!nowReleased) bounds.secured(nowNs);
        // The cause may be told of first: a floor's is its elevator's.
        boolean leaves = exits.active() || burns() || bounds.paid(nowNs);
        if (nowReleased && left && !door.byBox() && !leaves) throw violation("released, and nobody attends to it");
        boolean later = left || told.stands() || (faulty(nowNs) && bounds.paid(nowNs)); // told before
        if (nowReleased && !released && causedNs != nowNs && !later) riseUnexplained = true;
        if (nowReleased != released) leaf.strike(nowReleased, nowNs);
        released = nowReleased;
    }

    /// The fire panel's line of a zone.
    void burns(int zone, boolean now) {
        fire.moves(zone, now, told.fire());
    }

    /// The strike's line works no more, or does so again.
    void faulty(boolean now, long nowNs) {
        bounds.owesNothing(); // nobody can say
        line.faulty(now, nowNs);
    }

    boolean faulty(long nowNs) {
        return line.faulty(nowNs);
    }

    /// An exit that releases was let go, or is locked down: the strike may follow a moment later.
    void letGo(long nowNs) {
        bounds.letGo(nowNs);
    }

    /// `stuck`: the lane hangs, and has not secured what it should have.
    void leaf(boolean open, boolean stuck, long nowNs) {
        exits.goesOn(nowNs);
        boolean unsure = stuck && released && !exits.active() && !bounds.paid(nowNs);
        boolean hears = !stuck && !left && !faulty(nowNs);
        Opened again = leaf.rebounds(nowNs);
        boolean sure = hears && leaf.known() && !told.stands() && again != Opened.PERHAPS_FREELY;
        Opened how = open ? leaf.opens(hears, nowNs) : Opened.BY_FORCE;
        boolean free = how == Opened.FREELY;
        if (open) unopened.opens(nowNs, free && hears);
        boolean takes = sure && free && times().forced() && times.isCertain(nowNs) && !exits.mayLeaveByHandle(nowNs);
        takes &= !exits.mayHold() || turns.exit(nowNs) != Certainty.NO; // the turn of a held exit goes on
        if (open) wall.opens(takes && !exits.active() && nowNs - Turns.LAG_NS > exits.promisedUntilNs(), nowNs);
        Turns.Taken taken = open ? turns.opens(nowNs, leaf.springsNs(nowNs), takes) : null;
        leaf.moves(open, unsure || faulty(nowNs) ? Opened.PERHAPS_FREELY : how, nowNs);
        if (taken != null) whereabouts.opens(door.id(), taken);
        boolean springs = taken != null && taken.none() && again == Opened.FREELY;
        if (taken != null && !springs) exits.airlocks.opened(this, taken);
        bounds.moves(open, free, hears, nowNs);
        boolean relocks = open != times().relockOnClose() && (released || faulty(nowNs));
        if (!open || relocks) exits.relocks(taken, sure && (!open || free), nowNs);
    }

    // ---- the log

    /// Something that is told of the door.
    void event(EventDraft event, long nowNs) {
        Told before = told;
        if (exits.active()) letGo(nowNs);
        note(event, nowNs);
        if (told.locked() && !before.locked()) { // who was admitted before stays out
            bounds.locked(nowNs);
            whereabouts.ends(door.id(), nowNs, door.byBox());
        }
        if (before.stands()) stoodNs = nowNs;
        if (before.stands() && !told.stands()) {
            bounds.owesNothing(); // a person who has locked the door by a double tap does not pass
            leaf.standsNoMore(event.monotonicNs(), nowNs); // nobody had to close it
            bounds.standsNoMore(nowNs);
        }
        if (told.stands()) {
            leaf.stands();
            caused(nowNs);
            alarms.leafIsNormal();
            turns.unsure();
            unopened.opens();
            wall.opens(false, nowNs);
            whereabouts.opens(door.id()); // nothing tells when they pass
        }
        exits.locked(before.atExits(), told.atExits(), nowNs);
    }

    private void note(EventDraft event, long nowNs) {
        Told now = modes.note(event, nowNs, clock.get());
        if (now == null) {
            noteWires(event, nowNs);
            return;
        }
        told = now;
        switch (event.kind()) {
            case MODE_UNLOCK, MODE_SECURE -> wall.awaits(nowNs, clock.get());
            case CONFIGURATION_CHANGED -> lasting.clear();
            default -> {
                // The clock ends none of them.
            }
        }
    }

    private void noteWires(EventDraft event, long nowNs) {
        EventKind kind = event.kind();
        switch (kind) {
            case FIRE_RELEASE_ON -> {
                demand(kind, fire.begins(event, told.fire()));
                told = told.fire(burns());
                caused(nowNs);
            }
            case FIRE_RELEASE_OFF -> {
                demand(kind, fire.ends(event, told.fire()));
                told = told.fire(false);
            }
            case FIRST_RESPONDER -> {
                demand(kind, responderDue);
                responderDue = false;
            }
            case LINE_FAULT, LINE_NORMAL -> demand(kind, line.told(kind == EventKind.LINE_FAULT, nowNs));
            case DOOR_EXTENDED_WARNING -> leaf.alarm(kind, event.monotonicNs(), nowNs);
            case FORCED_OPEN, EXTENDED_OPEN, DOOR_NORMAL ->
                told = told.alarm(leaf.alarm(kind, event.monotonicNs(), nowNs));
            case ALARM_REMINDER, ALARM_ACKNOWLEDGED -> told = alarms.event(event, nowNs);
            case EXIT_HELD, EXIT_LET_GO -> {
                boolean held = kind == EventKind.EXIT_HELD;
                demand(kind, told.exitHeld() != held);
                exits.event(event, nowNs);
                told = told.exitHeld(held);
            }
            default -> exits.event(event, nowNs);
        }
    }

    void demand(EventKind kind, boolean lawful) {
        if (!lawful) throw violation(kind + ", and nothing asks for it: told so far are " + told);
    }

    /// Somebody may pass; at a floor it is its elevator's log that says so.
    void releasedWith(boolean extended, Turns.Owner owner, Turns.Way way, long nowNs) {
        cause(nowNs, nowNs, extended);
        long untilNs = times.leastUntilNs(extended, nowNs);
        long latestNs = untilNs(extended, nowNs);
        boolean sure = times.given(extended, nowNs) && !faulty(nowNs) && leaf.known();
        turnTimes.last(owner.persons(), untilNs);
        unopened.until(owner.persons(), latestNs);
        wall.first.until(latestNs);
        turnTimes.given(owner, way, nowNs, latestNs, sure);
        if (!faulty(nowNs)) bounds.owes(untilNs);
        if (extended) leaf.longerUntil(untilNs);
        leaf.openSince(nowNs, nowNs, extended);
    }

    /// Until when a person may pass who is admitted now.
    long untilNs(boolean extended, long nowNs) {
        return times.mostUntilNs(extended, nowNs);
    }

    /// An exit became active then that explains why the leaf is open: people who wait may have passed.
    void explained(long pressedNs) {
        if (!leaf.unexplained.isExplainedBy(pressedNs)) return;
        unopened.opens(pressedNs, false);
        whereabouts.opens(door.id(), Turns.Taken.UNSURE);
        wall.opens(false, pressedNs);
    }

    /// A first responder passes in lockdown: the log says so beside.
    void responds() {
        responderDue = true;
    }

    /// What releases the strike from then on is in the log. `longer`: for who needs it so.
    void cause(long fromNs, long nowNs, boolean longer) {
        caused(nowNs);
        bounds.cause(untilNs(longer, fromNs), leaf.mayBeOpen());
        leaf.unexplained.caused();
    }

    private void caused(long nowNs) {
        riseUnexplained = false;
        causedNs = nowNs;
    }

    /// The leaf has moved: the strike relocks but for exits, and at its closing but for those who were admitted while
    /// it was open.
    void moved(boolean opens, long atNs) {
        bounds.heard(opens, causedNs < atNs && stoodNs < atNs && !told.stands(), atNs);
    }

    // ---- everything at rest

    /// The lane has done all it was told: nothing may disagree.
    void settled(long nowNs, ClockReading reading) {
        exits.settled(nowNs);
        orders.taps.settled();
        leaf.settled(nowNs);
        if (!faulty(nowNs)) strikeAgrees();
        bounds.settled(nowNs);
        String amiss = lockedBy.amiss(told.lockdown());
        if (amiss == null) amiss = evacuatedBy.amiss(told.evacuated());
        if (amiss != null) throw violation(amiss);
        if (fire.isUntold()) throw violation("the log does not tell of fire");
        if (responderDue) throw violation("a first responder passed, and the log does not say so");
        wall.settled(nowNs, reading);
        times.settled();
    }

    private void strikeAgrees() {
        if (riseUnexplained) throw violation("released, and the log does not say why");
        if (told.stands() && !released) throw violation("stands unlocked by the log, and its strike holds");
        if (exits.holds() && !released) throw violation("an exit is held, and the strike holds");
    }

    void lasting(String what, boolean is, long nowNs) {
        if (lasting.exceeds(what, is, nowNs)) throw violation(what);
    }

    Violation violation(String what) {
        return new Violation("channel " + door.id() + " (" + door.kind() + "): " + what);
    }
}
