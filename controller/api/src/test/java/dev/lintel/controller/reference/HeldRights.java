package dev.lintel.controller.reference;

import dev.lintel.controller.reference.Answer.Grant;
import dev.lintel.controller.reference.World.Role;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The rights of one person at a door, or at the floors of an elevator, for [ReferenceDecision]. Immutable.
record HeldRights(List<Held> all) {
    /// Of [Held#why].
    static final String HOLDS = "";

    /// One of them.
    ///
    /// @param door where
    /// @param why it does not hold there now, or [#HOLDS]
    /// @param waived reasons for which it would not hold elsewhere, or for others
    /// @param role null for a reservation of channels
    record Held(
            Grant grant,
            long door,
            String why,
            Set<String> waived,
            @Nullable Role role) {
        Held because(String reason, Set<String> others) {
            return new Held(grant, door, reason, others, role);
        }

        boolean holds() {
            return why.equals(HOLDS);
        }

        boolean needsHost() {
            return role != null && role.needsHost();
        }

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

    /// Those that may be named as what came nearest. A right for which less is waived goes first, then one that needs
    /// no host.
    Set<Grant> named(String nearest) {
        Set<Grant> grants = new HashSet<>();
        if (nearest.equals(HOLDS)) {
            boolean onlyWithHost = needsHost();
            for (Held held : least()) if (onlyWithHost || !held.needsHost()) grants.add(held.grant);
            return grants;
        }
        for (Held held : all) if (held.why.equals(nearest)) grants.add(held.grant);
        return grants;
    }

    /// Those that hold for which the least is waived.
    List<Held> least() {
        Set<String> least = leastWaived();
        return all.stream()
                .filter(held -> held.holds() && held.waived.equals(least))
                .toList();
    }

    /// Whether each right that lets the person in needs a host.
    boolean needsHost() {
        return !least().isEmpty() && least().stream().allMatch(Held::needsHost);
    }

    /// The same at that door alone.
    HeldRights at(long door) {
        return new HeldRights(all.stream().filter(held -> held.door == door).toList());
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
