package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupNamesTest {
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            channels: [{id: 1, unit: 1, name: Door, site: 1}]
            roles: [{id: 1, name: "%s", channels: [1]}]
            groups:
              - {id: 1, name: Müller, roles: [1]}
              - {id: 2, name: "%s", roles: []}
            """;

    private static SiteFile.Read read(String role, String group) {
        return SiteFile.read("site.yaml", SITE.formatted(role, group));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Müller", "MÜLLER", " müller\u00A0", "Mu\u0308ller", "Mül\u200Dler"})
    void aNameThatPeopleReadAsAnotherIsAWarningWithBothLines(String name) {
        SiteFile.Read read = read("Staff", name);
        assertThat(read.policy()).isInstanceOf(Checked.Valid.class);
        assertThat(read.warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.line() + " " + warning.key()).isEqualTo("7 groups[1].name");
            assertThat(warning.sentence())
                    .startsWith("'" + name + "' of group 2 is read as 'Müller' of group 1 in line 6");
        });
        assertThat(read("Staff", "Müller 2").warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"St\u00ADaff", "Staff\u200B", "\u202EStaff", "Staff\uFEFF"})
    void aCharacterThatNobodySeesIsRefusedWithItsLine(String name) {
        assertThat(faults(read(name, "Staff"))).containsExactly("4 roles[0].name");
        assertThat(faults(read("Staff", name))).containsExactly("7 groups[1].name");
    }

    private static Policy policy(String group) {
        if (!(read("Staff", group).policy() instanceof Checked.Valid<Policy>(Policy policy))) {
            throw new AssertionError(group);
        }
        return policy;
    }

    private static List<String> refusals(Policy current, Policy wanted) {
        return SitePlan.of(Standing.alone(current), wanted).refusals();
    }

    /// A right that is taken from one of them stays through the other.
    @Test
    void aNewPairThatDiffersInCaseAloneIsRefusedAndAnOldOneStays() {
        Policy apart = policy("Cleaners");
        Policy pair = policy("MÜLLER");
        assertThat(refusals(apart, pair))
                .as("by a new name")
                .singleElement()
                .asString()
                .startsWith("group 2 'MÜLLER' is read as group 1 'Müller'");
        assertThat(refusals(policy("Müller "), pair)).isEmpty();
        assertThat(refusals(pair, apart)).isEmpty();
        assertThat(refusals(pair, pair)).isEmpty();
    }

    private static List<String> faults(SiteFile.Read read) {
        if (!(read.policy() instanceof Checked.Faulty<Policy>(List<Fault> faults))) return List.of();
        return faults.stream().map(fault -> fault.line() + " " + fault.key()).toList();
    }

    /// A box continues to follow a hub of an earlier version, and forms change what they are for.
    @Test
    void namesOfAnEarlierVersionAreTakenFromAHubAndDoNotBlockForms() {
        SiteFile.Told told = SiteFile.told("hub", SITE.formatted("St\u00ADaff", "MÜLLER"));
        assertThat(told.passedOver()).isEmpty();
        if (!(told.policy() instanceof Checked.Valid<Policy>(Policy policy))) throw new AssertionError(told);
        assertThat(policy.groups()).hasSize(2);
        assertThat(PolicyDoors.faults(policy)).isEmpty();
    }
}
