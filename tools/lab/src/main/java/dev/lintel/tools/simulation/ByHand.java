package dev.lintel.tools.simulation;

import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.simulation.Premises.Door;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The people whom operators and actions let in by hand, and what ought to come of it: one request in the log (none of
/// an action), then one result, in time and by the rules; the strike lets go for nothing else ([DoorWatch]). Shares no
/// code with the box.
///
/// ```
///   asked --ADMISSION_REQUESTED--> requested --one of ADMITTED_MANUAL, ADMISSION_DENIED, ADMISSION_OFFLINE--> over
/// ```
final class ByHand {
    /// Who asks.
    static final String OPERATOR = "somebody";

    private static final String SIDE = "entry";

    private final Judge judge;
    private final Passing passing;
    private final Verdicts verdicts;
    private final Time time;
    private final Map<Long, One> open = new LinkedHashMap<>();
    private long given;

    /// One of them.
    ///
    /// @param by the operator, or the action
    /// @param who null for anybody
    /// @param verdict what the decision ought to be; null for anybody, on whom there is none
    private record One(
            String by,
            DoorWatch door,
            @Nullable Somebody who,
            @Nullable Verdict verdict,
            long atNs,
            boolean requested) {
        One known() {
            return new One(by, door, who, verdict, atNs, true);
        }

        @Nullable
        Long personId() {
            return who == null ? null : (Long) who.id;
        }
    }

    ByHand(Judge judge, Passing passing, Verdicts verdicts, Time time) {
        this.judge = judge;
        this.passing = passing;
        this.verdicts = verdicts;
        this.time = time;
    }

    static boolean tells(EventDraft event) {
        return switch (event.kind()) {
            case ADMISSION_REQUESTED, ADMITTED_MANUAL, ADMISSION_DENIED, ADMISSION_OFFLINE -> true;
            default -> false;
        };
    }

    /// A process begins: what the last one was asked is over.
    void begins() {
        open.clear();
    }

    /// An operator asks for somebody to be let in, or for anybody. Returns the request's id.
    long asked(DoorWatch door, @Nullable Somebody who, ClockReading clock) {
        var at = new Truth.At(door.door, SIDE, clock);
        Verdict verdict = who == null ? null : verdicts.named(who, at, judge.view(door.door.id()));
        open.put(++given, new One(OPERATOR, door, who, verdict, time.nowNs(), false));
        return given;
    }

    /// An action lets anybody in, which the log does not report before its result. Returns the request's id.
    long byAction(DoorWatch door, String by) {
        open.put(++given, new One(by, door, null, null, time.nowNs(), true));
        return given;
    }

    /// The decision admits the person, who counts as there from now on. Returns what the lane gets.
    LaneInput decided(long id, Admissions admissions, Admissions.Asked asked, Admissions.Weighed.Passes passes) {
        One one = Objects.requireNonNull(open.get(id));
        Door door = one.door.door;
        if (one.who != null && !door.from().isEmpty()) {
            var place = new Verdicts.Place(door.entered(SIDE), time.nowMs());
            judge.whereabouts.decided(one.who.id, door.id(), SIDE, place);
        }
        return admissions.input(asked, passes, () -> answered(id));
    }

    /// Whoever asked is told that it is done with.
    void answered(long id) {
        if (open.containsKey(id)) throw new Violation("request " + id + " is answered, and the log does not say how");
    }

    /// The lane has done all it was told, or the process ends in order.
    void mustBeAnswered() {
        for (One one : open.values()) throw one.door.violation("nothing came of who is to be let in by hand: " + one);
    }

    void event(EventDraft event, DoorWatch door) {
        Object by = event.additional().get("by");
        if (event.kind() == EventKind.ADMISSION_REQUESTED) {
            One one = open.get(given);
            if (!OPERATOR.equals(by)) throw Judge.wrong("nobody knows by whom", event);
            if (one == null || one.requested) throw Judge.wrong("nobody asked", event);
            compare(one, event, door);
            open.put(given, one.known());
            return;
        }
        Object id = event.additional().get("admission_request_id");
        Long number = id instanceof Long of ? of : id == null ? firstOf(by, door) : null;
        One one = number == null ? null : open.remove(number);
        if (one == null) throw Judge.wrong("nobody asked, or it is told twice", event);
        if (!one.by.equals(by)) throw Judge.wrong("nobody knows by whom", event);
        if (!one.requested) throw Judge.wrong("the log knows of no request", event);
        compare(one, event, door);
        boolean isDenied = event.kind() != EventKind.ADMITTED_MANUAL;
        if (isDenied && one.who != null) judge.whereabouts.turnedAway(one.who.id, one.door.door.id());
        boolean late = time.nowNs() - one.atNs > Judge.DECISION_NS;
        switch (event.kind()) {
            case ADMITTED_MANUAL -> {
                if (late) throw Judge.wrong("let in, and nobody stands there any more", event);
                admitted(event, one);
            }
            case ADMISSION_DENIED -> denied(event, one);
            default -> {
                boolean told = "late".equals(event.additional().get("reason"));
                if (!late || !told) throw Judge.wrong("there was time to let them in", event);
            }
        }
    }

    /// The request of an action that the door has had for longest.
    private @Nullable Long firstOf(@Nullable Object by, DoorWatch door) {
        for (Map.Entry<Long, One> each : open.entrySet()) {
            One one = each.getValue();
            if (!one.by.equals(OPERATOR) && one.by.equals(by) && one.door.equals(door)) return each.getKey();
        }
        return null;
    }

    private static void compare(One one, EventDraft event, DoorWatch door) {
        boolean same = one.door.equals(door)
                && Objects.equals(event.subject().personId(), one.personId())
                && event.subject().credentialId() == null;
        if (!same) throw Judge.wrong("it was " + one + " who was to be let in", event);
    }

    private void admitted(EventDraft event, One one) {
        DoorWatch watch = one.door;
        Somebody who = one.who;
        boolean stands = event.additional().containsKey("unlocked_by");
        if (stands != watch.told().stands()) throw Judge.wrong("that it stands unlocked is not so", event);
        if (passing.interlocked(watch, false)) throw Judge.wrong("let in against an interlock", event);
        if (who == null || one.verdict == null) {
            String reason = keepsAnybodyOut(watch);
            if (reason != null) throw Judge.wrong("let in, and nobody may be for " + reason, event);
            if (event.additional().containsKey("area")) throw Judge.wrong("nobody is known to be there", event);
            if (!passing.isUnseen(watch)) {
                watch.unopened.admitted(null, watch.leafOpen(), watch.untilNs(false, time.nowNs()));
            }
            watch.releasedWith(false, Turns.Owner.ANYBODY, Turns.Way.IN, time.nowNs());
            watch.wall.admitted(null, false, false, time.nowNs());
            return;
        }
        Verdict verdict = one.verdict;
        if (!verdict.passes()) throw Judge.wrong("let in, and " + verdict, event);
        boolean locked = watch.told().locked();
        if (locked && !who.responder) throw Judge.wrong("let in, in lockdown", event);
        String amiss = verdict.reasoning().amiss(event.additional(), Set.of());
        if (amiss != null) throw Judge.wrong(amiss, event);
        Door door = watch.door;
        if (!door.floors().isEmpty()) passing.reached(event, verdict);
        passing.moved(event, who, door, SIDE);
        if (locked) watch.responds();
        var owner = Turns.Owner.persons(who.id, List.of());
        watch.releasedWith(who.extended, owner, Turns.Way.IN, time.nowNs());
        watch.wall.admitted(who.id, false, false, time.nowNs()); // no first card
    }

    /// What keeps out whom nobody names, or null.
    private static @Nullable String keepsAnybodyOut(DoorWatch watch) {
        if (watch.told().locked()) return "lockdown";
        if (watch.told().unlock()) return "mode";
        return watch.door.floors().isEmpty() ? null : "elevator";
    }

    private void denied(EventDraft event, One one) {
        String reason = String.valueOf(event.additional().get("reason"));
        Verdict verdict = one.verdict;
        if (verdict != null && verdict.gives(reason)) return;
        if (verdict == null || verdict.passes()) {
            if (reason.equals("interlock") && passing.interlocked(one.door, true)) return;
            if (verdict == null && reason.equals(keepsAnybodyOut(one.door))) return;
            if (verdict != null && reason.equals("lockdown") && locked(one, verdict)) return;
        }
        throw Judge.wrong("not let in for " + reason + ", and should be: " + one, event);
    }

    /// By what stands at the door by now, or at every floor that they may reach.
    private boolean locked(One one, Verdict verdict) {
        if (one.who != null && one.who.responder) return false;
        if (one.door.told().locked()) return true;
        return !one.door.door.floors().isEmpty()
                && verdict.floors().stream()
                        .allMatch(floor -> judge.door(floor).told().locked());
    }
}
