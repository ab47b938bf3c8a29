package dev.lintel.controller.access;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The site's policy as far as a decision needs it; an immutable picture in memory, replaced whole at a change.
/// Implemented by the policy package. Any thread.
public interface AccessPolicy {
    /// The account's zone: dates of validity are days there.
    ZoneId accountZone();

    /// The wall by which a channel's times are read: its site's zone. An unknown channel has the account's.
    ZoneId zone(long channelId);

    /// The site of a channel; 0 for an unknown channel, and no site has that number.
    default long site(long channelId) {
        return 0;
    }

    /// The channels whose rights count at `channelId`: itself, or an elevator's floors.
    List<Long> targets(long channelId);

    /// How a channel decides. An unknown channel has the usual rules: no right is held there anyway.
    ChannelAccess access(long channelId);

    /// What the role says beyond its channels and times. An unknown role says nothing.
    default RoleRules role(long roleId) {
        return RoleRules.PLAIN;
    }

    /// The areas that are connected with those of the channel's door.
    AreaSet areas(long channelId);

    /// The limits of an area; null: it has none.
    default @Nullable AreaRule area(String name) {
        return null;
    }

    /// All areas with limits whose people this box counts.
    default List<AreaRule> countedAreas() {
        return List.of();
    }

    /// Whether `shiftId` covers `at` by the clock on the wall of the channel's site. An unknown shift covers
    /// nothing.
    boolean covers(long shiftId, long channelId, Instant at);
}
