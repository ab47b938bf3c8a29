package dev.lintel.controller.access;

import org.jspecify.annotations.Nullable;

/// What a role says beyond its channels and times. Immutable.
///
/// @param escort whether its holders need a host to enter, or are one
/// @param doubleTap its holders unlock doors that allow it by showing a card twice
/// @param threatLevelMax the highest threat level of a site at which the role is valid there; null: each level
public record RoleRules(
        Escort escort, boolean doubleTap, @Nullable Integer threatLevelMax) {
    /// An ordinary role.
    public static final RoleRules PLAIN = new RoleRules(Escort.NONE, false, null);

    /// How a person enters with a role.
    public enum Escort {
        /// Alone.
        NONE,
        /// Only together with a person whose role is [#HOST].
        REQUIRED,
        /// Alone, and as the host of a person whose role is [#REQUIRED].
        HOST
    }
}
