package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/// What one box gets of a hub's policy.
class BoxPolicyTest {
    private static final String HUB = """
            account: {name: A, time_zone: UTC}
            sites:
              - {id: 1, name: Head office, time_zone: UTC}
              - {id: 2, name: Yard, time_zone: Europe/London}
            holidays: [{name: fair, date: 2026-05-04}]
            shifts:
              - {id: 1, name: Of a role, times: []}
              - {id: 2, name: Of a reader, times: []}
              - {id: 3, name: Of a door, times: []}
              - {id: 4, name: Of the hub, times: []}
            roles:
              - {id: 1, name: Everywhere, shift: 1, channels: [1, 2, 3, 4], max_stale: 30d}
              - {id: 2, name: Hub, shift: 4, channels: [1]}
              - {id: 3, name: Nothing, channels: []}
              - {id: 4, name: Lab, channels: [3]}
            groups:
              - {id: 1, name: Staff, roles: [1, 2]}
              - {id: 2, name: Porters, roles: [2]}
              - {id: 3, name: Chemists, roles: [2, 4], global_across_sites: true}
              - {id: 4, name: None, roles: []}
            channels:
              - {id: 1, unit: 1, name: Front, site: 1, auto_unlock: {shift: 4}}
              - {id: 2, unit: 1, box: Lab, name: Lab in, site: 2, credentials: [{shift: 2, accept: [card]}]}
              - {id: 3, unit: 2, box: Lab, name: Lab out, site: 2, auto_unlock: {shift: 3}, interlock: [2]}
              - {id: 4, unit: 1, box: Shed, name: Shed, site: 1}
            """;

    @Test
    void aBoxGetsItsOwnChannelsAndWhatLeadsToThem() {
        Policy hub = SiteFileTest.valid(HUB);
        Policy lab = hub.forBox("Lab");
        assertThat(lab.channels()).extracting(Channel::id).containsExactly(2L, 3L);
        assertThat(lab.channels()).extracting(Channel::box).containsOnlyNulls();
        assertThat(lab.channels()).extracting(Channel::unit).containsExactly(1, 2);
        assertThat(lab.channels().getLast().rules().interlock()).containsExactly(2L);
        assertThat(lab.roles())
                .containsExactly(
                        new Role(1, "Everywhere", 1L, List.of(2L, 3L), "", Duration.ofDays(30)),
                        new Role(4, "Lab", null, List.of(3L), ""));
        assertThat(lab.groups())
                .containsExactly(
                        new Group(1, "Staff", List.of(1L), false, ""), new Group(3, "Chemists", List.of(4L), true, ""));
        assertThat(lab.shifts()).isEqualTo(hub.shifts()); // a door may be told to unlock by any
        assertThat(lab.sites()).extracting(Policy.Site::name).containsExactly("Yard");
        assertThat(lab.holidays()).isEqualTo(hub.holidays());
        assertThat(lab.credentialTypes()).isEqualTo(hub.credentialTypes());
        assertThat(lab.account()).isEqualTo(hub.account());
    }

    @Test
    void aBoxWithoutChannelsYetHasAllSitesAndOpensNothing() {
        Policy hub = SiteFileTest.valid(HUB);
        Policy none = hub.forBox("Not yet");
        assertThat(none.channels()).isEmpty();
        assertThat(none.roles()).isEmpty();
        assertThat(none.groups()).isEmpty();
        assertThat(none.sites()).isEqualTo(hub.sites());
        assertThat(SiteFileTest.valid(none.toText())).isEqualTo(none);
    }

    @Test
    void aBoxThatGetsEverythingKnowsWhichDoorsAreItsOwn() {
        Policy all = SiteFileTest.valid(HUB).everythingFor("Lab", "Head & office");
        assertThat(all.channels()).extracting(Channel::box).containsExactly("Head - office", null, null, "Shed");
        assertThat(all.roles()).hasSize(4);
        assertThat(PolicySnapshot.of(all).doors()).hasSize(2);
    }

    @Test
    void aHubThatIsCalledAsABoxGetsANameOfItsOwn() {
        Policy hub = SiteFileTest.valid(HUB);
        assertThat(hub.everythingFor("Lab", "Shed").channels().getFirst().box()).isEqualTo("Shed hub 2");
        assertThat(hub.everythingFor("Lab", "Lab").channels().getFirst().box()).isEqualTo("Lab hub 2");
    }

    @Property(tries = 300)
    void whatABoxGetsIsAWholePolicyAndAllBoxesTogetherAreAllChannels(@ForAll long seed) {
        Policy hub = Policies.of(seed);
        var seen = new TreeSet<Long>();
        var boxes = new TreeSet<String>();
        for (Channel channel : hub.channels()) if (channel.box() != null) boxes.add(channel.box());
        boxes.add("nobody's");
        for (String box : boxes) {
            Policy own = hub.forBox(box);
            assertThat(SiteFileTest.valid(own.toText())).isEqualTo(own);
            for (Channel channel : own.channels())
                assertThat(seen.add(channel.id())).isTrue();
            Policy all = hub.everythingFor(box, "12");
            assertThat(SiteFileTest.valid(all.toText())).isEqualTo(all);
            assertThat(PolicySnapshot.of(all).doors())
                    .isEqualTo(PolicySnapshot.of(own).doors());
            assertThat(all.roles()).isEqualTo(hub.roles());
        }
        long here = hub.channels().stream().filter(c -> Objects.isNull(c.box())).count();
        assertThat(seen.size() + here).isEqualTo(hub.channels().size());
    }
}
