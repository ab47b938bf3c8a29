package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.RoleRules;
import dev.lintel.controller.policy.Item.Entity;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SitePlanTest {
    private static final Policy DEMO = FirstSite.demo().policy();
    private static final Standing STANDING = new Standing(
            DEMO,
            Map.of(Entity.GROUP, Map.of(2L, 14L), Entity.ROLE, Map.of(1L, 1L)),
            Map.of(Entity.GROUP, Map.of(2L, 1L), Entity.CHANNEL, Map.of(2L, 3L)),
            Map.of(1L, 5L));

    @Test
    void aPlanTellsWhatItCreatesChangesAndRemoves() {
        Policy wanted = with(
                List.of(new Role(1, "Always", null, List.of(1L), "")),
                List.of(
                        new Group(1, "Everybody", List.of(1L), false, ""),
                        new Group(3, "Guests", List.of(), false, "")));
        assertThat(SitePlan.of(STANDING, wanted).changes())
                .extracting(Change::toString)
                .containsExactly(
                        "changes role 1 Always: channels [1, 2] → [1]",
                        "changes group 1 Everybody: name Staff → Everybody",
                        "creates group 3 Guests",
                        "removes group 2 Contractors, held by 14 people who lose it for good, in 1 reservation",
                        "removes role 2 Office hours");
    }

    @Test
    void aRoleThatOnePersonHoldsSaysSo() {
        SitePlan plan = SitePlan.of(STANDING, with(List.of(), List.of()));
        assertThat(plan.changes())
                .extracting(Change::toString)
                .contains("removes role 1 Always, held by 1 person who loses it for good");
        assertThat(plan.refusals()).isEmpty();
    }

    @Test
    void doorsThatComeGoOrMoveNeedARestartAndOtherChangesDoNot() {
        var front = DEMO.channels().getFirst();
        var back = DEMO.channels().getLast();
        var moved = new Policy.Channel(front.id(), 3, front.name(), front.siteId(), front.times());
        var renamed = new Policy.Channel(front.id(), front.unit(), "Main Door", front.siteId(), front.times());
        assertThat(SitePlan.of(STANDING, withChannels(List.of(moved, back))).needsRestart())
                .isTrue();
        SitePlan removed = SitePlan.of(STANDING, withChannels(List.of(front)));
        assertThat(removed.needsRestart()).isTrue();
        assertThat(removed.changes()).hasToString("[removes channel 2 Back Door, in 3 reservations]");
        assertThat(SitePlan.of(STANDING, withChannels(List.of(renamed, back))).needsRestart())
                .isFalse();
    }

    @Test
    void doorsOfOtherBoxesNeedNoRestartHere() {
        var front = DEMO.channels().getFirst();
        var back = DEMO.channels().getLast();
        var away = withChannels(List.of(front, back.at("Lab")));
        SitePlan given = SitePlan.of(STANDING, away);
        assertThat(given.changes()).hasToString("[changes channel 2 Back Door: box nothing → Lab]");
        assertThat(given.needsRestart()).isTrue();
        var there = Standing.alone(away);
        var moved = new Policy.Channel(2, 9, "Back Door", 1, back.times()).at("Lab");
        assertThat(SitePlan.of(there, withChannels(List.of(front, moved))).needsRestart())
                .isFalse();
        assertThat(SitePlan.of(there, withChannels(List.of(front, back.at("Shed"))))
                        .needsRestart())
                .isFalse();
        assertThat(SitePlan.of(there, withChannels(List.of(front))).needsRestart())
                .isFalse();
        assertThat(SitePlan.of(Standing.alone(withChannels(List.of(front))), away)
                        .needsRestart())
                .isFalse();
        assertThat(SitePlan.of(there, DEMO).needsRestart()).isTrue();
    }

    @Test
    void aRolesLimitWithoutContactIsTold() {
        var limited = new Role(1, "Always", null, List.of(1L, 2L), "", Duration.ofDays(30));
        Policy wanted = with(List.of(limited, DEMO.roles().getLast()), DEMO.groups());
        assertThat(SitePlan.of(Standing.alone(DEMO), wanted).changes())
                .hasToString("[changes role 1 Always: max_stale nothing → 30d]");
        assertThat(SiteExport.write(wanted)).contains("channels: [1, 2], max_stale: 30d}");
    }

    @Test
    void aRolesThreatLevelIsPlannedAndExported() {
        var rules = new RoleRules(RoleRules.Escort.NONE, false, 2);
        var limited = new Role(1, "Always", null, List.of(1L, 2L), "", null, rules);
        Policy wanted = with(List.of(limited, DEMO.roles().getLast()), DEMO.groups());
        assertThat(SitePlan.of(Standing.alone(DEMO), wanted).changes())
                .hasToString("[changes role 1 Always: threat_level_max nothing → 2]");
        assertThat(SiteExport.write(wanted)).contains("channels: [1, 2], threat_level_max: 2}");
        assertThat(SiteFileTest.valid(SiteExport.write(wanted))).isEqualTo(wanted);
    }

    private static Policy withChannels(List<Policy.Channel> channels) {
        return new Policy(
                DEMO.account(),
                DEMO.sites(),
                DEMO.credentialTypes(),
                DEMO.holidays(),
                DEMO.shifts(),
                DEMO.roles(),
                DEMO.groups(),
                channels);
    }

    @Test
    void aPlanTellsOfHolidaysByNameAndOfShiftsThatNameThem() {
        Policy before = SiteFileTest.valid(SiteFileTest.SITE);
        Policy after =
                SiteFileTest.valid(SiteFileTest.SITE.replace("shifts:", """
                        holidays:
                          - {name: fair, date: 2027-05-04, repeat: once}
                          - {name: christmas, date: 2026-12-25, repeat: yearly}
                          - {name: fair, date: 2026-05-03}
                        shifts:""").replace("\"17:00\"}]\n", """
                        "17:00"}]
                            holidays:
                              fair: [{from: "20:00", to: "02:00"}, {from: "9:00", to: "10:00"}]
                              christmas: closed
                        """));
        assertThat(SitePlan.of(Standing.alone(before), after).changes())
                .extracting(Change::toString)
                .containsExactly(
                        "creates holiday christmas",
                        "creates holiday fair",
                        "changes shift 1 Office hours: holidays as other days → "
                                + "christmas closed, fair 20:00-02:00 and 09:00-10:00");
        assertThat(SitePlan.of(Standing.alone(after), before).changes())
                .extracting(Change::toString)
                .contains("removes holiday fair", "removes holiday christmas");
        assertThat(after.holidays())
                .containsExactly(
                        new Holiday("christmas", LocalDate.parse("2026-12-25"), true),
                        new Holiday("fair", LocalDate.parse("2026-05-03"), false),
                        new Holiday("fair", LocalDate.parse("2027-05-04"), false));
    }

    @Test
    void aCredentialTypeInUseIsNeitherRemovedNorGivenAnotherCode() {
        var types = FirstSite.credentialTypes();
        Policy without = withTypes(types.subList(1, 6));
        assertThat(SitePlan.of(STANDING, without).refusals())
                .containsExactly("credential type 1 Card cannot be removed: 5 credentials are of this type");
        var card = new Policy.CredentialType(1, "Card", "credentials_number", 203, null);
        Policy recoded = withTypes(List.of(card));
        assertThat(SitePlan.of(STANDING, recoded).refusals())
                .containsExactly("credential type 1 Card cannot change its code from 200 to 203: "
                        + "5 credentials are of this type");
        assertThat(SitePlan.of(Standing.alone(DEMO), recoded).refusals()).isEmpty();
    }

    @Test
    void aChangeAsATreeHasItsKeysOldAndNew() {
        Policy wanted = with(
                List.of(
                        new Role(1, "Always", 1L, List.of(1L, 2L), ""),
                        DEMO.roles().get(1)),
                DEMO.groups());
        assertThat(SitePlan.of(STANDING, wanted).changes().getFirst().toTree())
                .containsEntry("change", "changes")
                .containsEntry("what", "role")
                .containsEntry("differences", List.of(Map.of("key", "shift", "old", "always", "new", "1")));
    }

    @Property(tries = 300)
    void whatIsExportedReadsBackTheSame(@ForAll long seed) {
        Policy policy = Policies.of(seed);
        assertThat(SiteFileTest.valid(SiteExport.write(policy))).isEqualTo(policy);
    }

    @Property(tries = 100)
    void thePlanOfAnExportIsEmpty(@ForAll long seed) {
        Policy policy = Policies.of(seed);
        Policy again = SiteFileTest.valid(SiteExport.write(policy));
        assertThat(SitePlan.of(Standing.alone(policy), again).isEmpty()).isTrue();
    }

    @Property(tries = 300)
    void policiesThatDifferHaveAPlan(@ForAll long one, @ForAll long other) {
        Policy before = Policies.of(one);
        Policy after = Policies.of(other);
        SitePlan plan = SitePlan.of(Standing.alone(before), after);
        assertThat(plan.isEmpty()).isEqualTo(before.equals(after));
    }

    @Test
    void aSnapshotJudgesAShiftByTheZoneOfTheChannelsSite() {
        Policy demo = FirstSite.demo().policy();
        var sites = List.of(new Policy.Site(1, "Tokyo", "Asia/Tokyo", ""));
        var policy = new Policy(
                demo.account(),
                sites,
                demo.credentialTypes(),
                demo.holidays(),
                demo.shifts(),
                demo.roles(),
                demo.groups(),
                demo.channels());
        PolicySnapshot snapshot = PolicySnapshot.of(policy);
        assertThat(snapshot.covers(1, 1, Instant.parse("2026-01-05T00:30:00Z"))).isTrue(); // 09:30 in Tokyo
        assertThat(snapshot.covers(1, 1, Instant.parse("2026-01-05T09:30:00Z"))).isFalse();
        assertThat(snapshot.covers(9, 1, Instant.parse("2026-01-05T00:30:00Z"))).isFalse();
        assertThat(snapshot.covers(1, 9, Instant.parse("2026-01-05T00:30:00Z"))).isFalse();
        assertThat(snapshot.accountZone()).isEqualTo(ZoneId.of("UTC"));
        assertThat(snapshot.doors()).hasSize(2).first().isEqualTo(snapshot.door(1));
        assertThat(snapshot.door(9)).isNull();
    }

    private static Policy with(List<Role> roles, List<Group> groups) {
        return new Policy(
                DEMO.account(),
                DEMO.sites(),
                DEMO.credentialTypes(),
                DEMO.holidays(),
                DEMO.shifts(),
                roles,
                groups,
                DEMO.channels());
    }

    private static Policy withTypes(List<Policy.CredentialType> types) {
        return new Policy(
                DEMO.account(),
                DEMO.sites(),
                types,
                DEMO.holidays(),
                DEMO.shifts(),
                DEMO.roles(),
                DEMO.groups(),
                DEMO.channels());
    }
}
