package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.PolicyPasses.Hours;
import dev.lintel.controller.policy.PolicyPasses.Pass;
import dev.lintel.controller.policy.PolicyPasses.Wish;
import dev.lintel.controller.policy.Shift.Range;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PolicyPassesTest {
    private static final Policy BARE = FirstSite.bare("North", List.of(1, 2)).policy();
    private static final Policy DEMO = FirstSite.demo().policy();

    private static Policy with(Policy policy, Wish wish) {
        return PolicyPasses.with(policy, wish, Set.of());
    }

    private static List<Pass> of(Policy policy) {
        return PolicyPasses.of(policy, Set.of());
    }

    private static Policy always(Policy policy, String group, Long... doors) {
        return with(policy, new Wish(group, 0, Set.of(doors), false, Hours.ALWAYS));
    }

    private static List<String> words(Policy policy) {
        return of(policy).stream().map(PolicyPassesTest::words).toList();
    }

    private static String words(Pass pass) {
        Shift shift = pass.shift();
        return pass.group().name() + " by " + pass.role().name() + ": "
                + String.join(", ", pass.doors().stream().map(Channel::name).toList())
                + (shift == null ? "" : " " + shift.name());
    }

    private static Policy withRoles(Policy policy, List<Role> roles, List<Group> groups, List<Channel> channels) {
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

    @Test
    void aGroupNameThatDiffersOnlyInCaseIsTheSameGroup() {
        Policy first = always(BARE, "Ärzte", 1L);
        Policy second = always(first, "ÄRZTE", 2L);
        assertThat(second.groups().stream().map(Group::name)).containsExactly("Ärzte");
        assertThat(of(second))
                .singleElement()
                .satisfies(
                        pass -> assertThat(pass.doors()).extracting(Channel::id).containsExactly(2L));
        Group other = new Group(9, "ÄRZTE", List.of(), false, "");
        Policy both = withRoles(
                first,
                first.roles(),
                java.util.stream.Stream.concat(first.groups().stream(), java.util.stream.Stream.of(other))
                        .toList(),
                first.channels());
        assertThat(PolicyPasses.find(both, "ÄRZTE"))
                .as("of two the one that is written so")
                .isEqualTo(other);
        assertThat(PolicyPasses.find(both, "Zahnärzte")).isNull();
    }

    @Test
    void onABareSiteNobodyPassesUntilAGroupDoes() {
        assertThat(PolicyPasses.barred(BARE)).extracting(Channel::name).containsExactly("Door 1", "Door 2");
        Policy passed = always(BARE, "Staff", 1L);
        assertThat(words(passed)).containsExactly("Staff by Staff: Door 1");
        assertThat(PolicyPasses.barred(passed)).extracting(Channel::name).containsExactly("Door 2");
        assertThat(PolicyDoors.faults(passed)).isEmpty();
    }

    @Test
    void theSameGroupAtTheSameHoursIsChangedAndAtOthersGetsMore() {
        Policy once = always(BARE, "Staff", 1L);
        assertThat(words(always(once, "Staff", 1L, 2L))).containsExactly("Staff by Staff: Door 1, Door 2");
        var hours = new Range(EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY), 8 * 60, 18 * 60);
        Policy both = with(once, new Wish("Staff", 0, Set.of(2L), false, new Hours(null, hours)));
        assertThat(words(both))
                .containsExactly(
                        "Staff by Staff: Door 1", "Staff by Staff, mon-fri 08:00-18:00: Door 2 mon-fri 08:00-18:00");
        Policy again = with(both, new Wish("Guests", 0, Set.of(1L), false, new Hours(null, hours)));
        assertThat(again.shifts()).as("one that says the same is there").hasSize(1);
        assertThat(words(again)).contains("Guests by Guests, mon-fri 08:00-18:00: Door 1 mon-fri 08:00-18:00");
        assertThat(PolicyDoors.faults(again)).isEmpty();
    }

    @Test
    void aRoleThatWasChosenIsChangedWithItsHours() {
        Policy changed = with(DEMO, new Wish("Contractors", 2, Set.of(2L), false, Hours.ALWAYS));
        assertThat(changed.roles().getLast()).isEqualTo(new Role(2, "Office hours", null, List.of(2L), ""));
        assertThat(words(changed)).contains("Contractors by Office hours: Back Door");
    }

    /// Whoever shares it has not been asked.
    @Test
    void aRoleOfOtherGroupsStaysTheirs() {
        Policy shared = withRoles(
                DEMO,
                DEMO.roles(),
                List.of(new Group(1, "Staff", List.of(1L), false, ""), new Group(2, "Guests", List.of(1L), false, "")),
                DEMO.channels());
        assertThat(of(shared).getFirst().sharedWith()).containsExactly("Guests");
        Policy changed = with(shared, new Wish("Guests", 1, Set.of(2L), false, Hours.ALWAYS));
        assertThat(words(changed))
                .containsExactly("Staff by Always: Front Door, Back Door", "Guests by Guests: Back Door");
        Policy none = with(shared, new Wish("Guests", 1, Set.of(), false, Hours.ALWAYS));
        assertThat(words(none)).containsExactly("Staff by Always: Front Door, Back Door");
    }

    /// They are not in the group: they pass as before, neither more nor less.
    @Test
    void aRoleThatPeopleHoldThemselvesStaysTheirs() {
        Set<Long> personal = Set.of(1L);
        Policy once =
                withRoles(DEMO, DEMO.roles(), List.of(new Group(1, "Staff", List.of(1L), false, "")), DEMO.channels());
        assertThat(PolicyPasses.of(once, personal).getFirst().sharedWith()).containsExactly(PolicyPasses.PEOPLE);
        Role before = once.roles().getFirst();
        for (Set<Long> doors : List.of(Set.of(1L), Set.<Long>of())) {
            Policy changed = PolicyPasses.with(once, new Wish("Staff", 1, doors, false, Hours.ALWAYS), personal);
            assertThat(changed.roles()).contains(before);
            assertThat(changed.groups().getFirst().roles()).doesNotContain(1L).hasSize(doors.size());
        }
    }

    /// Whoever takes a group's doors away by its name alone is not told that it is done while a shared role opens them.
    @Test
    void withoutARoleItIsAllThatTheGroupHasForTheseHours() {
        Policy shared = withRoles(
                DEMO,
                List.of(
                        new Role(1, "Always", null, List.of(1L, 2L), ""),
                        new Role(3, "Yard", null, List.of(2L), "", Duration.ofDays(3)),
                        new Role(4, "Office hours", 1L, List.of(1L), "")),
                List.of(
                        new Group(1, "Staff", List.of(1L), false, ""),
                        new Group(2, "Guests", List.of(1L, 3L, 4L), false, "")),
                DEMO.channels());
        assertThat(words(always(shared, "Guests")))
                .containsExactly(
                        "Staff by Always: Front Door, Back Door", "Guests by Office hours: Front Door Office hours");
        assertThat(words(always(shared, "Guests", 2L)))
                .containsExactly(
                        "Staff by Always: Front Door, Back Door",
                        "Guests by Yard: Back Door",
                        "Guests by Office hours: Front Door Office hours");
    }

    @Test
    void moreComesBesideWhatTheGroupPassesThen() {
        Policy once = always(BARE, "Staff", 1L);
        var more = new Wish("Staff", 0, Set.of(2L), true, Hours.ALWAYS);
        assertThat(words(with(once, more))).containsExactly("Staff by Staff: Door 1, Door 2");
        var instead = new Wish("Staff", 1, Set.of(2L), true, Hours.ALWAYS);
        assertThat(words(with(once, instead)))
                .as("a role that was chosen says what is ticked")
                .containsExactly("Staff by Staff: Door 2");
    }

    /// A name that says hours says the right ones.
    @Test
    void aNameThatWasMadeOfHoursGoesWithThem() {
        var hours = new Range(EnumSet.of(DayOfWeek.MONDAY), 8 * 60, 18 * 60);
        Policy once = with(BARE, new Wish("Staff", 0, Set.of(1L), false, new Hours(null, hours)));
        assertThat(words(once)).containsExactly("Staff by Staff, mon 08:00-18:00: Door 1 mon 08:00-18:00");
        Policy always = with(once, new Wish("Staff", 1, Set.of(1L), false, Hours.ALWAYS));
        assertThat(words(always)).containsExactly("Staff by Staff: Door 1");
    }

    @Test
    void aRoleThatNoGroupHasOpensNothing() {
        Policy left =
                withRoles(BARE, List.of(new Role(4, "Always", null, List.of(1L, 2L), "")), List.of(), BARE.channels());
        assertThat(PolicyPasses.barred(left)).extracting(Channel::name).containsExactly("Door 1", "Door 2");
    }

    /// A box's own page speaks of its own doors; a hub's role has those of others, too.
    @Test
    void doorsOfOtherBoxesStayInARole() {
        List<Channel> channels =
                List.of(DEMO.channels().getFirst(), DEMO.channels().getLast().at("Lab"));
        Policy hub = withRoles(DEMO, DEMO.roles(), DEMO.groups(), channels);
        assertThat(words(hub)).contains("Staff by Always: Front Door");
        Policy changed = with(hub, new Wish("Staff", 1, Set.of(), false, Hours.ALWAYS));
        assertThat(changed.roles().getFirst().channels()).containsExactly(2L);
        assertThat(changed.groups()).isEqualTo(hub.groups());
    }

    @Test
    void limitsOfARoleAreKept() {
        var limited = new Role(1, "Always", null, List.of(1L), "by letter", Duration.ofDays(30));
        Policy policy = withRoles(
                DEMO, List.of(limited), List.of(new Group(1, "Staff", List.of(1L), true, "x")), DEMO.channels());
        Policy changed = with(policy, new Wish("Staff", 1, Set.of(2L), false, Hours.ALWAYS));
        assertThat(changed.roles())
                .containsExactly(new Role(1, "Always", null, List.of(2L), "by letter", Duration.ofDays(30)));
        assertThat(changed.groups()).isEqualTo(policy.groups());
    }

    @Test
    void aNameOfAnotherRoleIsNotTakenTwice() {
        Policy policy = withRoles(BARE, List.of(new Role(4, "Staff", null, List.of(), "")), List.of(), BARE.channels());
        assertThat(words(always(policy, "Staff", 1L))).containsExactly("Staff by Staff 2: Door 1");
    }

    @Test
    void hoursAreSaidInWords() {
        assertThat(new Range(EnumSet.allOf(DayOfWeek.class), 0, 24 * 60).words())
                .isEqualTo("mon-sun 00:00-24:00");
        assertThat(new Range(EnumSet.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY), 22 * 60, 6 * 60).words())
                .isEqualTo("sat, sun 22:00-06:00");
        var days = EnumSet.of(
                DayOfWeek.MONDAY, DayOfWeek.TUESDAY, DayOfWeek.WEDNESDAY, DayOfWeek.FRIDAY, DayOfWeek.SUNDAY);
        assertThat(new Range(days, 30, 61).words()).isEqualTo("mon-wed, fri, sun 00:30-01:01");
    }

    /// Whatever is wished of one group, nobody else gains or loses a door.
    @Property(tries = 500)
    void othersPassWhatTheyPassed(@ForAll boolean first, @ForAll boolean second, @ForAll boolean ofRole) {
        Set<Long> doors = first ? second ? Set.of(1L, 2L) : Set.of(1L) : second ? Set.of(2L) : Set.of();
        Policy changed = with(DEMO, new Wish("Staff", ofRole ? 1 : 0, doors, false, Hours.ALWAYS));
        assertThat(words(changed)).contains("Contractors by Office hours: Front Door Office hours");
        assertThat(of(changed).stream()
                        .filter(pass -> pass.group().name().equals("Staff"))
                        .flatMap(pass -> pass.doors().stream())
                        .map(Channel::id))
                .containsExactlyElementsOf(doors.stream().sorted().toList());
        assertThat(PolicyDoors.faults(changed)).isEmpty();
    }
}
