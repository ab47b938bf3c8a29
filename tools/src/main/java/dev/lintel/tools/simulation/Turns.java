package dev.lintel.tools.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Who may pass one door now: each admission has a turn until a time of its own, and so has an exit that releases the
/// strike. An opening takes the oldest turn; the others last. Several persons who enter together have one turn. Where
/// the box may know less of the leaf than the wires, a turn is not sure: it may have been taken.
final class Turns {
    static final long NEVER = Long.MIN_VALUE;
    /// A contact may report an opening so long after the strike was secured, and a leaf that closes springs open again.
    static final long LAG_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private final List<Turn> turns = new ArrayList<>();
    private long survivals;

    /// @param persons who enter together
    /// @param exit its input, or null
    record Owner(Set<Long> persons, @Nullable String exit) {
        static final Owner ANYBODY = new Owner(Set.of(), null);

        static Owner exit(boolean isRex) {
            return new Owner(Set.of(), isRex ? "REX" : "auxiliary input");
        }

        static Owner persons(long person, List<Long> others) {
            var all = new HashSet<>(others);
            all.add(person);
            return new Owner(Set.copyOf(all), null);
        }
    }

    private static final class Turn {
        private final Owner owner;
        private final long fromNs;
        private long untilNs;
        private boolean sure;
        private boolean survives; // another turn was taken since

        Turn(Owner owner, long fromNs, long untilNs, boolean sure) {
            this.owner = owner;
            this.fromNs = fromNs;
            this.untilNs = untilNs;
            this.sure = sure;
        }
    }

    /// What an opening does.
    ///
    /// @param persons who have passed by it
    /// @param exit whether it was an exit's turn, or nobody's
    /// @param sure whether this is certain
    record Taken(Set<Long> persons, boolean exit, boolean sure) {
        static final Taken UNSURE = new Taken(Set.of(), false, false);
    }

    void begins() {
        turns.clear();
    }

    /// A turn begins, or begins again.
    void given(Owner owner, long fromNs, long untilNs, boolean sure) {
        var turn = new Turn(owner, fromNs, untilNs, sure);
        for (Turn one : List.copyOf(turns)) {
            boolean same = one.owner.equals(owner) && !owner.equals(Owner.ANYBODY);
            // A person who enters with others now has no other turn.
            boolean alone = one.owner.persons.size() == 1 && owner.persons.containsAll(one.owner.persons);
            if (same) turn.untilNs = Math.max(turn.untilNs, one.untilNs);
            if (same || alone) turns.remove(one);
            if (!same && !alone && owner.persons.stream().anyMatch(one.owner.persons::contains)) one.sure = false;
        }
        turns.add(turn);
    }

    boolean has(Owner owner) {
        return turns.stream().anyMatch(one -> one.owner.equals(owner));
    }

    /// An exit is held: its turn lasts.
    void held(long untilNs) {
        for (Turn one : turns) {
            if (one.owner.exit == null) continue;
            one.untilNs = Math.max(one.untilNs, untilNs);
            one.sure = false;
        }
    }

    /// Nobody can tell any more which turns were taken.
    void unsure() {
        for (Turn one : turns) one.sure = false;
    }

    /// A lockdown: the turns of persons end.
    void locked(long nowNs) {
        for (Turn one : turns) if (one.owner.exit == null) one.untilNs = Math.min(one.untilNs, nowNs);
    }

    /// The leaf opens, and not by force.
    ///
    /// @param closedNs when it closed, where it may have sprung open: older turns are not taken then
    /// @param sure whether the box hears of it at once, and knows the same as the wires
    Taken opens(long nowNs, long closedNs, boolean sure) {
        forget(nowNs);
        if (!sure) {
            unsure();
            return Taken.UNSURE;
        }
        List<Turn> may = turns.stream().filter(one -> one.fromNs >= closedNs).toList();
        Turn lags = may.isEmpty() ? null : may.getFirst();
        Turn first = may.stream().filter(one -> one.untilNs > nowNs).findFirst().orElse(lags);
        if (first == null) return survive(new Taken(Set.of(), true, true));
        if (!first.sure || !Objects.equals(first, may.getFirst())) {
            may.forEach(one -> one.sure = false);
            return Taken.UNSURE;
        }
        turns.remove(first);
        if (first.survives) survivals++;
        return survive(new Taken(first.owner.persons, first.owner.exit != null, true));
    }

    private Taken survive(Taken taken) {
        for (Turn one : turns) one.survives = true;
        return taken;
    }

    private void forget(long nowNs) {
        turns.removeIf(one -> one.untilNs + LAG_NS < nowNs);
    }

    /// Until when somebody may certainly pass.
    long leastUntilNs(long nowNs) {
        return untilNs(nowNs, true);
    }

    /// Until when somebody may perhaps pass.
    long mostUntilNs(long nowNs) {
        return untilNs(nowNs, false);
    }

    private long untilNs(long nowNs, boolean sure) {
        return turns.stream()
                .filter(one -> (one.sure || !sure) && one.untilNs > nowNs)
                .mapToLong(one -> one.untilNs)
                .max()
                .orElse(NEVER);
    }

    /// Whether an exit has a turn.
    Verdicts.Certainty exit(long nowNs) {
        List<Turn> exits = turns.stream()
                .filter(one -> one.owner.exit != null && one.untilNs > nowNs)
                .toList();
        if (exits.isEmpty()) return Verdicts.Certainty.NO;
        return exits.stream().anyMatch(one -> one.sure) ? Verdicts.Certainty.YES : Verdicts.Certainty.PERHAPS;
    }

    /// How many turns were taken since the last call that were left over from the opening of another one.
    long takeSurvivals() {
        long taken = survivals;
        survivals = 0;
        return taken;
    }
}
