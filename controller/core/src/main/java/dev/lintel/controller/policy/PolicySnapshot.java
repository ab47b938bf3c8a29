package dev.lintel.controller.policy;

import dev.lintel.controller.access.AccessPolicy;
import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.AreaRule;
import dev.lintel.controller.access.AreaSet;
import dev.lintel.controller.access.AreaSets;
import dev.lintel.controller.access.ChannelAccess;
import dev.lintel.controller.access.RoleRules;
import dev.lintel.controller.action.Action;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Site;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The policy as decisions and doors read it: in memory, immutable, replaced whole when it changes. Any thread.
public final class PolicySnapshot implements AccessPolicy {
    private final Policy policy;
    private final ZoneId accountZone;
    private final Map<Long, ShiftTimes> shifts = new HashMap<>();
    private final Map<Long, Channel> channels = new HashMap<>();
    private final Map<Long, ZoneId> zones = new HashMap<>();
    private final Map<Long, RoleRules> roles = new HashMap<>();
    private final AreaSets areas;
    private final Map<String, AreaRule> areaRules = new TreeMap<>();
    private final List<AreaRule> countedAreas;

    private PolicySnapshot(Policy policy) {
        this.policy = policy;
        var account = policy.account();
        this.accountZone = account == null ? ZoneOffset.UTC : ZoneId.of(account.timeZone());
        Map<Long, ZoneId> siteZones = new HashMap<>();
        for (Site site : policy.sites()) siteZones.put(site.id(), ZoneId.of(site.timeZone()));
        for (Shift shift : policy.shifts()) shifts.put(shift.id(), ShiftTimes.of(shift, policy.holidays()));
        for (Policy.Role role : policy.roles()) roles.put(role.id(), role.rules());
        for (Channel channel : policy.channels()) {
            channels.put(channel.id(), channel);
            zones.put(channel.id(), siteZones.getOrDefault(channel.siteId(), accountZone));
        }
        this.areas = areas(policy.channels());
        for (AreaLimit limit : policy.areas()) areaRules.put(limit.name(), rule(limit));
        this.countedAreas =
                areaRules.values().stream().filter(AreaRule::counted).toList();
    }

    private AreaRule rule(AreaLimit limit) {
        var forgets = new ArrayList<AreaRule.Forget>();
        var connected = AreaSet.NONE;
        boolean counted = false;
        for (Channel channel : policy.channels()) {
            if (!AreaSections.names(channel, limit.name())) continue;
            LocalTime at = channel.access().passback().forgiveAt();
            if (at != null) forgets.add(new AreaRule.Forget(at, zone(channel.id())));
            connected = areas.of(channel.id());
            counted |= channel.box() == null;
        }
        return new AreaRule(limit, connected, forgets, counted);
    }

    /// Throws `DateTimeException` when a zone of `policy` is none: zones are checked before they are stored.
    public static PolicySnapshot of(Policy policy) {
        return new PolicySnapshot(policy);
    }

    public Policy policy() {
        return policy;
    }

    /// All areas of doors, by how they are connected.
    static AreaSets areas(List<Channel> channels) {
        return AreaSets.of(channels.stream()
                .map(channel -> {
                    var passback = channel.access().passback();
                    return new AreaSets.Link(channel.id(), passback.from(), passback.to());
                })
                .toList());
    }

    /// All areas of doors, in order.
    public List<String> areas() {
        return areas.all().stream()
                .flatMap(set -> set.areas().stream())
                .sorted()
                .toList();
    }

    @Override
    public ZoneId accountZone() {
        return accountZone;
    }

    @Override
    public boolean covers(long shiftId, long channelId, Instant at) {
        ShiftTimes shift = shifts.get(shiftId);
        ZoneId zone = zones.get(channelId);
        return shift != null && zone != null && shift.covers(at, zone);
    }

    /// As [#covers], in the zone of the account.
    public boolean coversInAccount(long shiftId, Instant at) {
        ShiftTimes shift = shifts.get(shiftId);
        return shift != null && shift.covers(at, accountZone);
    }

    @Override
    public AreaSet areas(long channelId) {
        return areas.of(channelId);
    }

    @Override
    public @Nullable AreaRule area(String name) {
        return areaRules.get(name);
    }

    @Override
    public List<AreaRule> countedAreas() {
        return countedAreas;
    }

    @Override
    public RoleRules role(long roleId) {
        return roles.getOrDefault(roleId, RoleRules.PLAIN);
    }

    @Override
    public long site(long channelId) {
        Channel channel = channels.get(channelId);
        return channel == null ? 0 : channel.siteId();
    }

    @Override
    public ZoneId zone(long channelId) {
        return zones.getOrDefault(channelId, accountZone);
    }

    @Override
    public List<Long> targets(long channelId) {
        Channel channel = channels.get(channelId);
        if (channel == null || channel.rules().kind() != DoorRules.Kind.ELEVATOR) return List.of(channelId);
        return channel.rules().floors();
    }

    @Override
    public ChannelAccess access(long channelId) {
        Channel channel = channels.get(channelId);
        return channel == null ? ChannelAccess.USUAL : channel.access();
    }

    /// Ids of all sites.
    public Set<Long> sites() {
        return policy.sites().stream().map(Site::id).collect(Collectors.toUnmodifiableSet());
    }

    /// Doors of this box by channel id, ascending.
    public List<DoorSettings> doors() {
        var doors = new ArrayList<DoorSettings>();
        for (Channel channel : policy.channels()) if (channel.box() == null) doors.add(door(channel));
        return doors;
    }

    /// Actions of this box: those whose channels hang on it, and those without channels that name no other box.
    public List<Action> actions() {
        var own = new ArrayList<Action>();
        for (Action action : policy.actions()) {
            var named = new ArrayList<>(action.when().channelIds());
            named.addAll(action.orderedChannels());
            if (action.box() == null && named.stream().allMatch(id -> door(id) != null)) own.add(action);
        }
        return own;
    }

    /// The door of that channel, or null when there is no such channel or it hangs on another box.
    public @Nullable DoorSettings door(long channelId) {
        Channel channel = channels.get(channelId);
        return channel == null || channel.box() != null ? null : door(channel);
    }

    private static DoorSettings door(Channel channel) {
        return new DoorSettings(channel.id(), channel.unit(), channel.times(), channel.rules());
    }
}
