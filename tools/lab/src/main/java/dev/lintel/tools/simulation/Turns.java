package dev.lintel.tools.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Who may pass one door now: each admission has a turn until a time of its own, and so has an exit that releases the
/// strike. An opening takes the turn that ends first; the others last. Several persons who enter together have one.
/// Whose opening it was is certain once each turn is taken. Where people can leave without the box, an exit and an exit
/// reader are one turn. Where the box may know less of the leaf than the wires, a turn is not sure: it may have been
/// taken.
final class Turns {
    static final long NEVER = Long.MIN_VALUE;
    /// A contact may report an opening so long after the strike was secured, and a leaf that closes springs open again.
    static final long LAG_NS = TimeUnit.MILLISECONDS.toNanos(300);

    /// The box and the wires may disagree on the end of a turn by so much.
    private static final long NEAR_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final List<Turn> turns = new ArrayList<>();
    private final List<Turn> taken = new ArrayList<>(); // while others were not
    private long survivals;

    /// @param persons who enter together
    /// @param exit its input, or null
    record Owner(Set<Long> persons, @Nullable String exit) {
        static final Owner ANYBODY = new Owner(Set.of(), null);

        /// @param byBox whether nobody leaves unless the box releases the door
        static Owner exit(boolean isRex, boolean byBox) {
            return new Owner(Set.of(), !byBox ? "exit" : isRex ? "REX" : "auxiliary input");
        }

        static Owner persons(long person, List<Long> others) {
            var all = new HashSet<>(others);
            all.add(person);
            return new Owner(Set.copyOf(all), null);
        }
    }

    private static final class Turn {
        private final Owner owner;
        private final Way way;
        private long fromNs;
        private long untilNs;
        private boolean exit; // an exit has given it, or has joined it
        private boolean sure;
        private boolean survives; // another turn was taken since

        Turn(Owner owner, Way way, long fromNs, long untilNs, boolean sure) {
            this.owner = owner;
            this.way = way;
            this.exit = owner.exit != null;
            this.fromNs = fromNs;
            this.untilNs = untilNs;
            this.sure = sure;
        }
    }

    /// Where the person of a turn goes.
    enum Way {
        IN,
        /// Where people can leave without the box.
        OUT,
        /// Where they cannot.
        OUT_BY_BOX;

        static Way out(boolean byBox) {
            return byBox ? OUT_BY_BOX : OUT;
        }
    }

    /// What an opening does.
    ///
    /// @param persons who have passed by it
    /// @param exit whether it was an exit's turn, or nobody's
    /// @param sure whether this is certain
    /// @param turn whether it has taken the one turn that there was
    /// @param own the persons of that turn
    /// @param none whether there was no turn
    record Taken(Set<Long> persons, boolean exit, boolean sure, boolean turn, Set<Long> own, boolean none) {
        static final Taken UNSURE = new Taken(Set.of(), false, false, false);
        static final Taken NONE = new Taken(Set.of(), true, true, false, Set.of(), true);

        Taken(Set<Long> persons, boolean exit, boolean sure) {
            this(persons, exit, sure, sure);
        }

        Taken(Set<Long> persons, boolean exit, boolean sure, boolean turn) {
            this(persons, exit, sure, turn, turn ? persons : Set.of(), false);
        }
    }

    void begins() {
        turns.clear();
        taken.clear();
    }

    /// Persons whose turn lasts until then, by an exit.
    record Lengthened(Set<Long> persons, long untilNs) {}

    /// A turn begins, or begins again. Returns the persons whose turn lasts longer than until then, or null.
    @Nullable
    Lengthened given(Owner owner, Way way, long fromNs, long untilNs, boolean sure) {
        forget(fromNs);
        var turn = new Turn(owner, way, fromNs, untilNs, sure);
        Turn leaves = leaves(turn);
        if (leaves != null) {
            turn.untilNs = Math.max(turn.untilNs, leaves.untilNs);
            turn.sure &= leaves.sure;
            if (owner.exit != null) {
                leaves.untilNs = turn.untilNs;
                leaves.sure = turn.sure;
                leaves.exit = true;
                return new Lengthened(leaves.owner.persons, leaves.untilNs);
            }
            turn.exit = true;
            turns.remove(leaves);
        }
        for (Turn one : List.copyOf(turns)) {
            boolean same = one.owner.equals(owner) && !owner.equals(Owner.ANYBODY);
            // A person who enters with others now has no other turn.
            boolean alone = one.owner.persons.size() == 1 && !one.exit && owner.persons.containsAll(one.owner.persons);
            if (same) turn.untilNs = Math.max(turn.untilNs, one.untilNs);
            if (same) turn.exit |= one.exit;
            if (same || alone) turns.remove(one);
            if (!same && !alone && owner.persons.stream().anyMatch(one.owner.persons::contains)) one.sure = false;
        }
        turns.add(turn);
        return turn.untilNs == untilNs ? null : new Lengthened(owner.persons, turn.untilNs);
    }

    /// The turn of somebody who leaves, by the same person as `later`; or null.
    private @Nullable Turn leaves(Turn later) {
        if (later.way != Way.OUT) return null;
        for (Turn one : turns.reversed()) {
            boolean joins = later.owner.exit != null || one.owner.exit != null;
            if (one.way == Way.OUT && joins && one.untilNs > later.fromNs) return one;
        }
        return null;
    }

    /// An exit is held: its turn lasts. Returns the persons who have that turn, too.
    Set<Long> held(long untilNs) {
        var persons = new HashSet<Long>();
        for (Turn one : turns) {
            if (!one.exit) continue;
            one.untilNs = Math.max(one.untilNs, untilNs);
            one.sure = false;
            persons.addAll(one.owner.persons);
        }
        return persons;
    }

    /// Nobody can tell any more which turns were taken.
    void unsure() {
        for (Turn one : turns) one.sure = false;
    }

    /// A lockdown: the turns of persons end, except of those who leave where only the box lets them out. Returns until
    /// when these may pass.
    long locked(long nowNs) {
        for (Turn one : turns) if (!one.exit && one.way != Way.OUT_BY_BOX) one.untilNs = Math.min(one.untilNs, nowNs);
        return turns.stream()
                .filter(one -> !one.exit)
                .mapToLong(one -> one.untilNs)
                .max()
                .orElse(NEVER);
    }

    /// The leaf opens, and not by force.
    ///
    /// @param closedNs when it closed, where it may have sprung open: older turns are not taken then
    /// @param sure whether the box hears of it at once, and knows the same as the wires
    Taken opens(long nowNs, long closedNs, boolean sure) {
        forget(nowNs);
        if (!sure) {
            unsure();
            taken.clear();
            return Taken.UNSURE;
        }
        List<Turn> may = turns.stream().filter(one -> one.fromNs >= closedNs).toList();
        Turn lags = may.isEmpty() ? null : may.getFirst();
        Turn first = may.stream()
                .filter(one -> one.untilNs > nowNs)
                .min(Comparator.comparingLong(one -> one.untilNs))
                .orElse(lags);
        if (first == null) return survive(Taken.NONE);
        // Near the end of a turn, and where two end at the same time, the box may take another one.
        boolean close = may.stream().anyMatch(one -> one != first && Math.abs(one.untilNs - first.untilNs) <= NEAR_NS);
        boolean ends = may.stream().anyMatch(one -> one.untilNs <= nowNs + NEAR_NS);
        if (close || ends || may.stream().anyMatch(one -> !one.sure)) {
            may.forEach(one -> one.sure = false);
            taken.clear();
            return Taken.UNSURE;
        }
        turns.remove(first);
        if (first.survives) survivals++;
        taken.add(first);
        taken.removeIf(one -> one.untilNs + LAG_NS < nowNs);
        if (may.size() > 1) return survive(new Taken(Set.of(), first.exit, true, false));
        var persons = new HashSet<Long>();
        for (Turn one : taken) persons.addAll(one.owner.persons);
        taken.clear();
        return survive(new Taken(persons, first.exit, true, true, first.owner.persons, false));
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
        List<Turn> exits =
                turns.stream().filter(one -> one.exit && one.untilNs > nowNs).toList();
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
