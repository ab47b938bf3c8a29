package dev.lintel.controller.access;

import dev.lintel.controller.time.ClockReading;

/// All that a decision depends on beside who asks and their rights. Immutable but for `places`.
///
/// @param gate the door itself, as it stands
/// @param keypadRests whether the reader's keypad is locked out after too many wrong PINs
/// @param contact with the hub that this box follows
/// @param threats the threat levels of sites
public record Circumstances(
        ClockReading clock,
        AccessPolicy policy,
        Gate gate,
        boolean keypadRests,
        Places places,
        Contact contact,
        ThreatLevels threats) {
    /// The threat level of the channel's site.
    int threatLevel(long channelId) {
        return threats.of(policy.site(channelId));
    }

    /// Of a box that follows nobody, with each site at threat level 0.
    public Circumstances(ClockReading clock, AccessPolicy policy, Gate gate, boolean keypadRests, Places places) {
        this(clock, policy, gate, keypadRests, places, Contact.STANDALONE, ThreatLevels.NONE);
    }
}
