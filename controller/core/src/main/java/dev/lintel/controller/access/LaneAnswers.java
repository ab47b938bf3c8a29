package dev.lintel.controller.access;

import dev.lintel.controller.door.LaneInput;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The answers of the door lane that differ from the decision: the lane refuses a presentation if its decision is late,
/// and the door may refuse a person after the decision has admitted the person. The lane reports on its own thread; all
/// else runs on the decision thread.
///
/// The lane may refuse a presentation that still waits for its decision. The earlier presentation that it completes,
/// such as the card before a PIN, is forgotten together with it and not before.
final class LaneAnswers implements LaneInput.LaneAnswer {
    /// Presentations whose decision is remembered. The lane hears of a decision within seconds.
    static final int DECIDED_MAX = 2 * Decisions.QUEUE_MAX;

    private final LongConsumer atOnce;
    private final Queue<TurnedAway> turnedAway = new ArrayBlockingQueue<>(Decisions.QUEUE_MAX);
    private final Queue<Long> refused = new ArrayBlockingQueue<>(Decisions.QUEUE_MAX);
    private final Map<Long, TurnedAway> undecided = new LinkedHashMap<>(); // still to be decided on
    private final Set<Long> decided = new LinkedHashSet<>(); // the last ones

    /// @param first an earlier presentation at the same reader that waited for this one, or null
    record TurnedAway(long presentation, @Nullable Long first) {}

    /// @param atOnce receives each presentation that the lane has refused as late, on the door lane
    LaneAnswers(LongConsumer atOnce) {
        this.atOnce = atOnce;
    }

    /// If too many reports wait for the decision thread, the last ones are dropped, and those waits end by their time.
    @Override
    public void turnedAway(long presentation, @Nullable Long first) {
        // In this order: a request for approval that begins meanwhile is found by one of the two.
        turnedAway.offer(new TurnedAway(presentation, first));
        atOnce.accept(presentation);
    }

    @Override
    public void refused(long presentation) {
        refused.offer(presentation);
    }

    /// Whether the lane has refused the presentation that is decided on now.
    boolean isTurnedAway(long presentation) {
        hear();
        return undecided.containsKey(presentation);
    }

    /// The presentation was decided on, or could not be.
    void decided(long presentation) {
        bounded(decided.iterator(), decided.size());
        decided.add(presentation);
    }

    /// Reports the presentations that were decided on and have another answer.
    ///
    /// @param forget receives presentations that the lane has refused as late
    /// @param refuse receives presentations that the door has refused
    void passOn(LongConsumer forget, LongConsumer refuse) {
        hear();
        if (!undecided.isEmpty()) {
            var over = new ArrayDeque<TurnedAway>();
            for (TurnedAway one : undecided.values()) if (decided.contains(one.presentation)) over.add(one);
            for (TurnedAway one : over) {
                undecided.remove(one.presentation);
                if (one.first != null) forget.accept(one.first);
                forget.accept(one.presentation);
            }
        }
        for (Long one = refused.poll(); one != null; one = refused.poll()) refuse.accept(one);
    }

    private void hear() {
        for (TurnedAway one = turnedAway.poll(); one != null; one = turnedAway.poll()) {
            bounded(undecided.keySet().iterator(), undecided.size());
            undecided.put(one.presentation, one);
        }
    }

    private static void bounded(Iterator<Long> oldest, int size) {
        if (size < DECIDED_MAX) return;
        oldest.next();
        oldest.remove();
    }
}
