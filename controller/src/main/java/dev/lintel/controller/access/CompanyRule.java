package dev.lintel.controller.access;

import dev.lintel.controller.access.Company.Need;
import dev.lintel.controller.access.RoleRules.Escort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// With whom a person enters, from the roles that hold at the door. Made for one decision.
final class CompanyRule {
    private final AccessPolicy policy;
    private final ChannelAccess access;
    private boolean host;
    private boolean doubleTap;

    CompanyRule(AccessPolicy policy, ChannelAccess access) {
        this.policy = policy;
        this.access = access;
    }

    /// The same rights; one that needs no host goes before one that does.
    List<Right> aloneFirst(List<Right> held) {
        if (held.stream().noneMatch(this::needsHost)) return held;
        var sorted = new ArrayList<>(held);
        sorted.sort(Comparator.comparing(this::needsHost));
        return sorted;
    }

    /// Notes what the roles that hold now allow beside the one that admits.
    void note(List<Right> held, RightChoice.Times times) {
        host |= holds(held, times, rules -> rules.escort() == Escort.HOST);
        doubleTap |= access.doubleTap() != null && holds(held, times, RoleRules::doubleTap);
    }

    private boolean holds(List<Right> held, RightChoice.Times times, Predicate<RoleRules> wanted) {
        List<Right> some = held.stream().filter(one -> wanted.test(rules(one))).toList();
        return !some.isEmpty() && RightChoice.choose(some, times).reason() == null;
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

    private boolean needsHost(Right right) {
        return rules(right).escort() == Escort.REQUIRED;
    }

    private RoleRules rules(Right right) {
        return right.roleId() == null ? RoleRules.PLAIN : policy.role(right.roleId());
    }
}
