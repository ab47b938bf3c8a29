package dev.lintel.controller.door;

import dev.lintel.controller.door.LaneInput.Presented;
import dev.lintel.controller.door.LaneInput.SecondAwaited;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.reader.ReaderSignal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The presentations at one door's readers that have no answer yet: some are being decided, others wait for a second
/// factor, another person or an operator. Each gets exactly one answer. The door lane only.
///
/// ```
///   Presented --> undecided --Answered--> its answer
///                    |  +--Folded---> none, or the answer to the one that it repeats
///                    |  +---- 3 s ------> not ready (and the wait it was the second factor of ends with it)
///                    +--SecondAwaited--> awaited --Answered(first)--> the answer to both
///                                          +---- untilNs, and no second read by then is undecided --> timed out
/// ```
final class Unanswered {
    private final Map<Long, Presented> undecided = new LinkedHashMap<>();
    private final Map<Long, SecondAwaited> awaited = new LinkedHashMap<>();

    /// A presentation without a decision in time.
    ///
    /// @param first an earlier presentation that waited for this one, or null
    record Late(Presented presented, @Nullable Long first) {
        Late(Presented presented) {
            this(presented, null);
        }
    }

    void presented(Presented presented) {
        undecided.put(presented.presentation(), presented);
    }

    /// Who was read as that presentation and has no answer yet, or null.
    @Nullable
    Presented waiting(long presentation) {
        return undecided.get(presentation);
    }

    /// Whether this is the answer that is missing: not when one was given in its place.
    boolean takes(LaneInput.Answered answer) {
        Long first = answer.passage().first();
        // A first factor that is given up for something else shown: the answer to it alone.
        boolean waited = undecided.remove(answer.presentation()) != null;
        if (first != null && first == answer.presentation()) return awaited.remove(first) != null;
        return waited && (first == null || awaited.remove(first) != null);
    }

    /// The other people for whom that presentation waits: `person`, `host` or `group`; null: for none.
    @Nullable
    String othersAwaited(@Nullable Long presentation) {
        SecondAwaited wait = presentation == null ? null : awaited.get(presentation);
        Object awaits = wait == null ? null : wait.started().additional().get(TraceWords.AWAITS);
        return wait == null || wait.isForOperator() ? null : Objects.toString(awaits, null);
    }

    /// Whether that presentation waits.
    boolean awaits(long presentation) {
        return awaited.containsKey(presentation);
    }

    /// Whether it waits from now on: not when the first of two factors was turned away meanwhile.
    boolean awaits(SecondAwaited wait) {
        Long first = wait.first();
        if (first != null && awaited.remove(first) == null) {
            undecided.remove(wait.presentation());
            return false;
        }
        if (undecided.remove(wait.presentation()) == null) return false;
        // Only now: the wait of a person whose next card was turned away has its own answer.
        if (wait.replaces() != null) awaited.remove(wait.replaces());
        awaited.put(wait.presentation(), wait);
        return true;
    }

    /// Has a person wait longer who still waits.
    void prolong(LaneInput.Prolonged longer) {
        awaited.computeIfPresent(longer.presentation(), (_, wait) -> wait.until(longer.untilNs()));
    }

    /// Takes out a presentation that has no answer of its own. Returns it where one is due all the same: the
    /// presentation that it repeats is answered.
    @Nullable
    Presented folded(LaneInput.Folded folded) {
        Presented presented = undecided.remove(folded.presentation());
        Long first = folded.first();
        return first == null || awaited.containsKey(first) ? null : presented;
    }

    /// Whether something that was shown there is being decided.
    boolean isDeciding() {
        return !undecided.isEmpty();
    }

    /// Whether a person who has given one factor at that reader is to give the second one.
    boolean awaitsFactorAt(String side) {
        for (SecondAwaited wait : awaited.values())
            if (wait.isForFactor() && wait.side().equals(side)) return true;
        return false;
    }

    /// What the reader of that side shows of those who wait there; null where none does. A second factor goes first: a
    /// person has to do something, and soon.
    @Nullable
    ReaderSignal signal(String side) {
        if (awaitsFactorAt(side)) return ReaderSignal.WAITING_FOR_PIN;
        for (SecondAwaited wait : awaited.values())
            if (wait.side().equals(side)) return ReaderSignal.WAITING_FOR_OTHERS;
        return null;
    }

    /// Takes out who was read at or before `readUntilNs` and still has no decision. A first factor that waits on the
    /// same reader is taken to be the same person's: the one answer is to both.
    List<Late> late(long readUntilNs) {
        var late = new ArrayList<Late>();
        for (Presented presented : List.copyOf(undecided.values())) {
            if (presented.atNs() > readUntilNs) continue;
            undecided.remove(presented.presentation());
            Long first = null;
            for (SecondAwaited wait : List.copyOf(awaited.values()).reversed()) {
                if (first != null || !wait.isForFactor() || !maySecond(presented, wait)) continue;
                first = wait.presentation();
                awaited.remove(first);
            }
            late.add(new Late(presented, first));
        }
        return late;
    }

    /// Takes out the waits that are over at `nowNs`.
    List<SecondAwaited> timedOut(long nowNs) {
        var over = new ArrayList<SecondAwaited>();
        for (SecondAwaited wait : List.copyOf(awaited.values())) {
            if (nowNs <= wait.untilNs() || secondUndecided(wait)) continue;
            awaited.remove(wait.presentation());
            over.add(wait);
        }
        return over;
    }

    /// When the next of them is over, monotonic, or `Long.MAX_VALUE`.
    long deadlineNs() {
        long next = Long.MAX_VALUE;
        for (Presented presented : undecided.values()) {
            next = Math.min(next, presented.atNs() + Doors.DECISION_MAX_NS);
        }
        for (SecondAwaited wait : awaited.values()) {
            if (!secondUndecided(wait)) next = Math.min(next, wait.untilNs() + 1);
        }
        return next;
    }

    /// Whether what may be its second factor was read in time and is being decided.
    private boolean secondUndecided(SecondAwaited wait) {
        for (Presented presented : undecided.values()) {
            if (maySecond(presented, wait)) return true;
        }
        return false;
    }

    /// Whether it may be what is awaited: read at the same reader, after the first and in time. A phone is at none.
    private static boolean maySecond(Presented presented, SecondAwaited wait) {
        return !presented.notReady().answersPhone()
                && presented.side().equals(wait.side())
                && presented.presentation() > wait.presentation()
                && presented.atNs() <= wait.untilNs();
    }
}
