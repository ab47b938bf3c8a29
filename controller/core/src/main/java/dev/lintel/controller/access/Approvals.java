package dev.lintel.controller.access;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Persons who wait at a door for an operator's approval, with one request each at a reader. The decision thread adds
/// and takes them, the door lane takes those of persons who have passed or were turned away; any thread lists them.
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
    /// @param untilNs when the wait is over, monotonic: the person's later presentations do not prolong it
    /// @param duress whether a PIN was typed as one does under a threat
    record Waiting(
            long id,
            Presentation first,
            Presentation last,
            Question question,
            Decision.Admitted decision,
            long untilNs,
            boolean duress) {
        static Waiting of(long id, AccessEvents events, Question question, Decision.Admitted decision) {
            long untilNs = events.last().atNs() + WINDOW_NS;
            return new Waiting(id, events.first(), events.last(), question, decision, untilNs, decision.duress());
        }

        /// The same request after the person has presented both factors again.
        Waiting again(AccessEvents events, Question other, Decision.Admitted decided) {
            boolean forced = duress || decided.duress();
            return new Waiting(id, events.first(), events.last(), other, decided, untilNs, forced);
        }

        /// The same request after the person has presented one factor again.
        Waiting again(Decision.Admitted decided) {
            return new Waiting(id, first, last, question, decision, untilNs, duress || decided.duress());
        }

        private boolean isOver(long nowNs) {
            return untilNs - nowNs < 0;
        }

        private boolean isAt(Presentation read) {
            return ReaderPlace.of(last).equals(ReaderPlace.of(read));
        }
    }

    /// What an operator sees of it.
    ///
    /// @param untilNs monotonic
    /// @param duress whether a PIN was typed as one does under a threat: for those only who may know
    public record Asked(
            long id, long channelId, String side, long personId, String personName, long untilNs, boolean duress) {}

    /// The next id, at a time of the wall clock.
    long nextId(long nowMs) {
        newest = Math.max(newest + 1, nowMs * IDS_IN_A_MS);
        return newest;
    }

    /// Returns whether there was room.
    boolean add(Waiting one, long nowNs) {
        waiting.values().removeIf(other -> other.isOver(nowNs));
        if (waiting.size() >= WAITING_MAX) return false;
        waiting.put(one.id, one);
        return true;
    }

    /// Takes out a person who still waits; null when nobody does under that id.
    @Nullable
    Waiting take(long id, long nowNs) {
        Waiting one = waiting.remove(id);
        return one == null || one.isOver(nowNs) ? null : one;
    }

    /// The person who waits at the reader, or null.
    @Nullable
    Waiting of(Presentation read, long personId) {
        for (Waiting one : waiting.values()) {
            boolean theirs = one.decision.holder().personId() == personId && one.isAt(read);
            if (theirs && !one.isOver(read.atNs())) return one;
        }
        return null;
    }

    /// Takes out the requests of that person at that door.
    List<Waiting> take(long channelId, long personId, long nowNs) {
        return take(personId, nowNs, one -> one.last.channelId() == channelId);
    }

    /// Takes out the requests of that person at all readers but `here`; null: at all readers.
    List<Waiting> takeElsewhere(long personId, @Nullable ReaderPlace here, long nowNs) {
        return take(personId, nowNs, one -> !ReaderPlace.of(one.last).equals(here));
    }

    private List<Waiting> take(long personId, long nowNs, Predicate<Waiting> which) {
        var taken = new ArrayList<Waiting>();
        for (Waiting one : waiting.values()) {
            boolean theirs = one.decision.holder().personId() == personId && which.test(one);
            if (theirs && take(one.id, nowNs) != null) taken.add(one);
        }
        return taken;
    }

    /// Ends the wait of the person of that presentation.
    void forget(long presentation) {
        waiting.values().removeIf(one -> one.last.id() == presentation);
    }

    /// Whether somebody waits at the reader.
    boolean waitsAt(Presentation read) {
        return waiting.values().stream().anyMatch(one -> one.isAt(read) && !one.isOver(read.atNs()));
    }

    /// Replaces a request by what it has become.
    void replace(Waiting one) {
        waiting.replace(one.id, one);
    }

    /// Those who wait now, in the order of asking.
    List<Asked> asked(long nowNs) {
        var all = new ArrayList<Asked>();
        for (Waiting one : waiting.values()) {
            if (one.isOver(nowNs)) continue;
            var holder = one.decision.holder();
            Presentation read = one.last;
            all.add(new Asked(
                    one.id,
                    read.channelId(),
                    read.side(),
                    holder.personId(),
                    holder.personName(),
                    one.untilNs,
                    one.duress));
        }
        all.sort(Comparator.comparingLong(Asked::id));
        return all;
    }
}
