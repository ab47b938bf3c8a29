package dev.lintel.tools.simulation;

import dev.lintel.controller.access.InterruptedFactors;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.Approval;
import dev.lintel.tools.simulation.Presentations.One;
import dev.lintel.tools.simulation.Presentations.What;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Looks at every event, every strike's change and every exit, and throws [Violation] at what must never happen:
///
/// - a strike that lets go, or goes on to, without a cause in the log; one that holds although the log says unlocked;
/// - an admission that [Verdicts] does not know of: the wrong person, one without a right, or with none that is valid
///   at the threat level, disabled, expired or revoked, without the factors that the door asks for, in lockdown (but
///   first responders and those who leave where the box must let them), at a tampered reader, against passback or
///   interlock; a wrong word about what let them through, or about what was not enforced;
/// - a PIN under duress that the log does not have once; a PIN that is looked at while PINs rest, or one too many in
///   an hour; a rest that does not begin or is too short; an unknown card too many in the log ([Beside]);
/// - somebody turned away whom nothing keeps out, or for a reason that is not so; an exit that does not open at once
///   and for its time, that nobody pressed, or that the log does not tell of;
/// - a presentation with no answer or two; an alarm, mode, fire or tampering that ends without having begun, or that
///   nobody hears of;
/// - somebody who enters alone where two persons, a host or an operator are needed, or who waits and need not; a double
///   tap that does nothing or the wrong thing ([Entering]);
/// - a mode, hours, lockdown or evacuation that nobody asked for, or that a restart changes;
/// - an admission into a full area; an area that is full or empty and the log does not say so ([Crowding]);
/// - places that are forgotten without a cause, or with one that the log does not have ([Forgiving]);
/// - somebody let in by hand whom nobody asked to be, twice, too late, or whom card, lockdown or interlock would keep
///   out; a request that nothing comes of ([ByHand]).
final class Judge {
    /// A decision that takes longer is answered by the door itself.
    static final long DECISION_NS = TimeUnit.SECONDS.toNanos(3);
    /// What a kill may take back, at most: the box does not run that far ahead of its disk.
    private static final int UNDO_MAX = 10_000;

    private final Premises premises;
    private final Time time;
    private final Map<EventKind, Long> counts = new EnumMap<>(EventKind.class);
    private final Map<String, Long> rules = new TreeMap<>();
    private final List<DoorWatch> doors = new ArrayList<>();
    private final Readers readers = new Readers();
    final CardUses uses;
    final Whereabouts whereabouts;
    private final Forgiving forgiving;
    final Crowding crowding;
    final Presentations presentations = new Presentations();
    private final Guesses guesses = new Guesses();
    final Verdicts verdicts;
    private final Beside beside;
    final Passing passing;
    final Entering entering;
    private final Answering answering;
    final ByHand byHand;
    final AirlockWatch airlocks;
    final Supply supply = new Supply();
    final Switches switches;
    final ThreatWatch threats;
    private final ArrayDeque<Undo> undo = new ArrayDeque<>();
    private long told;
    private long stalledUntilNs = Long.MIN_VALUE;
    private long anewNs = Long.MIN_VALUE;
    private LongFunction<@Nullable DoorView> views = _ -> null;
    private @Nullable One underWay;
    private @Nullable Approval approving;
    private @Nullable One asking;

    /// What was before the event of that number, counted from the process's begin.
    private record Undo(long event, Runnable back) {}

    Judge(Premises premises, Time time) {
        this.premises = premises;
        this.time = time;
        this.uses = new CardUses(time, this::undone);
        this.whereabouts = new Whereabouts(premises, uses);
        this.forgiving = new Forgiving(this, premises);
        this.crowding = new Crowding(premises, whereabouts, forgiving::isUnseen);
        var known = new Verdicts.Known(premises, whereabouts, uses, guesses, crowding, this::shows);
        this.verdicts = new Verdicts(known, forgiving);
        this.threats = new ThreatWatch(premises, verdicts);
        this.switches = new Switches(premises, this::door, threats);
        this.beside = new Beside(guesses, verdicts);
        this.passing = new Passing(this, time);
        this.entering = new Entering(this, time);
        this.answering = new Answering(this, premises, time);
        this.byHand = new ByHand(this, passing, verdicts, time);
        this.airlocks = new AirlockWatch(this, premises, time);
        for (Door door : premises.doors()) doors.add(new DoorWatch(door, premises, whereabouts, airlocks, this::shows));
    }

    DoorWatch door(long channelId) {
        return doors.get((int) channelId - 1);
    }

    List<DoorWatch> doors() {
        return doors;
    }

    /// How many events the process has told.
    long told() {
        return told;
    }

    /// A rule has had its effect.
    void shows(String rule) {
        rules.merge(rule, 1L, Long::sum);
    }

    /// How often each rule had its effect.
    Map<String, Long> rules() {
        return rules;
    }

    /// How often each kind of event came.
    Map<EventKind, Long> counts() {
        return counts;
    }

    // ---- what happens

    /// A process begins. `doorViews`: the doors as it sees them; `clock`: as it reads it.
    void begins(LongFunction<@Nullable DoorView> doorViews, Supplier<ClockReading> clock) {
        views = doorViews;
        readers.begins();
        undo.clear();
        told = 0;
        whereabouts.begins();
        guesses.begins(time.nowNs(), time.nowMs());
        forgiving.begins();
        crowding.begins();
        verdicts.begins();
        beside.begins();
        entering.begins();
        byHand.begins();
        airlocks.begins();
        for (DoorWatch door : doors) door.begins(time.nowNs(), clock);
    }

    /// A process was killed after `kept` of its events were on disk: the rest was never told.
    void lost(long kept) {
        while (!undo.isEmpty() && undo.getLast().event > kept)
            undo.removeLast().back.run();
        whereabouts.lost(kept);
        for (DoorWatch door : doors) door.lost();
    }

    /// Whether nobody can have decided on who was read then, or their answer was an earlier one's: `folded`.
    boolean unready(long atNs, boolean folded) {
        return ((folded || time.nowNs() - atNs >= DECISION_NS) && stalledUntilNs >= atNs) || restarted(atNs);
    }

    /// Whether the lane began anew, or stopped, since then.
    boolean restarted(long atNs) {
        return atNs <= anewNs;
    }

    /// The lane or the decision thread is stuck until then.
    void stalls(long untilNs) {
        stalledUntilNs = Math.max(stalledUntilNs, untilNs);
        airlocks.stalls(untilNs);
        for (DoorWatch door : doors) door.stalls(untilNs, time.nowNs());
    }

    /// The lane hangs, and nobody looks after the doors but the watchdog.
    void left() {
        airlocks.stalls(Long.MAX_VALUE);
        for (DoorWatch door : doors) door.left();
    }

    /// The watchdog has gone round all locks.
    void unattended() {
        for (DoorWatch door : doors) door.bounds.unattended(time.nowNs());
    }

    /// The lane begins anew with every door: who stands at one has their answer.
    void anew() {
        anewNs = time.nowNs();
        airlocks.stalls(anewNs);
        airlocks.goesOn();
        for (DoorWatch door : doors) door.anew(anewNs);
    }

    /// The process ends in order: who still waits for a decision is told that none comes.
    void stops() {
        anewNs = time.nowNs();
        for (DoorWatch door : doors) door.stops();
    }

    /// An output changed: a strike, or a sounder.
    void output(int line, boolean active) {
        if (line < 10 || line / 10 > doors.size()) return;
        DoorWatch door = door(line / 10);
        if (line == door.door.strikeLine()) {
            door.strike(active, time.nowNs());
            airlocks.moved(door);
        }
        if (line == door.door.sounderLine()) door.alarms.sounds(active, time.nowNs());
    }

    /// The box takes note of what somebody showed.
    void shown(long channelId, String side, long atNs, What what) {
        presentations.shown(new One(channelId, side, atNs, what));
    }

    /// The box decides now, on the next in turn. `fails`: it is made to break down.
    void deciding(ClockReading clock, boolean fails) {
        switch (presentations.deciding()) {
            case One one -> {
                underWay = one;
                one.failed = fails;
                if (fails) return;
                Truth.At at = at(one, clock);
                one.at = at;
                one.verdict = verdicts.of(one, at, view(one.channelId), entering.isAskedAt(one));
            }
            case Approval approval -> {
                approving = approval;
                asking = entering.asking(approval.id());
                if (asking != null) entering.approving(approval, fails, at(asking, clock), view(asking.channelId));
            }
        }
    }

    private Truth.At at(One one, ClockReading clock) {
        return new Truth.At(premises.door(one.channelId), one.side, clock);
    }

    /// This is what the box makes of it, before the door has its say. A reader awaits no second factor of a person whom
    /// it refuses: the judge may not know whether it does.
    void decides(EventDraft answer) {
        One one = underWay;
        boolean own = one != null && one.atNs == answer.monotonicNs();
        if (one != null && own) one.answer = answer;
        if (one != null && own && answer.kind().isRejected()) verdicts.notAwaited(one);
    }

    /// The box gives no answer to it.
    void folds() {
        Objects.requireNonNull(underWay, "a decision is under way").folded = true;
    }

    /// The decision is made.
    void decided() {
        if (approving != null) {
            entering.approved(approving, asking);
            approving = null;
            asking = null;
            return;
        }
        One one = Objects.requireNonNull(underWay, "a decision was under way");
        underWay = null;
        entering.decided(one, one.at, view(one.channelId));
        beside.decided(one, premises.door(one.channelId));
    }

    /// The decision under way hands this to the door lane.
    void hands(LaneInput input) {
        entering.hands(input, underWay != null || approving != null);
        switch (input) {
            case LaneInput.Answered answered -> decides(answered.event());
            case LaneInput.Together group -> decides(group.last().event());
            case LaneInput.Folded _ -> folds();
            default -> {
                // Nothing is made of a presentation yet.
            }
        }
    }

    DoorView view(long channelId) {
        return Objects.requireNonNull(views.apply(channelId), "every door is in service");
    }

    // ---- what is told

    void event(EventDraft event) {
        told++;
        counts.merge(event.kind(), 1L, Long::sum);
        Long channelId = event.subject().channelId();
        if (channelId == null) {
            supply.event(event, this::undone);
            switches.event(event, this::undone);
            crowding.event(event, time.now(), this::undone);
            return;
        }
        DoorWatch door = door(channelId);
        Told before = door.told();
        undone(() -> door.restore(before));
        if (ByHand.tells(event)) byHand.event(event, door);
        else if (Presentations.isAnswer(event)) answer(event, channelId);
        door.event(event, time.nowNs());
        readers.event(event, this::undone);
        Runnable back = guesses.logged(event);
        if (back != null) undone(back);
        if (Beside.tells(event.kind())) beside(event);
        forgiving.told(event, door.door, before, door.told());
        airlocks.event(event, door);
        switch (event.kind()) {
            case MFA_STARTED, APPROVAL_REQUESTED -> presentations.awaits(event.monotonicNs(), channelId, this::undone);
            case FORCED_OPEN -> {
                whereabouts.forced(channelId);
                door.unopened.forced();
            }
            case ADMITTED_NOT_USED -> {
                whereabouts.unused(event, channelId);
                uses.unused(event, premises.people());
                if (!door.unopened.unused(event)) throw wrong("not used, and nobody waits", event);
            }
            default -> {
                // Nothing to compare.
            }
        }
    }

    /// Takes `back` what the event that is told now has changed, should a kill lose it.
    void undone(Runnable back) {
        undo.addLast(new Undo(told, back));
        if (undo.size() > UNDO_MAX) undo.removeFirst();
    }

    private void beside(EventDraft event) {
        One one = underWay;
        if (one == null || one.atNs != event.monotonicNs()) throw wrong("in no decision", event);
        one.beside.add(event);
    }

    private void answer(EventDraft event, long channelId) {
        if (event.additional().containsKey(InterruptedFactors.INTERRUPTED)) {
            presentations.answeredAtStart(event, this::undone);
            return;
        }
        One one = presentations.answered(event, channelId, this::undone);
        airlocks.answered(event, one);
        if (event.kind().isAdmitted()) {
            answering.admitted(event, one);
            airlocks.admitted(one);
        } else answering.rejected(event, one);
    }

    // ---- operators

    /// An operator asks for it.
    void asked(long channelId, DoorCommand command) {
        asked(channelId, command, Deeds.OPERATOR);
    }

    /// The same of an operator or an action.
    void asked(long channelId, DoorCommand command, String by) {
        door(channelId).orders.asked(command, by);
    }

    /// It was done, or refused.
    void commanded(long channelId, DoorCommand command, @Nullable String refusal) {
        commanded(channelId, command, Deeds.OPERATOR, refusal);
    }

    void commanded(long channelId, DoorCommand command, String by, @Nullable String refusal) {
        door(channelId).commanded(command, by, refusal, time.nowNs());
    }

    // ---- at rest

    /// The lane has done all it was told.
    void settled(ClockReading clock) {
        long nowNs = time.nowNs();
        forgiving.settled();
        crowding.settled(time.now(), nowNs);
        for (DoorWatch door : doors) {
            door.settled(nowNs, clock);
            passing.settled(door, nowNs);
            DoorView view = view(door.door.id());
            Picture.compare(door, view);
            readers.settled(view);
        }
        airlocks.settled();
        supply.settled();
        presentations.settled();
        presentations.mustBeAnsweredInTime(nowNs, DECISION_NS);
        byHand.mustBeAnswered();
    }

    static Violation wrong(String what, EventDraft event) {
        return new Violation(what + ": " + event);
    }
}
