package dev.lintel.controller.access;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Persons who wait at a door for an operator's approval. The decision thread adds and takes them; any thread lists
/// them.
public final class Approvals {
    /// How long a person waits for an operator.
    public static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(30);
    /// One for each reader of 64 doors. A person beyond it is refused at once.
    static final int WAITING_MAX = 128;
    private static final long IDS_IN_A_MS = 1_000;

    private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
    private long newest;

    /// One person who waits.
    ///
    /// @param id names the request in events and to operators; unique over restarts
    /// @param first the presentation that says who it is
    /// @param last the one that completed it
    /// @param question what is decided again when the approval comes
    record Waiting(long id, Presentation first, Presentation last, Question question, Decision.Admitted decision) {
        long untilNs() {
            return last.atNs() + WINDOW_NS;
        }
    }

    /// What an operator sees of it.
    ///
    /// @param untilNs monotonic
    public record Asked(long id, long channelId, String side, long personId, String personName, long untilNs) {}

    /// The next id, at a time of the wall clock.
    long nextId(long nowMs) {
        newest = Math.max(newest + 1, nowMs * IDS_IN_A_MS);
        return newest;
    }

    /// Returns whether there was room.
    boolean add(Waiting one, long nowNs) {
        waiting.values().removeIf(other -> other.untilNs() - nowNs < 0);
        if (waiting.size() >= WAITING_MAX) return false;
        waiting.put(one.id, one);
        return true;
    }

    /// Takes out a person who still waits; null when nobody does under that id.
    @Nullable
    Waiting take(long id, long nowNs) {
        Waiting one = waiting.remove(id);
        return one == null || one.untilNs() - nowNs < 0 ? null : one;
    }

    /// Those who wait now, in the order of asking.
    List<Asked> asked(long nowNs) {
        var all = new ArrayList<Asked>();
        for (Waiting one : waiting.values()) {
            if (one.untilNs() - nowNs < 0) continue;
            var holder = one.decision.holder();
            Presentation read = one.last;
            all.add(new Asked(
                    one.id, read.channelId(), read.side(), holder.personId(), holder.personName(), one.untilNs()));
        }
        all.sort(Comparator.comparingLong(Asked::id));
        return all;
    }
}
