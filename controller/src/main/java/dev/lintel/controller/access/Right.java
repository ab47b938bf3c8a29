package dev.lintel.controller.access;

import org.jspecify.annotations.Nullable;

/// One reason why a person may pass a channel: a role held directly or through a group.
///
/// @param shiftId the times of the week it holds, or null for always
/// @param groupId the group that gives the role, or null when it is held directly
public record Right(
        long roleId, @Nullable Long shiftId, @Nullable Long groupId) {}
