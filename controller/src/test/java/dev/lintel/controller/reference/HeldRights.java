package dev.lintel.controller.reference;

import dev.lintel.controller.reference.Answer.Grant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The rights of one person at a door, or at the floors of an elevator, for [ReferenceDecision]. Immutable.
record HeldRights(List<Held> all) {
    /// Of [Held#why].
    static final String HOLDS = "";

    /// One of them.
    ///
    /// @param door where
    /// @param why it does not hold there now, or [#HOLDS]
    /// @param waived reasons for which it would not hold elsewhere, or for others
    record Held(Grant grant, long door, String why, Set<String> waived) {
        /// The threat level weighs more than a lost contact.
        private int weight() {
            return (waived.contains("threat_level") ? 2 : 0) + (waived.contains("role_stale") ? 1 : 0);
        }
    }

    /// What comes nearest to letting the person in: [#HOLDS], or the reason that is last in the order.
    String nearest() {
        String nearest = "no_permission";
        for (Held held : all) {
            if (held.why.equals(HOLDS)) return HOLDS;
            if (ReferenceOrder.ALL.indexOf(held.why) > ReferenceOrder.ALL.indexOf(nearest)) nearest = held.why;
        }
        return nearest;
    }

    /// Those that may be named as what came nearest. A right for which less is waived goes first.
    Set<Grant> named(String nearest) {
        Set<String> least = leastWaived();
        Set<Grant> grants = new HashSet<>();
        for (Held held : all) {
            boolean named = held.why.equals(nearest) && (!nearest.equals(HOLDS) || held.waived.equals(least));
            if (named) grants.add(held.grant);
        }
        return grants;
    }

    /// What is waived of the right that holds.
    Set<String> leastWaived() {
        return all.stream()
                .filter(held -> held.why.equals(HOLDS))
                .min(Comparator.comparingInt(Held::weight))
                .map(Held::waived)
                .orElse(Set.of());
    }

    /// The doors at which one holds.
    List<Long> floors() {
        var floors = new TreeSet<Long>();
        for (Held held : all) if (held.why.equals(HOLDS)) floors.add(held.door);
        return List.copyOf(floors);
    }
}
