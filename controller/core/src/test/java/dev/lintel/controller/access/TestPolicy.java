package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.ChannelAccess.UntrustedClock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A policy whose every answer a test sets.
final class TestPolicy implements AccessPolicy {
    ZoneId zone = ZoneId.of("UTC");
    /// Those that cover any moment; the others cover none.
    final Set<Long> covering = new HashSet<>();
    List<Long> floors = List.of();
    List<Accepted> accepted = List.of(Accepted.USUAL);
    /// Null: as the entry.
    @Nullable
    List<Accepted> acceptedAtExit;

    Passback passback = Passback.OFF;
    UntrustedClock untrusted = UntrustedClock.USUAL;
    boolean duress;
    boolean twoPerson;

    ChannelAccess.@Nullable DoubleTap doubleTap;

    ChannelAccess.@Nullable Approval approval;

    final Map<Long, RoleRules> roles = new HashMap<>();
    final List<AreaRule> areaRules = new ArrayList<>();

    void accept(Means... means) {
        accepted = List.of(new Accepted(null, Set.of(means)));
    }

    @Override
    public ZoneId accountZone() {
        return zone;
    }

    @Override
    public ZoneId zone(long channelId) {
        return zone;
    }

    @Override
    public List<Long> targets(long channelId) {
        return floors.isEmpty() ? List.of(channelId) : floors;
    }

    @Override
    public ChannelAccess access(long channelId) {
        List<Accepted> exit = acceptedAtExit == null ? accepted : acceptedAtExit;
        return new ChannelAccess(accepted, exit, passback, untrusted, duress, twoPerson, doubleTap, approval);
    }

    @Override
    public RoleRules role(long roleId) {
        return roles.getOrDefault(roleId, RoleRules.PLAIN);
    }

    @Override
    public @Nullable AreaRule area(String name) {
        return areaRules.stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    @Override
    public List<AreaRule> countedAreas() {
        return areaRules;
    }

    @Override
    public long site(long channelId) {
        return 1;
    }

    @Override
    public AreaSet areas(long channelId) {
        return new AreaSet(Set.of("outside", "inside"), List.of(1L, 2L));
    }

    @Override
    public boolean covers(long shiftId, long channelId, Instant at) {
        return covering.contains(shiftId);
    }
}
