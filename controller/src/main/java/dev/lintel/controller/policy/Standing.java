package dev.lintel.controller.policy;

import java.util.Map;

/// What stands in the database, with what hangs on it that `site.yaml` does not cover: counted for what a plan
/// may remove or change only, for counting a million people takes seconds. Counts are by id. Immutable, read in
/// one transaction.
///
/// @param groupMembers people in a group
/// @param roleHolders people who hold a role directly
/// @param credentials credentials of a type
public record Standing(
        Policy policy, Map<Long, Long> groupMembers, Map<Long, Long> roleHolders, Map<Long, Long> credentials) {
    public Standing {
        groupMembers = Map.copyOf(groupMembers);
        roleHolders = Map.copyOf(roleHolders);
        credentials = Map.copyOf(credentials);
    }
}
