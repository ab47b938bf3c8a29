package dev.lintel.controller.access;

import java.util.Map;

/// The threat level of each site at one moment, from 0 (no threat) to [#MAX]. Immutable; any thread.
///
/// @param bySite levels by site id; a site without an entry is at level 0
public record ThreatLevels(Map<Long, Integer> bySite) {
    /// The highest level.
    public static final int MAX = 5;
    /// Each site at level 0.
    public static final ThreatLevels NONE = new ThreatLevels(Map.of());

    public ThreatLevels {
        bySite = Map.copyOf(bySite);
    }

    /// The level of a site.
    public int of(long siteId) {
        return bySite.getOrDefault(siteId, 0);
    }
}
