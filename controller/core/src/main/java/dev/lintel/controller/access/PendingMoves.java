package dev.lintel.controller.access;

import dev.lintel.controller.access.Places.Pending;
import dev.lintel.controller.access.Places.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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
/// At most one for each person in connected areas. Any thread.
final class PendingMoves {
    /// The lane answers each presentation within its time limit, [dev.lintel.controller.door.Doors#DECISION_MAX_NS].
    /// After this time a lane that began again has forgotten the presentation.
    private static final long UNANSWERED_NS_MAX = TimeUnit.SECONDS.toNanos(10);

    private final Map<Long, List<Move>> moves = new ConcurrentHashMap<>();

    /// @param atNs of the presentation, monotonic
    /// @param answered the lane has admitted the person
    /// @param before an answered one that holds again if the lane turns this one away
    private record Move(
            Pending pending,
            long atNs,
            boolean answered,
            @Nullable Move before) {
        @Nullable
        Move holds(long nowNs) {
            return !answered && nowNs - atNs > UNANSWERED_NS_MAX ? before : this;
        }
    }

    @Nullable
    Pending of(long personId, AreaSet areas, long nowNs) {
        for (Move move : moves.getOrDefault(personId, List.of()).reversed()) {
            Move holds = move.holds(nowNs);
            if (holds != null && areas.contains(holds.pending.to().area())) return holds.pending;
        }
        return null;
    }

    /// All of them among these areas, by person.
    Map<Long, Pending> all(AreaSet areas, long nowNs) {
        var all = new HashMap<Long, Pending>();
        for (long personId : moves.keySet()) {
            Pending pending = of(personId, areas, nowNs);
            if (pending != null) all.put(personId, pending);
        }
        return all;
    }

    /// A decision admits the person; the lane has yet to answer.
    void decided(long personId, ReaderPlace reader, Place to, AreaSet areas, long atNs) {
        put(personId, areas, known -> {
            Move before = known == null || known.answered ? known : known.before;
            return new Move(pending(reader, to), atNs, false, before);
        });
    }

    /// The lane has admitted the person.
    void admitted(long personId, ReaderPlace reader, Place to, AreaSet areas, long atNs) {
        put(personId, areas, _ -> new Move(pending(reader, to), atNs, true, null));
    }

    private static Pending pending(ReaderPlace reader, Place to) {
        return new Pending(reader.channelId(), reader.side(), to);
    }

    /// Replaces those of the same areas, as they are connected now.
    private void put(long personId, AreaSet areas, Function<@Nullable Move, Move> next) {
        moves.compute(personId, (_, known) -> {
            var kept = new ArrayList<Move>();
            Move replaced = null;
            for (Move move : known == null ? List.<Move>of() : known) {
                if (areas.contains(move.pending.to().area())) replaced = move;
                else kept.add(move);
            }
            kept.add(next.apply(replaced));
            return List.copyOf(kept);
        });
    }

    /// Whether the lane has admitted the person at that door, and at no other one since.
    boolean waits(long personId, long channelId) {
        for (Move move : moves.getOrDefault(personId, List.of())) {
            Move answered = move.answered ? move : move.before;
            if (answered != null && answered.pending.channelId() == channelId) return true;
        }
        return false;
    }

    /// The person has passed, or the strike has relocked without that.
    void ended(long personId, long channelId) {
        replaceAll(personId, move -> {
            if (move.pending.channelId() == channelId) return null;
            Move before = move.before;
            boolean over = before != null && before.pending.channelId() == channelId;
            return over ? new Move(move.pending, move.atNs, move.answered, null) : move;
        });
    }

    /// The lane has turned away who presented something at that moment.
    void turnedAway(@Nullable Long channelId, long atNs) {
        for (long personId : moves.keySet()) {
            replaceAll(personId, move -> {
                boolean same = move.atNs == atNs && Objects.equals(channelId, move.pending.channelId());
                return same && !move.answered ? move.before : move;
            });
        }
    }

    /// Ends the moves of an operator's admission that the door refuses.
    void denied(long personId, long channelId) {
        replaceAll(personId, move -> move.pending.channelId() == channelId && !move.answered ? move.before : move);
    }

    /// Null removes a move.
    private void replaceAll(long personId, Function<Move, @Nullable Move> change) {
        moves.computeIfPresent(personId, (_, known) -> {
            var next = new ArrayList<Move>();
            for (Move move : known) {
                Move changed = change.apply(move);
                if (changed != null) next.add(changed);
            }
            return next.isEmpty() ? null : List.copyOf(next);
        });
    }
}
