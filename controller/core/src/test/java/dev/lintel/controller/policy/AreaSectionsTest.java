package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.AreaRule;
import dev.lintel.controller.policy.Policy.Channel;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `areas:` of `site.yaml`.
class AreaSectionsTest {
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            channels:
              - {id: 1, unit: 1, name: L, site: 1, passback: {mode: "off", from: street, to: lab, forgive_at: "04:00"}}
              - {id: 2, unit: 2, name: Vault, site: 1, passback: {mode: hard, from: lab, to: vault}}
              - {id: 3, unit: 1, box: Barn, name: Barn, site: 1, passback: {mode: hard, from: yard, to: barn}}
              - {id: 4, unit: 2, box: Barn, name: Loft, site: 1, passback: {mode: "off", to: loft}, approval: {}}
              - {id: 5, unit: 1, box: Shed, name: Shed, site: 1, passback: {mode: "off", from: loft, to: shed}}
            """;

    private static String with(String... areas) {
        var text = new StringBuilder(SITE).append("areas:\n");
        for (String area : areas) text.append("  - {").append(area).append("}\n");
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            name: hall, max: 2           | 10 areas[0].name: no channel of this file names the area 'hall' in passback
            name: lab                    | 10 areas[0]: has neither max nor min
            max: 2                       | 10 areas[0].name: is missing
            name: lab, max: 0            | areas[0].max: must be a whole number from 1 to 100000, not '0'
            name: lab, max: many         | areas[0].max: must be a whole number from 1 to 100000
            name: lab, min: 1            | areas[0].min: must be a whole number from 2 to 10, not '1'
            name: lab, min: 11           | areas[0].min: must be a whole number from 2 to 10, not '11'
            name: lab, max: 2, min: 3    | areas[0].min: is more than max, which is 2
            name: lab, max: 2, most: 3   | areas[0].most: is not a known key
            name: loft, max: 2           | areas[0].name: the area 'loft' is of channel 4 and of channel 5
            """)
    void aWrongAreaIsAFaultThatNamesLineAndKey(String area, String fault) {
        assertThat(SiteFileTest.faults(with(area)))
                .anySatisfy(one -> assertThat(one.line() + " " + one.key() + ": " + one.sentence())
                        .contains(fault));
    }

    @Test
    void anAreaIsThereOnce() {
        assertThat(SiteFileTest.faults(with("name: lab, max: 2", "name: lab, min: 2")))
                .singleElement()
                .satisfies(fault -> {
                    assertThat(fault.line()).isEqualTo(11);
                    assertThat(fault.key()).isEqualTo("areas[1].name");
                });
    }

    @Test
    void minimumBesideApproval_isAFault() {
        String site = SITE.replace(
                "name: Shed, site: 1, passback: {mode: \"off\", from: loft",
                "name: Shed, site: 1," + " passback: {mode: \"off\", from: attic");
        assertThat(SiteFileTest.faults(site + "areas:\n  - {name: loft, min: 2}\n"))
                .singleElement()
                .satisfies(fault -> assertThat(fault.sentence()).contains("channel 4", "approval"));
        assertThat(SiteFileTest.valid(site + "areas:\n  - {name: loft, max: 2}\n")
                        .areas())
                .hasSize(1);
    }

    @Test
    void areasAreExportedPlannedAndRemoved() {
        Policy none = SiteFileTest.valid(SITE);
        assertThat(none.toText()).as("an older box refuses the key").doesNotContain("areas");
        Policy some = SiteFileTest.valid(with("name: vault, min: 2", "name: lab, max: 12, min: 2"));
        assertThat(some.areas()).containsExactly(new AreaLimit("lab", 12, 2), new AreaLimit("vault", null, 2));
        assertThat(SiteFileTest.valid(some.toText())).isEqualTo(some);
        Policy other = SiteFileTest.valid(with("name: vault, min: 2", "name: lab, max: 11"));
        assertThat(SitePlan.of(Standing.alone(none), some).changes())
                .hasToString("[creates area lab: max 12, min 2, creates area vault: min 2]");
        assertThat(SitePlan.of(Standing.alone(some), other).changes())
                .hasToString("[changes area lab: max 12 → 11, min 2 → nothing]");
        assertThat(SitePlan.of(Standing.alone(some), none).changes())
                .hasToString("[removes area vault, removes area lab]");
        assertThat(SitePlan.of(Standing.alone(some), some).isEmpty()).isTrue();
    }

    @Test
    void aBoxGetsTheAreasOfItsChannels() {
        Policy hub = SiteFileTest.valid(with("name: lab, max: 3", "name: barn, max: 4"));
        Policy barn = hub.forBox("Barn");
        assertThat(barn.areas()).containsExactly(new AreaLimit("barn", 4, null));
        assertThat(SiteFileTest.valid(barn.toText())).isEqualTo(barn);
        assertThat(hub.everythingFor("Barn", "Hub").areas()).isEqualTo(hub.areas());
        assertThat(PolicySnapshot.of(hub).countedAreas())
                .extracting(AreaRule::name)
                .as("each box counts for itself")
                .containsExactly("lab");
        assertThat(PolicySnapshot.of(barn).countedAreas())
                .extracting(AreaRule::name)
                .containsExactly("barn");
    }

    @Test
    void aRuleHasTheConnectedAreasAndWhenPlacesAreForgotten() {
        AreaRule lab = Objects.requireNonNull(
                PolicySnapshot.of(SiteFileTest.valid(with("name: lab, max: 3"))).area("lab"));
        assertThat(lab.connected().areas()).containsExactlyInAnyOrder("street", "lab", "vault");
        assertThat(lab.forgottenBefore(Instant.parse("2026-03-02T04:00:00Z")))
                .isEqualTo(Instant.parse("2026-03-02T04:00:00Z"));
        assertThat(lab.forgottenBefore(Instant.parse("2026-03-02T03:59:59Z")))
                .isEqualTo(Instant.parse("2026-03-01T04:00:00Z"));
    }

    @Test
    void anAreaWithoutChannelsGoesWithTheLast() {
        Policy some = SiteFileTest.valid(with("name: vault, min: 2", "name: lab, max: 12"));
        List<Channel> kept =
                some.channels().stream().filter(channel -> channel.id() != 2).toList();
        assertThat(AreaSections.of(some.areas(), kept)).containsExactly(new AreaLimit("lab", 12, null));
    }
}
