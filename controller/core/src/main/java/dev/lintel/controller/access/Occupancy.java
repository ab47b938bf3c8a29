package dev.lintel.controller.access;

import dev.lintel.controller.access.Places.Pending;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/// The number of people in one area with a limit, for a decision: those that doors have seen enter, and those who were
/// admitted and have not passed yet. Immutable.
///
/// ```
///                                           maximum    minimum    whether anybody stays (minimum)
///   seen there                              counts     counts     counts
///   seen there, admitted to another area    counts     -          -
///   seen elsewhere, admitted into it        counts     -          counts
/// ```
///
/// A person who was admitted may walk away. So the minimum counts only people who are certain to be there, and the last
/// people do not leave while a person is about to enter.
///
/// @param crowd its `there` has those of `pending` and of the people asked about
/// @param pending by person
record Occupancy(AreaLimit limit, Crowd crowd, Map<Long, Pending> pending) {
    Occupancy {
        pending = Map.copyOf(pending);
    }

    /// Whether the person counts as there.
    boolean counts(long personId) {
        Pending move = pending.get(personId);
        return move == null ? crowd.there().contains(personId) : leadsHere(move);
    }

    private boolean leadsHere(Pending move) {
        return move.to().area().equals(limit.name());
    }

    /// The number of people that doors have seen enter.
    int seen() {
        return crowd.count();
    }

    /// As [Crowd#observed].
    boolean observed() {
        return crowd.observed();
    }

    /// The people who count as there.
    int people() {
        int people = crowd.count();
        for (Map.Entry<Long, Pending> one : pending.entrySet()) {
            boolean seen = crowd.there().contains(one.getKey());
            if (leadsHere(one.getValue()) && !seen) people++;
            if (!leadsHere(one.getValue()) && seen) people--;
        }
        return people;
    }

    /// As [#people], with those who may not leave after all.
    private int peopleAtMost() {
        int people = crowd.count();
        for (Map.Entry<Long, Pending> one : pending.entrySet()) {
            if (leadsHere(one.getValue()) && !crowd.there().contains(one.getKey())) people++;
        }
        return people;
    }

    /// Whether these people would exceed the maximum. People who count as there already change nothing.
    boolean isFullFor(Collection<Long> group) {
        int added = number(group, person -> !counts(person) && !crowd.there().contains(person));
        return limit.max() != null && added > 0 && peopleAtMost() + added > limit.max();
    }

    /// Whether these people would be fewer than the minimum once they have entered. People who are certain to be there
    /// already change nothing.
    boolean isTooFewWith(Collection<Long> group) {
        int added = number(group, person -> !isCertain(person));
        return added > 0 && !limit.allows(certain() + added);
    }

    /// Whether those who stay would be fewer than the minimum once these people have left.
    boolean isTooFewWithout(Collection<Long> group) {
        int removed = number(group, this::counts);
        boolean isEmptied = people() == removed;
        return removed > 0 && !isEmptied && !limit.isMet(certain() - number(group, this::isCertain));
    }

    /// Whether doors have seen the person enter, and the person was not admitted to another area since.
    private boolean isCertain(long personId) {
        Pending move = pending.get(personId);
        return crowd.there().contains(personId) && (move == null || leadsHere(move));
    }

    /// The people who are certain to be there.
    private int certain() {
        int people = crowd.count();
        for (Map.Entry<Long, Pending> one : pending.entrySet()) {
            if (crowd.there().contains(one.getKey()) && !leadsHere(one.getValue())) people--;
        }
        return people;
    }

    private static int number(Collection<Long> group, LongPredicate which) {
        return (int) group.stream().distinct().filter(which::test).count();
    }

    /// The people for whom [Crowd#there] is needed.
    static Set<Long> asked(Map<Long, Pending> pending, Collection<Long> people) {
        var asked = new HashSet<>(pending.keySet());
        asked.addAll(people);
        return asked;
    }
}
