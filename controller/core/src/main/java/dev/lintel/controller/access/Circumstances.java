package dev.lintel.controller.access;

import dev.lintel.controller.time.ClockReading;

/// All that a decision depends on beside who asks and their rights. Immutable but for `places` and
/// `uses`.
///
/// @param gate the door itself, as it stands
/// @param pinsRest whether a PIN that was typed is not compared, after too many wrong ones at the door or of the person
/// @param contact with the hub that this box follows
/// @param threats the threat levels of sites
public record Circumstances(
        ClockReading clock,
        AccessPolicy policy,
        Gate gate,
        boolean pinsRest,
        Places places,
        Uses uses,
        Contact contact,
        ThreatLevels threats) {
    /// The threat level of the channel's site.
    int threatLevel(long channelId) {
        return threats.of(policy.site(channelId));
    }

    /// Where no credential was ever used, with each site at threat level 0.
    public Circumstances(
            ClockReading clock, AccessPolicy policy, Gate gate, boolean pinsRest, Places places, Contact contact) {
        this(clock, policy, gate, pinsRest, places, Uses.NONE, contact, ThreatLevels.NONE);
    }

    /// Of a box that follows nobody, where no credential was ever used, with each site at threat level 0.
    public Circumstances(ClockReading clock, AccessPolicy policy, Gate gate, boolean pinsRest, Places places) {
        this(clock, policy, gate, pinsRest, places, Contact.STANDALONE);
    }
}
