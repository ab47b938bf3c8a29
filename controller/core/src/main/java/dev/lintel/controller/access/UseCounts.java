package dev.lintel.controller.access;

import dev.lintel.controller.access.Limits.Entries;
import dev.lintel.controller.access.Uses.Use;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/// Uses of credentials with limits, in memory: those that were read or counted last, and admissions whose end is not
/// known yet. An admission counts from the lane's answer on; one that is not used is given back. So one credential at
/// two readers at once is not admitted more often than it may be. Any thread; no file is touched.
///
/// ```
///   decided  (decision thread)  -->  undecided by the lane  --admitted-->  counted, open
///                                        | turned away, or no answer          | passed    | not used, or admitted
///                                        v                                    v           v  again at this door
///                                     removed                              counted      given back
/// ```
final class UseCounts {
    /// At some 150 bytes each 1.2 MB. The one that was asked for longest ago goes: the table has it.
    static final int KNOWN_MAX = 8_000;

    /// The lane answers each presentation within its time limit, [dev.lintel.controller.door.Doors#DECISION_MAX_NS].
    /// After this time a lane that began again has forgotten the presentation.
    private static final long UNANSWERED_NS_MAX = TimeUnit.SECONDS.toNanos(10);

    private final Map<Long, Use> known = new LinkedHashMap<>(16, 0.75f, true);
    private final List<Move> undecided = new ArrayList<>(); // a few: the lane answers at once
    private final List<Move> open = new ArrayList<>(); // one for each person at a door
    private final ObjLongConsumer<Use> changed;
    private boolean complete;

    /// @param changed takes each new count, under this object's lock; never waits
    UseCounts(ObjLongConsumer<Use> changed) {
        this.changed = changed;
    }

    /// An admission of a credential with limits.
    ///
    /// @param entries of the credential where this admission counts as one, or null
    /// @param at when it was
    /// @param atNs of the presentation, monotonic
    /// @param before uses as they were known at the decision
    record Move(
            long channelId,
            long personId,
            long credentialId,
            @Nullable Entries entries,
            Instant at,
            long atNs,
            Use before) {
        private Move knowing(Use use) {
            return new Move(channelId, personId, credentialId, entries, at, atNs, use);
        }

        private boolean isAt(long channelId, long personId) {
            return this.channelId == channelId && this.personId == personId;
        }
    }

    /// Uses of a credential as a decision counts them at that channel; null: it is not known here. Where the person is
    /// admitted at that very door already, the new admission takes the place of that one.
    synchronized @Nullable Use of(long credentialId, long channelId, long personId, long nowNs) {
        Use use = known.get(credentialId);
        if (use == null) return complete ? counted(credentialId, Use.NEVER, channelId, personId, nowNs) : null;
        return counted(credentialId, use, channelId, personId, nowNs);
    }

    private Use counted(long credentialId, Use use, long channelId, long personId, long nowNs) {
        undecided.removeIf(move -> nowNs - move.atNs > UNANSWERED_NS_MAX);
        Use counted = use;
        for (Move move : undecided) {
            if (move.credentialId == credentialId && move.entries != null) counted = plus(counted, move, 1);
        }
        for (Move move : open) {
            boolean replaced = move.isAt(channelId, personId) && move.credentialId == credentialId;
            if (replaced && move.entries != null) counted = plus(counted, move, -1);
        }
        return counted;
    }

    /// The table has these uses of a credential that was not known here.
    synchronized void read(long credentialId, Use use) {
        if (!known.containsKey(credentialId)) put(credentialId, use);
    }

    /// The newest rows of the table; all of them, where they fit.
    synchronized void fill(Map<Long, Use> table) {
        complete = true;
        table.forEach(this::read);
    }

    private void put(long credentialId, Use use) {
        known.put(credentialId, use);
        if (known.size() <= KNOWN_MAX) return;
        known.remove(known.keySet().iterator().next());
        complete = false;
    }

    /// A decision admits a person; the lane has yet to answer. Not counted where the disk alone knows earlier uses and
    /// gives nothing: such a count would take the place of theirs.
    synchronized void decided(Move move) {
        Use use = known.get(move.credentialId);
        if (use != null || complete) undecided.add(move.knowing(use == null ? Use.NEVER : use));
    }

    /// The lane has admitted the person by that credential, or by none.
    synchronized void admitted(long channelId, long personId, @Nullable Long credentialId, long atNs) {
        Move move = undecided(channelId, credentialId, atNs);
        Move before = end(channelId, personId);
        if (before != null) count(before, -1);
        if (move == null) return;
        undecided.remove(move);
        count(move, 1);
        open.add(move);
    }

    private @Nullable Move undecided(long channelId, @Nullable Long credentialId, long atNs) {
        for (Move move : undecided) {
            boolean same = move.channelId == channelId && move.atNs == atNs;
            if (same && Objects.equals(credentialId, move.credentialId)) return move;
        }
        return null;
    }

    /// The lane has turned away who presented something at that moment.
    synchronized void turnedAway(@Nullable Long channelId, long atNs) {
        undecided.removeIf(move -> move.atNs == atNs && Objects.equals(channelId, move.channelId));
    }

    /// The person has passed.
    synchronized void passed(long channelId, long personId) {
        end(channelId, personId);
    }

    /// The strike has relocked without that.
    synchronized void notUsed(long channelId, long personId) {
        Move move = end(channelId, personId);
        if (move != null) count(move, -1);
    }

    /// Removes the person's open admission at that door, and returns it.
    private @Nullable Move end(long channelId, long personId) {
        for (Move move : open) {
            if (!move.isAt(channelId, personId)) continue;
            open.remove(move);
            return move;
        }
        return null;
    }

    /// The time of the last use stays where an entry is given back.
    private void count(Move move, int more) {
        if (more < 0 && move.entries == null) return;
        Use before = known.getOrDefault(move.credentialId, move.before);
        Use now = plus(before, move, more);
        put(move.credentialId, now);
        changed.accept(now, move.credentialId);
    }

    private static Use plus(Use use, Move move, int more) {
        Entries entries = move.entries;
        // Another count has begun: earlier or later by the clock, which may have been set back.
        boolean isOther = entries != null && more < 0 && !use.from().equals(entries.from());
        return entries == null || isOther ? use.plus(0, use.from(), move.at) : use.plus(more, entries.from(), move.at);
    }
}
