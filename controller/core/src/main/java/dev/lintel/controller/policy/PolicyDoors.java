package dev.lintel.controller.policy;

import dev.lintel.controller.action.Action;
import dev.lintel.controller.policy.Policy.Account;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.Policy.Site;
import dev.lintel.controller.yaml.Checked;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A policy with one thing about its doors or its place changed, as installers do it. Pure: applying it is
/// [PolicyCatalog#apply]'s.
public final class PolicyDoors {
    private PolicyDoors() {}

    /// The channel of this box that has `unit`; null when none has.
    public static @Nullable Channel of(Policy policy, int unit) {
        for (Channel channel : policy.channels()) {
            if (channel.unit() == unit && channel.box() == null) return channel;
        }
        return null;
    }

    /// With the channel of `unit` called `name`; a unit that has none gets one on the first site, with the usual times.
    public static Policy named(Policy policy, int unit, String name) {
        var channels = new ArrayList<>(policy.channels());
        Channel known = of(policy, unit);
        if (known != null) {
            channels.remove(known);
            channels.add(new Channel(
                    known.id(), unit, name, known.siteId(), known.times(), known.rules(), known.access(), null));
        } else {
            long id = channels.stream().mapToLong(Channel::id).max().orElse(0) + 1;
            channels.add(new Channel(id, unit, name, policy.sites().getFirst().id(), FirstSite.TIMES));
        }
        return with(policy, policy.account(), policy.sites(), policy.roles(), channels);
    }

    /// Without the channel of `unit`, in roles as well.
    public static Policy without(Policy policy, int unit) {
        Channel gone = of(policy, unit);
        if (gone == null) return policy;
        List<Role> roles = policy.roles().stream()
                .map(role -> {
                    List<Long> left = role.channels().stream()
                            .filter(id -> id != gone.id())
                            .toList();
                    return role.of(left);
                })
                .toList();
        List<Channel> channels = policy.channels().stream()
                .filter(channel -> channel.id() != gone.id())
                .toList();
        List<Action> actions = PolicyActions.without(policy.actions(), gone.id());
        return with(with(policy, policy.account(), policy.sites(), roles, channels), actions);
    }

    /// With this account's and first site's name, and their zone.
    public static Policy placed(Policy policy, String account, String site, String zone) {
        Account before = policy.account();
        Account after = before == null
                ? new Account(account, zone)
                : new Account(account, zone, before.groupReservationMax(), before.pins());
        var sites = new ArrayList<>(policy.sites());
        Site first = sites.removeFirst();
        sites.add(new Site(first.id(), site, zone, first.notes()));
        return with(policy, after, sites, policy.roles(), policy.channels());
    }

    /// The faults that `site.yaml` would be refused for if it said this, in sentences; empty when there is none. Names
    /// that an earlier version accepted do not block a form that changes something else.
    public static List<String> faults(Policy policy) {
        return switch (SiteFile.told("site.yaml", policy.toText()).policy()) {
            case Checked.Valid<Policy> _ -> List.of();
            case Checked.Faulty<Policy>(var faults) ->
                faults.stream()
                        .map(fault -> fault.key() + ": " + fault.sentence())
                        .toList();
        };
    }

    private static Policy with(
            Policy policy, @Nullable Account account, List<Site> sites, List<Role> roles, List<Channel> channels) {
        return new Policy(
                account,
                sites,
                policy.credentialTypes(),
                policy.holidays(),
                policy.shifts(),
                roles,
                policy.groups(),
                channels,
                AreaSections.of(policy.areas(), channels),
                policy.actions());
    }

    private static Policy with(Policy policy, List<Action> actions) {
        return new Policy(
                policy.account(),
                policy.sites(),
                policy.credentialTypes(),
                policy.holidays(),
                policy.shifts(),
                policy.roles(),
                policy.groups(),
                policy.channels(),
                policy.areas(),
                actions);
    }
}
