package dev.lintel.controller.door;

import dev.lintel.controller.door.LaneInput.Again;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.controller.time.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The airlocks of the box: which exits wait for another door, and what follows at the second door when a person has
/// passed the first one. The door lane only.
///
/// ```
///   admitted at the entry reader of the outer door ----------+
///   admitted at the exit reader of the inner door, or REX ---+--> passed --> closed and locked --> delay --> second
///
///   second: what was shown is decided on as if it was shown at that door's reader of the same side; after REX the
///   outer door is released
/// ```
final class Airlocks {
    /// From the admission to the second door. A person who needs longer shows the card at the second door.
    static final long SEQUENCE_NS_MAX = TimeUnit.SECONDS.toNanos(60);

    /// A lane that keeps up hears of a move sooner.
    private static final long HEARD_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /// Persons on their way through airlocks: more do not fit between two doors.
    private static final int STEPS_MAX = 64;

    /// Presentations at first doors that have no answer yet: as many as may wait for a decision.
    private static final int SHOWN_MAX = 256;

    private static final String ENTRY = "entry";
    private static final String EXIT = "exit";

    private final Time time;
    private final Map<Long, Doorway> doorways;
    private final BiConsumer<Doorway, Runnable> act;
    private final List<Step> steps = new ArrayList<>();
    private final Map<Long, Again> shown = new LinkedHashMap<>(); // by presentation
    private final Map<Long, Long> followed = new LinkedHashMap<>(); // presentations at second doors: the first door
    private long shownNs = NEVER; // when something was shown again last: no two readings have one time
    private boolean obeyed; // by the exits of some door
    private boolean looking;

    /// A passage that begins at the first door.
    private record Passing(
            Doorway first,
            String side,
            @Nullable Again again,
            @Nullable Long personId) {}

    /// One person between two doors.
    private static final class Step {
        private final Doorway first;
        private final String side;
        private final long secondId;
        private final long untilNs;
        private final @Nullable Again again; // null: an exit was pressed
        private final @Nullable Long personId;
        private final long fromNs;
        private boolean passed; // the person has opened the first door
        private long sinceNs = NEVER; // the first door is locked again since then

        Step(Passing passing, long secondId, long fromNs) {
            this.first = passing.first;
            this.side = passing.side;
            this.again = passing.again;
            this.personId = passing.personId;
            this.secondId = secondId;
            this.fromNs = fromNs;
            this.untilNs = fromNs + SEQUENCE_NS_MAX;
        }

        /// Follows the first door. Returns whether the person is still on the way.
        boolean looks(long nowNs) {
            if (nowNs >= untilNs) return false;
            sinceNs = first.passable() ? NEVER : sinceNs == NEVER ? nowNs : sinceNs;
            return nowNs < endsNs();
        }

        private boolean hasPassed() {
            return passed || !first.settings().contact();
        }

        boolean isOf(EventDraft admission) {
            boolean isHere = Objects.equals(admission.subject().channelId(), first.channelId());
            boolean isSide = side.equals(admission.additional().get(TraceWords.READER));
            return isHere
                    && isSide
                    && personId != null
                    && personId.equals(admission.subject().personId());
        }

        /// The first door was opened. Returns whether the person may be between the doors after that: another person's
        /// exit may have let this one out.
        boolean survives(Passages.Opening whose, Set<Long> persons) {
            boolean ownExit = again == null && whose == Passages.Opening.EXIT;
            passed |= ownExit || (personId != null && persons.contains(personId));
            return ownExit || whose == Passages.Opening.ADMITTED;
        }

        /// When the person is no longer on the way. A contact reports an opening after the leaf has left the strike.
        long endsNs() {
            boolean unopened = !hasPassed() && sinceNs != NEVER;
            return unopened ? Math.min(untilNs, sinceNs + DoorBody.CONTACT_LAG_NS + 1) : untilNs;
        }

        long dueNs(long delayNs) {
            return hasPassed() && sinceNs != NEVER ? sinceNs + delayNs : Long.MAX_VALUE;
        }
    }

    private static final long NEVER = Long.MIN_VALUE;

    /// `act` lets another door act, as [Doors] does.
    Airlocks(Time time, Map<Long, Doorway> doorways, BiConsumer<Doorway, Runnable> act) {
        this.time = time;
        this.doorways = doorways;
        this.act = act;
    }

    /// Passes each call on to `passages`. The second door follows only for a person who is certainly between the
    /// doors. A sequence ends if the admission was not used, if another person may have opened the first door, and
    /// if that door was unlocked.
    Passages noting(Passages passages) {
        return Passages.inTurn(passages, new Passages() {
            @Override
            public void passed(EventDraft admitted) {
                // The opening says whether it is certain.
            }

            @Override
            public void opened(long channelId, Opening whose, Set<Long> persons, long atNs) {
                steps.removeIf(step ->
                        step.first.channelId() == channelId && step.fromNs <= atNs && !step.survives(whose, persons));
            }

            @Override
            public void unused(EventDraft admitted) {
                steps.removeIf(step -> step.isOf(admitted));
            }

            @Override
            public void stands(long channelId, Standing standing) {
                if (standing.unlocked()) steps.removeIf(step -> step.first.channelId() == channelId);
            }
        });
    }

    /// A door is new, or has other rules: exits learn which doors they wait for.
    void relink() {
        obeyed = false;
        for (Doorway door : doorways.values()) {
            List<ExitLocks.Partner> partners = new ArrayList<>();
            for (Doorway other : doorways.values()) if (waits(door, other)) partners.add(partner(other));
            door.parts().locks().partners(partners);
            door.parts().locks().look(); // the airlock may be gone: its exits wait no more
            obeyed |= !partners.isEmpty();
        }
        steps.removeIf(step -> step.secondId != second(step.first, step.side));
    }

    /// Whether the exits of `door` wait for `other`. Nobody depends on them: there is a handle.
    private static boolean waits(Doorway door, Doorway other) {
        return !door.settings().egressByBox() && (obeys(door, other) || obeys(other, door));
    }

    private static boolean obeys(Doorway outer, Doorway inner) {
        Airlock airlock = outer.rules().airlock();
        return airlock != null && airlock.exitsObey() && airlock.inner() == inner.channelId();
    }

    private static ExitLocks.Partner partner(Doorway door) {
        DoorParts parts = door.parts();
        return new ExitLocks.Partner(parts.strike(), parts.inputs().leafOpen(), parts.locks());
    }

    /// The door that follows for a person who has passed `first` from its reader of `side`; 0: none.
    private long second(Doorway first, String side) {
        if (side.equals(ENTRY)) {
            Airlock airlock = first.rules().airlock();
            return airlock != null && airlock.entering() ? airlock.inner() : 0;
        }
        for (Doorway outer : doorways.values()) {
            Airlock airlock = outer.rules().airlock();
            if (airlock != null && airlock.leaving() && airlock.inner() == first.channelId()) return outer.channelId();
        }
        return 0;
    }

    /// Of the outer door, whichever of the two `first` is.
    private long delayNs(Doorway first, String side) {
        Doorway outer = side.equals(ENTRY) ? first : doorways.get(second(first, side));
        Airlock airlock = outer == null ? null : outer.rules().airlock();
        return airlock == null ? 0 : airlock.delay().toNanos();
    }

    /// Something was shown at a door, and may have to be shown again at the next one.
    void presented(Doorway door, LaneInput.Presented presented) {
        Again again = presented.again();
        if (again == null || second(door, presented.side()) == 0) return;
        bounded(shown, presented.presentation(), again);
    }

    private static <V> void bounded(Map<Long, V> map, long key, V value) {
        map.put(key, value);
        if (map.size() > SHOWN_MAX) map.remove(map.keySet().iterator().next());
    }

    /// The first door, where this is the answer at the second one; else null. To be called once for each answer.
    @Nullable
    Long from(LaneInput.Answered answer) {
        Long first = answer.passage().first();
        Long ofFirst = first == null ? null : followed.remove(first);
        Long ofLast = followed.remove(answer.presentation());
        return ofFirst != null ? ofFirst : ofLast;
    }

    /// A person was admitted, or was not, at a door that is not unlocked.
    void answered(Doorway door, LaneInput.Answered answer, EventDraft event) {
        Long first = answer.passage().first();
        Again ofFirst = first == null ? null : shown.remove(first);
        Again ofLast = shown.remove(answer.presentation());
        boolean isOne = first == null || first == answer.presentation();
        Again again = isOne && ofFirst == null ? ofLast : ofFirst;
        if (event.kind().isAdmitted()) arrived(door, answer.side(), event);
        Long personId = event.subject().personId();
        boolean begins = event.kind().isAdmitted() && again != null && personId != null;
        if (begins) begin(door, answer.side(), again, personId, time.nowNs());
    }

    /// A person waits at a door for a second factor, another person or an operator, or an operator has admitted the
    /// person there: the box shows nothing for this person there. A person who was refused may have been early: the
    /// door still follows.
    void arrived(Doorway second, EventDraft event) {
        Long personId = event.subject().personId();
        if (personId == null) return;
        steps.removeIf(step -> step.secondId == second.channelId() && personId.equals(step.personId));
    }

    /// A person was admitted at that reader: the sequence from another reader on is over, wherever that is.
    private void arrived(Doorway door, String side, EventDraft event) {
        Long personId = event.subject().personId();
        if (personId == null) return;
        steps.removeIf(step -> personId.equals(step.personId) && (step.first != door || !step.side.equals(side)));
    }

    /// A person who has shown two factors waits for somebody: it is the first one that is shown again.
    void awaited(LaneInput.SecondAwaited wait) {
        Long first = wait.first();
        Again ofFirst = first == null ? null : shown.remove(first);
        if (ofFirst != null) bounded(shown, wait.presentation(), ofFirst);
    }

    /// REX was pressed at `atNs` and has released the door. The leaf may have opened since: a lane may be late.
    void left(Doorway door, long atNs) {
        begin(door, EXIT, null, null, atNs);
    }

    /// A person who was admitted twice, and a button that was pressed twice, go on once.
    private void begin(Doorway door, String side, @Nullable Again again, @Nullable Long personId, long fromNs) {
        long secondId = second(door, side);
        if (secondId == 0 || door.standing().unlocked()) return;
        List<Step> same = steps.stream()
                .filter(step -> step.first == door
                        && step.side.equals(side)
                        && (step.again == null) == (again == null)
                        && Objects.equals(step.personId, personId))
                .toList();
        // A sensor sees the person again, or the person shows the card again at the leaf that is open.
        boolean atDoor = again == null || door.parts().inputs().leafOpen().getAsBoolean();
        if (atDoor && same.stream().anyMatch(step -> step.passed)) return;
        steps.removeAll(same);
        if (steps.size() >= STEPS_MAX) return;
        steps.add(new Step(new Passing(door, side, again, personId), secondId, fromNs));
    }

    /// Notes how the doors are. To be called whenever a door may have moved.
    void look() {
        look(Long.MIN_VALUE);
    }

    /// Does what is due. While moves of the doors wait in the queue of a late lane, no second door follows: the first
    /// door may have been opened again.
    ///
    /// @param heardNs as in [Doors#tick(long)]
    void look(long heardNs) {
        if (looking || (!obeyed && steps.isEmpty())) return;
        looking = true;
        try {
            if (obeyed) doorways.values().forEach(door -> door.parts().locks().look());
            follow(time.nowNs(), heardNs);
        } finally {
            looking = false;
        }
    }

    private void follow(long nowNs, long heardNs) {
        boolean heard = heardNs >= nowNs - HEARD_NS;
        for (Step step : List.copyOf(steps)) {
            if (!step.looks(nowNs)) steps.remove(step);
            else if (heard && nowNs > shownNs && nowNs >= step.dueNs(delayNs(step.first, step.side))) go(step, nowNs);
        }
    }

    /// At the second door, unless a third one keeps it closed, or a person gives two factors there.
    private void go(Step step, long nowNs) {
        Doorway second = doorways.get(step.secondId);
        if (second != null && isHeldShut(second, step.side)) return;
        // Somebody types a PIN there: what is shown now would be taken for theirs.
        if (second != null && second.unanswered().awaitsFactorAt(step.side)) return;
        // It may be this person who has shown something there.
        if (second != null && step.again != null && second.unanswered().isDeciding()) return;
        steps.remove(step); // first, whatever a line throws
        if (second == null || second.removed()) return;
        if (step.again != null && step.personId != null) {
            shownNs = nowNs;
            long shownAgain = step.again.show(step.secondId, step.side, step.personId);
            bounded(followed, shownAgain, step.first.channelId());
            return;
        }
        Strike strike = second.parts().strike();
        strike.claim();
        try {
            if (isHeldShut(second, step.side)) return;
            act.accept(second, () -> leave(second, step.first.channelId()));
        } finally {
            strike.unclaim();
        }
    }

    /// Whether an interlock keeps the second door closed. A door that is unlocked does not ask.
    private boolean isHeldShut(Doorway second, String side) {
        return !second.standing().unlocked() && Interlock.holds(second, side, doorways);
    }

    /// A person who has left by REX at the first door leaves by the second one.
    private void leave(Doorway second, long firstId) {
        long nowNs = time.nowNs();
        boolean locked = second.standing().atExits().rex();
        if (locked) second.exits().doesNotFollow(firstId, nowNs);
        else second.exits().follows(firstId, nowNs);
        second.raise(nowNs);
        second.tick(nowNs);
    }

    /// When [#look] has to be called, or `Long.MAX_VALUE`.
    long deadlineNs() {
        long next = Long.MAX_VALUE;
        long nowNs = time.nowNs();
        for (Step step : steps) {
            long dueNs = step.dueNs(delayNs(step.first, step.side));
            if (nowNs == shownNs) dueNs = Math.max(dueNs, nowNs + 1);
            // One that is due already waits for a third door, which calls when it has moved.
            next = Math.min(next, dueNs > nowNs ? Math.min(dueNs, step.endsNs()) : step.endsNs());
        }
        return next;
    }
}
