package dev.lintel.controller.access;

import dev.lintel.controller.access.Company.Need;
import dev.lintel.controller.access.RoleRules.Escort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Finds the other people that a person needs, from the roles that are valid at the door. Made for one decision.
final class CompanyRule {
    private final AccessPolicy policy;
    private final ChannelAccess access;
    private boolean host;
    private boolean doubleTap;
    /// At an elevator: the floors that the person reaches together with a host only.
    private final List<Long> withHost = new ArrayList<>();

    CompanyRule(AccessPolicy policy, ChannelAccess access) {
        this.policy = policy;
        this.access = access;
    }

    /// The same rights; one that needs no host goes before one that does.
    List<Right> aloneFirst(List<Right> held) {
        if (find(held, 0, this::needsHost) < 0) return held;
        var sorted = new ArrayList<>(held);
        sorted.sort(Comparator.comparing(this::needsHost));
        return sorted;
    }

    /// Notes what the roles that are valid now allow in addition to `right`, the one that admits.
    void note(List<Right> held, RightChoice.Times times, @Nullable Right right) {
        if (right != null && needsHost(right)) withHost.add(times.channelId());
        host |= holds(held, times, rules -> rules.escort() == Escort.HOST);
        doubleTap |= access.doubleTap() != null && holds(held, times, RoleRules::doubleTap);
    }

    private boolean holds(List<Right> held, RightChoice.Times times, Predicate<RoleRules> wanted) {
        int first = find(held, 0, one -> wanted.test(rules(one)));
        if (first < 0) return false; // as for most people
        var some = new ArrayList<Right>();
        for (int at = first; at >= 0; at = find(held, at + 1, one -> wanted.test(rules(one)))) some.add(held.get(at));
        return RightChoice.choose(some, times).reason() == null;
    }

    /// The index of the first right from `from` on that is `wanted`, or -1. A stream takes several times as long in the
    /// compiler that a board uses.
    private static int find(List<Right> rights, int from, Predicate<Right> wanted) {
        for (int at = from; at < rights.size(); at++) if (wanted.test(rights.get(at))) return at;
        return -1;
    }

    /// `alone`: the person leaves, or may enter alone whatever the rules are. `right`: the one that admits. `asks`:
    /// whether the door asks an operator now; that operator sees a visitor in place of a host. `group`: whether the
    /// minimum of an area takes more people.
    Company company(boolean alone, @Nullable Right right, boolean asks, boolean group) {
        return new Company(need(alone, right, asks, group), host, doubleTap);
    }

    private Need need(boolean alone, @Nullable Right right, boolean asks, boolean group) {
        if (!alone && asks) return Need.OPERATOR;
        if (!alone && right != null && needsHost(right)) return Need.HOST;
        if (!alone && access.twoPerson()) return Need.PERSON;
        return group ? Need.GROUP : Need.NONE;
    }

    /// Whether the right of `outcome` admits as well as that of `best`, and needs no host where that one does.
    boolean isBetter(RightChoice.Outcome outcome, RightChoice.Outcome best) {
        Right one = outcome.right();
        Right other = best.right();
        boolean isAsGood = outcome.reason() == null && best.reason() == null && outcome.waived() == best.waived();
        return isAsGood && one != null && other != null && needsHost(other) && !needsHost(one);
    }

    /// The floors of an elevator that the person reaches. A person without a host does not reach floors that need
    /// one.
    List<Long> floors(List<Long> permitted, boolean alone, Company with) {
        if (withHost.isEmpty() || alone || with.need() == Need.HOST || with.need() == Need.OPERATOR) return permitted;
        return permitted.stream().filter(floor -> !withHost.contains(floor)).toList();
    }

    private boolean needsHost(Right right) {
        return rules(right).escort() == Escort.REQUIRED;
    }

    private RoleRules rules(Right right) {
        return right.roleId() == null ? RoleRules.PLAIN : policy.role(right.roleId());
    }
}
