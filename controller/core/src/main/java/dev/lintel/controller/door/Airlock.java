package dev.lintel.controller.door;

import java.time.Duration;

/// Two doors that people pass one after the other, from the policy of the outer door. Only one of them is open or
/// released at a time. Immutable.
///
/// @param inner the channel of the other door, on the same box
/// @param exitsObey whether REX and the auxiliary input of a door wait for the other door, too. An exit that people
/// depend on (`egress: controller`) never does
/// @param entering whether the inner door follows an admission at the entry of the outer one
/// @param leaving whether the outer door follows an exit of the inner one
/// @param delay how long the first door is closed and locked before the second one follows
public record Airlock(long inner, boolean exitsObey, boolean entering, boolean leaving, Duration delay) {
    /// Longer, and people press the button again.
    public static final Duration DELAY_MAX = Duration.ofMinutes(1);

    /// Long enough for a lock to be locked before its partner is released.
    public static final Duration DELAY_USUAL = Duration.ofSeconds(1);
}
