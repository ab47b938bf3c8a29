package dev.lintel.controller.policy;

import dev.lintel.controller.policy.Item.Entity;
import java.util.Map;

/// What stands in the database, with what hangs on it that `site.yaml` does not cover: counted for what a plan
/// may remove or change only, for counting a million people takes seconds. Counts are by id; what nothing hangs on is
/// not in them. Immutable, read in one transaction.
///
/// @param people in a group, or holding a role directly
/// @param reservations that have not ended: of a group, or of a channel
/// @param credentials of a type
public record Standing(
        Policy policy,
        Map<Entity, Map<Long, Long>> people,
        Map<Entity, Map<Long, Long>> reservations,
        Map<Long, Long> credentials) {
    public Standing {
        people = Map.copyOf(people);
        reservations = Map.copyOf(reservations);
        credentials = Map.copyOf(credentials);
    }

    /// With nothing that hangs on it.
    static Standing alone(Policy policy) {
        return new Standing(policy, Map.of(), Map.of(), Map.of());
    }

    long people(Item item) {
        return people.getOrDefault(item.entity(), Map.of()).getOrDefault(item.id(), 0L);
    }

    long reservations(Item item) {
        return reservations.getOrDefault(item.entity(), Map.of()).getOrDefault(item.id(), 0L);
    }
}
