package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.One;
import dev.lintel.tools.simulation.Presentations.What;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Looks at every event, every strike's change and every exit, and throws [Violation] at what must never happen:
///
/// - a strike that lets go, or goes on to, without a cause in the log; one that holds although the log says unlocked;
/// - an admission of the wrong person, of one without a right, disabled, expired or revoked; in lockdown (but first
///   responders and those who leave where the box must let them), at a tampered reader, against passback or interlock;
/// - somebody turned away whom nothing keeps out; an exit that does not open at once and for its time;
/// - a presentation with no answer or two; an alarm, mode, fire or tampering that ends without having begun;
/// - a mode, hours or lockdown that a restart changes.
final class Judge {
    /// A decision that takes longer is answered by the door itself.
    private static final long DECISION_NS = TimeUnit.SECONDS.toNanos(3);

    private final Premises premises;
    private final Truth truth;
    private final Time time;
    private final Map<EventKind, Long> counts = new EnumMap<>(EventKind.class);
    private final List<DoorWatch> doors = new ArrayList<>();
    private final Map<String, Boolean> online = new HashMap<>();
    private final Map<String, Boolean> tampered = new HashMap<>();
    private final Map<Long, String> places = new HashMap<>();
    private final Presentations presentations = new Presentations();

    Judge(Premises premises, Time time) {
        this.premises = premises;
        this.truth = new Truth(premises);
        this.time = time;
        for (Door door : premises.doors()) doors.add(new DoorWatch(door, premises));
    }

    DoorWatch door(long channelId) {
        return doors.get((int) channelId - 1);
    }

    Presentations presentations() {
        return presentations;
    }

    /// How often each kind of event came.
    Map<EventKind, Long> counts() {
        return counts;
    }

    // ---- what happens

    void begins() {
        online.clear();
        for (DoorWatch door : doors) door.begins(time.nowNs());
    }

    /// An output changed; lines of sounders and the like are nobody's here.
    void output(int line, boolean active) {
        if (line % 10 != 0 || line > doors.size() * 10) return;
        door(line / 10).strike(active, time.nowNs());
    }

    /// The box takes note of what somebody showed.
    void shown(long channelId, String side, long atNs, What what) {
        presentations.shown(new One(channelId, side, atNs, what));
    }

    /// The box decides now, on the next in turn.
    void deciding(ClockReading clock, LongFunction<@Nullable DoorView> views) {
        One one = presentations.deciding();
        one.decidedNs = time.nowNs();
        Somebody who = one.what.who();
        if (who == null) return;
        Door door = premises.door(one.channelId);
        DoorView view = Objects.requireNonNull(views.apply(one.channelId), "every door is in service");
        one.barred = truth.barred(who, new Truth.At(door, one.side, clock));
        if (one.what.card() && !who.cardActive) one.barred = "revoked";
        one.tampered = view.tampered(one.side) || view.tampered(DoorView.DOOR);
        one.mustPass = one.barred == null
                && one.what.card()
                && door.accept().contains("card")
                && door.passback().equals("off")
                && door.partners().isEmpty()
                && !isPartner(door)
                && !one.tampered
                && !view.cardLockdown();
    }

    private boolean isPartner(Door door) {
        for (DoorWatch other : doors) if (other.door.partners().contains(door.id())) return true;
        return false;
    }

    /// A command was done.
    void commanded(long channelId, DoorCommand command) {
        door(channelId).commanded(command);
    }

    // ---- what is told

    void event(EventDraft event) {
        counts.merge(event.kind(), 1L, Long::sum);
        Long channelId = event.subject().channelId();
        if (channelId == null) return;
        if (isAnswer(event)) answer(event, channelId);
        door(channelId).event(event, time.nowNs());
        switch (event.kind()) {
            case MFA_STARTED -> presentations.awaits(event.monotonicNs(), channelId);
            case READER_ONLINE, READER_OFFLINE ->
                turned(online, event, "reader", event.kind() == EventKind.READER_ONLINE, true);
            case TAMPER -> {
                if (!event.additional().containsKey("attempts")) turned(tampered, event, "reader", true, false);
            }
            case TAMPER_CLEARED -> turned(tampered, event, "reader", false, false);
            default -> {
                // Nothing to compare.
            }
        }
    }

    /// Each is told of changes only, and begins as `first`.
    private void turned(Map<String, Boolean> of, EventDraft event, String where, boolean now, boolean first) {
        String what = event.subject().channelId() + "-" + event.additional().getOrDefault(where, "door");
        Boolean before = of.put(what, now);
        if (before == null ? now == first : before == now) throw new Violation(event.kind() + " twice: " + event);
    }

    /// An answer to a presentation: not to a button.
    private static boolean isAnswer(EventDraft event) {
        return switch (event.kind()) {
            case ADMITTED_REQUEST_EXIT, ADMITTED_AUXILIARY -> false;
            default ->
                event.kind().isAdmitted()
                        || (event.kind().isRejected() && !event.additional().containsKey("input"));
        };
    }

    private void answer(EventDraft event, long channelId) {
        One one = presentations.answered(event, channelId);
        if (event.kind().isAdmitted()) admitted(event, one);
        else rejected(event, one);
    }

    private void admitted(EventDraft event, One one) {
        Door door = premises.door(one.channelId);
        Somebody who = one.what.who();
        Long personId = event.subject().personId();
        if (who == null || personId == null || personId != who.id) throw wrong("the wrong person is admitted", event);
        boolean changed = who.changedNs >= one.decidedNs;
        if (one.decidedNs == Long.MIN_VALUE) throw wrong("an admission that nobody decided", event);
        if (one.barred != null && !changed) throw wrong("admitted, and " + one.barred, event);
        boolean free = door.byBox() && one.side.equals("exit");
        DoorWatch watch = door(one.channelId);
        if (watch.lockdown().card() && !watch.fire() && !who.responder && !free) {
            throw wrong("admitted in lockdown", event);
        }
        if (one.tampered && !free) throw wrong("admitted at a tampered reader", event);
        if (!free && !watch.fire()) interlocked(watch, event);
        moved(event, one, who, door, free);
        if (event.additional().get("floors") instanceof List<?> floors) {
            for (Object floor : floors) door(((Number) floor).longValue()).releasedWith(time.nowNs());
        }
    }

    /// Partners may be passable only by an exit or fire of their own; the box sees them as they are now.
    private void interlocked(DoorWatch door, EventDraft event) {
        for (DoorWatch other : doors) {
            boolean partners = door.door.partners().contains(other.door.id())
                    || other.door.partners().contains(door.door.id());
            if (partners && other.released() && !other.fire()) throw wrong("admitted against an interlock", event);
        }
    }

    /// With hard passback nobody goes in twice without having come out.
    private void moved(EventDraft event, One one, Somebody who, Door door, boolean free) {
        if (!(event.additional().get("area") instanceof String area)) return;
        boolean out = one.side.equals("exit");
        String hangsIn = out ? Door.INSIDE : Door.OUTSIDE;
        String place = places.put(who.id, area);
        if (!area.equals(out ? Door.OUTSIDE : Door.INSIDE)) throw wrong("the area is another", event);
        boolean hard = door.passback().equals("hard") && !free;
        if (hard && place != null && !place.equals(hangsIn)) throw wrong("admitted against passback", event);
    }

    private void rejected(EventDraft event, One one) {
        if (!one.mustPass || Objects.requireNonNull(one.what.who()).changedNs >= one.decidedNs) return;
        boolean late = event.kind() == EventKind.REJECTED_NOT_READY && time.nowNs() - one.atNs >= DECISION_NS;
        boolean locked = event.kind() == EventKind.REJECTED_LOCKDOWN && lockedDown(premises.door(one.channelId));
        if (!late && !locked) throw wrong("turned away, and nothing keeps them out", event);
    }

    /// An elevator is locked down, too, where one of its floors is that somebody may have wanted.
    private boolean lockedDown(Door door) {
        if (door(door.id()).lockdown().card()) return true;
        for (int floor : door.floors()) if (door(floor).lockdown().card()) return true;
        return false;
    }

    // ---- at rest

    /// The lane has done all it was told.
    void settled(ClockReading clock, LongFunction<@Nullable DoorView> views) {
        long nowNs = time.nowNs();
        for (DoorWatch door : doors) {
            door.settled(nowNs, clock);
            door.compare(Objects.requireNonNull(views.apply(door.door.id()), "every door is in service"));
        }
        presentations.mustBeAnsweredInTime(nowNs, DECISION_NS);
    }

    private static Violation wrong(String what, EventDraft event) {
        return new Violation(what + ": " + event);
    }
}
