package dev.lintel.controller.hub;

import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.PolicyText;
import dev.lintel.controller.store.BoxStore;
import dev.lintel.controller.store.BoxStore.Box;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.Sql;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The policy that a box gets: of the hub's, what concerns the box's channels. Pure but for [#text].
final class HubPolicy {
    private HubPolicy() {}

    /// As the text of a `site.yaml`, from what stands in the caller's transaction.
    static String text(Sql sql, Box box) {
        Policy standing = PolicyStore.policy(sql);
        return PolicyText.of(cut(standing, BoxStore.units(sql, box.name()), box.everything()));
    }

    /// @param units the box's own number of each channel that hangs on it, by channel
    /// @param everything roles and groups without any of those channels stay, too: people may have them
    static Policy cut(Policy policy, Map<Long, Integer> units, boolean everything) {
        var channels = new ArrayList<Channel>();
        for (Channel channel : policy.channels()) {
            Integer unit = units.get(channel.id());
            if (unit != null) channels.add(at(channel, unit));
        }
        var roles = new ArrayList<Role>();
        Set<Long> kept = new HashSet<>();
        for (Role role : policy.roles()) {
            List<Long> own = role.channels().stream().filter(units::containsKey).toList();
            if (own.isEmpty() && !everything) continue;
            roles.add(new Role(role.id(), role.name(), role.shiftId(), own, role.notes()));
            kept.add(role.id());
        }
        var groups = new ArrayList<Group>();
        for (Group group : policy.groups()) {
            List<Long> own = group.roles().stream().filter(kept::contains).toList();
            if (own.isEmpty() && !everything) continue;
            groups.add(new Group(group.id(), group.name(), own, group.globalAcrossSites(), group.notes()));
        }
        return new Policy(
                policy.account(),
                policy.sites(),
                policy.credentialTypes(),
                policy.holidays(),
                policy.shifts(),
                roles,
                groups,
                channels);
    }

    private static Channel at(Channel channel, int unit) {
        return new Channel(
                channel.id(),
                unit,
                channel.name(),
                channel.siteId(),
                channel.times(),
                channel.rules(),
                channel.access());
    }
}
