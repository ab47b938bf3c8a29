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

/// What the door lane has answered otherwise than the decision thread: persons whom it has turned away because a
/// decision came too late, and persons who were admitted by the decision and refused by the door. The lane reports,
/// on its thread; all else runs on the decision thread.
///
/// A person may be turned away while the presentation still waits for its decision. The earlier presentation that it
/// completes, such as the card of a PIN, is forgotten with it, and not before.
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

    /// @param atOnce receives each presentation whose person was turned away, on the door lane
    LaneAnswers(LongConsumer atOnce) {
        this.atOnce = atOnce;
    }

    /// Where too many wait for the decision thread, the last ones are forgotten at the end of their time.
    @Override
    public void turnedAway(long presentation, @Nullable Long first) {
        turnedAway.offer(new TurnedAway(presentation, first)); // first: a wait that begins now is found by one of both
        atOnce.accept(presentation);
    }

    @Override
    public void refused(long presentation) {
        refused.offer(presentation);
    }

    /// Whether the lane has turned away the person of a presentation that is decided on now.
    boolean isTurnedAway(long presentation) {
        hear();
        return undecided.containsKey(presentation);
    }

    /// The presentation was decided on, or could not be.
    void decided(long presentation) {
        bounded(decided.iterator(), decided.size());
        decided.add(presentation);
    }

    /// Passes on what has become of presentations that were decided on.
    ///
    /// @param forget receives presentations whose persons were turned away: none of them waits any more
    /// @param refuse receives presentations whose persons were refused by the door
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
