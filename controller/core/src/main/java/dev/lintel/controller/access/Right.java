package dev.lintel.controller.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One reason why a person may pass a channel: a role held directly or through a group, or a reservation. Immutable.
///
/// @param roleId null for a reservation of the channel itself
/// @param shiftId the times of the week it holds, or null for always
/// @param groupId the group that gives the role, or null when it is held directly
/// @param reserved when it holds only for a time: of the channel, or of the group; else null
/// @param maxStaleMs how long the role holds without contact with the hub, or null for ever
public record Right(
        @Nullable Long roleId,
        @Nullable Long shiftId,
        @Nullable Long groupId,
        @Nullable Reservation reserved,
        @Nullable Long maxStaleMs) {
    /// Holds however long there is no contact.
    public Right(
            @Nullable Long roleId, @Nullable Long shiftId, @Nullable Long groupId, @Nullable Reservation reserved) {
        this(roleId, shiftId, groupId, reserved, null);
    }

    /// By a role, held directly when `groupId` is null.
    public static Right byRole(long roleId, @Nullable Long shiftId, @Nullable Long groupId) {
        return new Right(roleId, shiftId, groupId, null);
    }

    /// A right for a time.
    ///
    /// @param ofGroup whether it makes the person a member of a group; else it is of channels
    /// @param from its first instant
    /// @param until the first instant after it
    public record Reservation(long id, boolean ofGroup, Instant from, Instant until) {}

    /// Whether it holds at any time.
    boolean unlimited() {
        return shiftId == null && reserved == null;
    }
}
