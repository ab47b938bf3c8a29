package dev.lintel.controller.policy;

import dev.lintel.controller.action.Action;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.Policy.Site;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Cuts a hub's policy to what one box gets. What is left refers to nothing that was cut: it is a whole policy. Pure.
///
/// ```
///   channels of the box <-- roles with any of them <-- groups with any of those
///        |
///        |--> limits of their areas
///        '--> their sites             all shifts (a door may be told to unlock by any), holidays and credential types
/// ```
final class BoxPolicy {
    private BoxPolicy() {}

    static Policy of(Policy policy, String box) {
        List<Channel> channels = policy.channels().stream()
                .filter(channel -> box.equals(channel.box()))
                .map(channel -> channel.at(null))
                .toList();
        Set<Long> channelIds = channels.stream().map(Channel::id).collect(Collectors.toSet());
        List<Role> roles = roles(policy, channelIds);
        Set<Long> roleIds = roles.stream().map(Role::id).collect(Collectors.toSet());
        return new Policy(
                policy.account(),
                sites(policy, channels),
                policy.credentialTypes(),
                policy.holidays(),
                policy.shifts(),
                roles,
                groups(policy, roleIds),
                channels,
                AreaSections.of(policy.areas(), channels),
                PolicyActions.of(policy.actions(), channelIds, box));
    }

    static Policy everything(Policy policy, String box, String hub) {
        String hubName = free(policy, box, BoxName.like(hub));
        List<Channel> channels = policy.channels().stream()
                .map(channel -> {
                    if (channel.box() == null) return channel.at(hubName);
                    return box.equals(channel.box()) ? channel.at(null) : channel;
                })
                .toList();
        return new Policy(
                policy.account(),
                policy.sites(),
                policy.credentialTypes(),
                policy.holidays(),
                policy.shifts(),
                policy.roles(),
                policy.groups(),
                channels,
                policy.areas(),
                policy.actions().stream()
                        .map(action -> everywhere(action, box, hubName))
                        .toList());
    }

    /// An action without a channel hangs on a box as a channel does; the others hang on that of their channels.
    private static Action everywhere(Action action, String box, String hubName) {
        boolean hasChannel = !action.when().channelIds().isEmpty()
                || !action.orderedChannels().isEmpty();
        if (hasChannel) return action.at(null);
        if (action.box() == null) return action.at(hubName);
        return box.equals(action.box()) ? action.at(null) : action;
    }

    /// `name`, or what is most like it that no box has: a hub may be called as one of them, and units are each box's
    /// own.
    private static String free(Policy policy, String box, String name) {
        Set<String> taken = new HashSet<>();
        taken.add(box);
        for (Channel channel : policy.channels()) if (channel.box() != null) taken.add(channel.box());
        for (Action action : policy.actions()) if (action.box() != null) taken.add(action.box());
        String free = name;
        for (int i = 2; taken.contains(free); i++) {
            String end = " hub " + i;
            free = name.substring(0, Math.min(name.length(), BoxName.MAX - end.length())) + end;
        }
        return free;
    }

    private static List<Role> roles(Policy policy, Set<Long> channelIds) {
        var roles = new ArrayList<Role>();
        for (Role r : policy.roles()) {
            List<Long> kept = r.channels().stream().filter(channelIds::contains).toList();
            if (kept.isEmpty()) continue;
            roles.add(r.of(kept));
        }
        return roles;
    }

    private static List<Group> groups(Policy policy, Set<Long> roleIds) {
        var groups = new ArrayList<Group>();
        for (Group g : policy.groups()) {
            List<Long> kept = g.roles().stream().filter(roleIds::contains).toList();
            if (!kept.isEmpty()) groups.add(new Group(g.id(), g.name(), kept, g.globalAcrossSites(), g.notes()));
        }
        return groups;
    }

    /// Where the box has no channels yet all of them: a policy has at least one site.
    private static List<Site> sites(Policy policy, List<Channel> channels) {
        Set<Long> ids = channels.stream().map(Channel::siteId).collect(Collectors.toSet());
        if (ids.isEmpty()) return policy.sites();
        return policy.sites().stream().filter(site -> ids.contains(site.id())).toList();
    }
}
