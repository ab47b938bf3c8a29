package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.TraceWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/// What becomes of a decision at its door, and of those beside it: what the door's own standing says comes first,
/// interlock and an elevator's floors last of all. The door lane only.
///
/// ```
///   Answered  to a presentation, which has one answer   admitted, or turned away with a red lamp
///   Together  to several presentations                   all are admitted, or none who may not pass alone
///   Folded    a presentation that shares another's       nothing, the door is as it was
///   ByHand    an operator lets somebody in              ADMITTED_MANUAL   the strike first, then this
///                                                       ADMISSION_DENIED  the door is as it was
///                                                       ADMISSION_OFFLINE no door, or the lane came too late to it
/// ```
final class Answers {
    private static final String REASON = "reason";

    private final Doorway.Around around;
    private final Map<Long, Doorway> doorways;
    private final Airlocks airlocks;
    private final BiConsumer<Doorway, Runnable> act;
    private final DoubleTaps taps = new DoubleTaps();

    /// `act` lets another door act, as [Doors] does.
    Answers(Doorway.Around around, Map<Long, Doorway> doorways, Airlocks airlocks, BiConsumer<Doorway, Runnable> act) {
        this.around = around;
        this.doorways = doorways;
        this.airlocks = airlocks;
        this.act = act;
    }

    /// A decision has come on who stands at a reader.
    void answer(Doorway doorway, LaneInput.Answered answer) {
        Map<String, Object> ended = waitEndedBy(doorway, answer);
        LaneInput.Presented presented = doorway.unanswered().waiting(answer.presentation());
        // Not taken: it was turned away as not decided in time, and one presentation has one answer.
        if (!doorway.takes(answer)) return;
        boolean refused = give(doorway, answer, ended);
        if (refused && presented != null) presented.byLane().refused(presented.presentation());
    }

    /// What the log says where the door refuses a person whose wait for other people this answer ends.
    private static Map<String, Object> waitEndedBy(Doorway doorway, LaneInput.Answered answer) {
        String others = doorway.unanswered().othersAwaited(answer.passage().first());
        return others == null ? Map.of() : Map.of(TraceWords.WAITED, others);
    }

    /// Several persons are to pass together.
    void together(Doorway doorway, LaneInput.Together group) {
        Strike strike = doorway.parts().strike();
        strike.claim(); // no exit of a partner comes in between
        try {
            passTogether(doorway, group);
        } finally {
            strike.unclaim();
        }
    }

    private void passTogether(Doorway doorway, LaneInput.Together group) {
        List<LaneInput.Part> earlier = group.parts().subList(0, group.parts().size() - 1);
        boolean complete = earlier.stream()
                .allMatch(part -> doorway.unanswered().awaits(part.answer().presentation()));
        if (!doorway.takes(group.last())) return; // has an answer already: the earlier persons wait on
        List<LaneInput.Part> taken = new ArrayList<>();
        for (LaneInput.Part part : earlier) if (doorway.takes(part.answer())) taken.add(part);
        taken.add(group.parts().getLast());
        List<LaneInput.Answered> admitted = new ArrayList<>();
        List<LaneInput.Answered> refused = new ArrayList<>();
        boolean all = taken.stream().allMatch(part -> admits(doorway, part));
        for (LaneInput.Part part : taken) {
            LaneInput.Answered answer = part.answer();
            if (!complete) admitted.add(answer.with(part.alone()));
            else if (!admits(doorway, part)) refused.add(answer);
            else admitted.add(all ? answer : single(doorway, answer, part.alone()));
        }
        // An admission goes first: a refusal ends what is pending since that moment.
        for (LaneInput.Answered one : admitted) give(doorway, one, Map.of());
        for (LaneInput.Answered one : refused) give(doorway, one, Map.of());
    }

    private boolean admits(Doorway doorway, LaneInput.Part part) {
        return judged(doorway, part.answer(), floors(part.answer())).kind().isAdmitted();
    }

    /// The answer to a person where another one of them does not pass.
    private static LaneInput.Answered single(Doorway doorway, LaneInput.Answered answer, EventDraft alone) {
        boolean responds = answer.passage().responder() && doorway.standing().cardLockdown();
        return answer.with(responds ? DoorLog.without(TraceWords.COMPANIONS, answer.event()) : alone);
    }

    /// Returns whether the decision admits the person and the door refuses.
    ///
    /// @param refused added to the event then
    private boolean give(Doorway doorway, LaneInput.Answered answer, Map<String, Object> refused) {
        List<Doorway> floors = floors(answer);
        Long from = airlocks.from(answer);
        EventDraft event;
        boolean byDoor;
        Strike strike = doorway.parts().strike();
        strike.claim();
        try {
            event = judged(doorway, answer, floors);
            if (from != null) event = DoorLog.as(event.kind(), event, Map.of(TraceWords.AIRLOCK_FROM, from));
            boolean admitted = event.kind().isAdmitted();
            byDoor = !admitted && answer.event().kind().isAdmitted();
            if (byDoor) event = DoorLog.as(event.kind(), event, refused);
            airlocks.answered(doorway, answer, event);
            if (admitted) admit(doorway, answer, event, floors);
            else doorway.reject(answer, event);
        } finally {
            strike.unclaim();
        }
        if (from != null) return byDoor; // an airlock has shown it again: no person has tapped
        LaneInput.Commanded toggle = taps.second(doorway, answer, event);
        if (toggle != null) toggle(doorway, toggle, answer.side(), event);
        return byDoor;
    }

    /// Does the command of a double tap, and shows at that reader what it has changed. A person who has locked the door
    /// does not enter by the taps.
    private void toggle(Doorway doorway, LaneInput.Commanded tap, String side, EventDraft event) {
        boolean before = doorway.standing().unlock();
        doorway.command(tap);
        boolean unlock = doorway.standing().unlock();
        if (unlock == before) return;
        if (!unlock) doorway.endUnlock(event);
        doorway.settle(); // first: what stands ends a signal that passes
        doorway.lamps().toggled(side, unlock, around.time().nowNs());
    }

    /// A person waits for a second factor, another person or an operator.
    void await(Doorway doorway, LaneInput.SecondAwaited wait) {
        airlocks.awaited(wait);
        LaneInput.Presented waiting = doorway.unanswered().waiting(wait.presentation());
        if (doorway.unanswered().awaits(wait)) {
            airlocks.arrived(doorway, wait.started());
            around.records().log().append(wait.started());
        } else if (waiting != null) doorway.turnAway(new Unanswered.Late(waiting)); // the first factor was turned away
    }

    /// A presentation that needs no answer, unless the wait for the PIN that it repeats has ended meanwhile.
    void fold(Doorway doorway, LaneInput.Folded folded) {
        taps.held(folded);
        LaneInput.Presented late = doorway.unanswered().folded(folded);
        if (late != null) doorway.turnAway(new Unanswered.Late(late));
    }

    /// An operator lets somebody in. Whatever a line throws, whoever asked is told that it is done with.
    void byHand(Doorway doorway, LaneInput.ByHand asked) {
        try {
            boolean late = around.time().nowNs() - asked.atNs() > Doors.DECISION_MAX_NS;
            if (late || doorway.removed()) {
                tell(asked, EventKind.ADMISSION_OFFLINE, late ? "late" : "channel_removed");
                return;
            }
            String refusal = asked.anybody() ? Refusals.ofAnybody(doorway.standing(), doorway.rules()) : null;
            if (refusal != null) {
                tell(asked, EventKind.ADMISSION_DENIED, refusal);
                return;
            }
            List<Doorway> floors = floors(asked);
            Strike strike = doorway.parts().strike();
            strike.claim();
            try {
                EventDraft event = stamped(judged(doorway, asked, floors));
                airlocks.arrived(doorway, event);
                if (event.kind().isAdmitted()) admit(doorway, asked, event, floors);
                else around.records().log().append(event);
            } finally {
                strike.unclaim();
            }
        } finally {
            asked.answered().run();
        }
    }

    /// As [#byHand] where there is no door in service; `why` is the log's `reason`.
    void noDoor(LaneInput.ByHand asked, String why) {
        tell(asked, EventKind.ADMISSION_OFFLINE, why);
        asked.answered().run();
    }

    private void tell(LaneInput.ByHand asked, EventKind kind, String reason) {
        around.records().log().append(stamped(DoorLog.as(kind, asked.event(), Map.of(REASON, reason))));
    }

    /// With the time of now: it is the door's act that is told, not the operator's.
    private EventDraft stamped(EventDraft event) {
        var time = around.time();
        return new EventDraft(event.kind(), time.nowMs(), time.nowNs(), event.subject(), event.additional());
    }

    private EventDraft judged(Doorway doorway, LaneInput.Decided answer, List<Doorway> floors) {
        EventDraft event =
                Judgement.of(answer, doorway.standing(), doorway.settings().leavesByBox(answer.side()));
        boolean passes = event.kind().isAdmitted() && !doorway.standing().unlocked(); // else nothing keeps it shut
        if (passes && Interlock.holds(doorway, answer.side(), doorways)) {
            event = DoorLog.as(answer.as(EventKind.REJECTED_INTERLOCK), event, Map.of(REASON, "interlock"));
        }
        boolean cabin = event.kind().isAdmitted() && !answer.passage().floors().isEmpty();
        return cabin ? reached(event, answer, floors) : event;
    }

    private void admit(Doorway doorway, LaneInput.Decided answer, EventDraft event, List<Doorway> floors) {
        doorway.admit(answer, event);
        Doors.each(
                floors,
                floor -> act.accept(floor, () -> {
                    floor.release(answer);
                    floor.tick(answer.atNs());
                }));
    }

    /// The floors that let go for this answer: not one that is locked down, is not wired, or is a floor no more.
    private List<Doorway> floors(LaneInput.Decided answer) {
        return answer.passage().floors().stream()
                .map(doorways::get)
                .filter(floor -> floor != null && lets(floor, answer.passage()))
                .toList();
    }

    private static boolean lets(Doorway floor, Passage passage) {
        boolean open = !floor.standing().cardLockdown() || passage.responder();
        return open && floor.rules().kind() == DoorRules.Kind.FLOOR;
    }

    /// The log names the floors that let go. Where none does for a lockdown nobody is admitted.
    private EventDraft reached(EventDraft event, LaneInput.Decided answer, List<Doorway> floors) {
        List<Long> ids = floors.stream().map(Doorway::channelId).toList();
        boolean locked = answer.passage().floors().stream()
                .map(doorways::get)
                .anyMatch(floor -> floor != null && floor.standing().cardLockdown());
        if (!ids.isEmpty() || !locked) return DoorLog.as(event.kind(), event, Map.of("floors", ids));
        return DoorLog.as(answer.as(EventKind.REJECTED_LOCKDOWN), event, Map.of("floors", ids, REASON, "lockdown"));
    }
}
