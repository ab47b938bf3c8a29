package dev.lintel.controller.access;

import dev.lintel.controller.access.Places.Pending;
import dev.lintel.controller.access.Places.Place;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// People who were admitted into an area and have not passed yet: decisions count them as there, but for one at the
/// same reader. So one card at two readers at once is admitted once.
///
/// ```
///   decided  (decision thread)  -->  undecided by the lane  --admitted-->  the strike is released
///                                        | turned away, or no answer          | passed       | relocked unopened
///                                        v                                    v              v
///                                     removed                            removed: moved    removed
/// ```
/// At most one for each person. Any thread.
final class PendingMoves {
    /// The lane answers each presentation within its time limit, [dev.lintel.controller.door.Doors#DECISION_MAX_NS].
    /// After this time a lane that began again has forgotten the presentation.
    private static final long UNANSWERED_NS_MAX = TimeUnit.SECONDS.toNanos(10);

    private final Map<Long, Move> moves = new ConcurrentHashMap<>();

    /// @param atNs of the presentation, monotonic
    /// @param answered the lane has admitted the person
    /// @param before an answered one that holds again if the lane turns this one away
    private record Move(
            Pending pending,
            long atNs,
            boolean answered,
            @Nullable Move before) {}

    @Nullable
    Pending of(long personId, long nowNs) {
        Move move = moves.get(personId);
        if (move == null) return null;
        boolean isOver = !move.answered && nowNs - move.atNs > UNANSWERED_NS_MAX;
        Move holds = isOver ? move.before : move;
        return holds == null ? null : holds.pending;
    }

    /// A decision admits the person; the lane has yet to answer.
    void decided(long personId, ReaderPlace reader, Place to, long atNs) {
        var pending = new Pending(reader.channelId(), reader.side(), to);
        moves.compute(personId, (_, known) -> {
            Move before = known == null || known.answered ? known : known.before;
            return new Move(pending, atNs, false, before);
        });
    }

    /// The lane has admitted the person.
    void admitted(long personId, ReaderPlace reader, Place to, long atNs) {
        moves.put(personId, new Move(new Pending(reader.channelId(), reader.side(), to), atNs, true, null));
    }

    /// The person has passed, or the strike has relocked without that.
    void ended(long personId, long channelId) {
        moves.computeIfPresent(personId, (_, move) -> {
            if (move.pending.channelId() == channelId) return null;
            Move before = move.before;
            boolean over = before != null && before.pending.channelId() == channelId;
            return over ? new Move(move.pending, move.atNs, move.answered, null) : move;
        });
    }

    /// The lane has turned away who presented something at that moment.
    void turnedAway(@Nullable Long channelId, long atNs) {
        for (long personId : moves.keySet()) {
            moves.computeIfPresent(personId, (_, move) -> {
                boolean same = move.atNs == atNs && Objects.equals(channelId, move.pending.channelId());
                return same && !move.answered ? move.before : move;
            });
        }
    }
}
