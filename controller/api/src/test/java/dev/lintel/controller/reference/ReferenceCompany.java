package dev.lintel.controller.reference;

import dev.lintel.controller.reference.Answer.Company;
import dev.lintel.controller.reference.HeldRights.Held;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The other people that a person needs, for [ReferenceDecision].
///
/// @param held the rights of the person at the door, or at the floors of the elevator
/// @param rule of the door
/// @param asks whether an operator is asked now
record ReferenceCompany(HeldRights held, World.Company rule, boolean asks) {
    private static final String LEVEL = "threat_level";

    /// `alone`: the person enters alone whatever the rules are.
    Company of(boolean alone) {
        String need = "none";
        if (!alone) need = asks ? "operator" : held.needsHost() ? "host" : rule.two() ? "person" : "none";
        return new Company(need, any(World.Role::isHost), rule.tap() && any(World.Role::tap));
    }

    /// As [#of]; `gathers`: the minimum of an area takes more people.
    Company of(boolean alone, boolean gathers) {
        Company company = of(alone);
        boolean group = gathers && company.need().equals("none");
        return group ? new Company("group", company.host(), company.tap()) : company;
    }

    /// The floors that the person reaches. A person who enters without a host does not reach floors that need one.
    List<Long> floors(boolean alone) {
        List<Long> all = held.floors();
        String need = of(alone).need();
        if (alone || need.equals("host") || need.equals("operator")) return all;
        return all.stream().filter(floor -> !held.at(floor).needsHost()).toList();
    }

    /// A role that holds says so. Where some role is valid at the threat level only such roles count.
    private boolean any(Predicate<World.Role> says) {
        Set<Long> doors = new TreeSet<>(held.floors());
        for (long door : doors) {
            List<Held> holding =
                    held.at(door).all().stream().filter(Held::holds).toList();
            boolean atLevel = holding.stream().anyMatch(one -> !one.waived().contains(LEVEL));
            for (Held one : holding) {
                boolean counts = !atLevel || !one.waived().contains(LEVEL);
                if (counts && one.role() != null && says.test(one.role())) return true;
            }
        }
        return false;
    }
}
