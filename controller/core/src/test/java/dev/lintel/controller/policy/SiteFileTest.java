package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.yaml.Checked.Faulty;
import dev.lintel.controller.yaml.Checked.Valid;
import dev.lintel.controller.yaml.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SiteFileTest {
    static final String SITE = """
            account: {name: Lintel Demo, time_zone: Europe/London}
            sites: [{id: 1, name: Main Office, time_zone: Europe/London}]
            credential_types:
              - {id: 1, label: Card, slug: credentials_number, code: 200, number: "fc*65536+number"}
            shifts:
              - id: 1
                name: Office hours
                times: [{days: [mon, tue, wed, thu, fri], from: "09:00", to: "17:00"}]
            groups: [{id: 1, name: Staff, roles: [1]}, {id: 2, name: Contractors, roles: [2]}]
            roles:
              - {id: 1, name: Always, channels: [1]}
              - {id: 2, name: Office hours, shift: 1, channels: [1]}
            channels:
              - unit: 1
                id: 1
                name: Front Door
                site: 1
                kind: door
                times: {unlock: 7s, extended_unlock: 15s, extended_open: 30s, warning: 20s}
                relock: close
                forced: off
                credentials: [card, pin]
                passback: {from: outside, to: inside, mode: "off"}
                untrusted_clock: {held: allow, wrong: deny}
                auto_unlock: {shift: 1, first_card: false}
                interlock: []
            """;

    @ParameterizedTest
    @CsvSource({"shown, SHOWN", "masked, MASKED"})
    void pinsAreShownOrMasked(String text, Policy.Pins pins) {
        Policy policy = valid(site("pins: " + text));
        assertThat(Objects.requireNonNull(policy.account()).pins()).isEqualTo(pins);
    }

    @Test
    void pinsThatAreNeitherAreAFault() {
        assertThat(faults(site("pins: hidden")))
                .extracting(fault -> fault.line() + " " + fault.key())
                .containsExactly("1 account.pins");
    }

    @Test
    void aWholeFileIsReadToTheLetter() {
        Policy policy = valid(SITE);
        assertThat(policy.account()).isEqualTo(new Policy.Account("Lintel Demo", "Europe/London"));
        assertThat(policy.roles())
                .containsExactly(
                        new Role(1, "Always", null, List.of(1L), ""), new Role(2, "Office hours", 1L, List.of(1L), ""));
        assertThat(policy.shifts()).isEqualTo(FirstSite.demo().policy().shifts());
        Channel channel = policy.channels().getFirst();
        assertThat(channel.times().unlock()).hasSeconds(7);
        assertThat(channel.times().forced()).isFalse();
        assertThat(channel.times().relock()).hasToString("CLOSE");
    }

    @Test
    void whatAFileLeavesOutIsAsUsual() {
        Policy policy = valid("""
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                channels: [{id: 1, unit: 1, name: Door, site: 1}]
                """);
        assertThat(policy.credentialTypes()).hasSize(6).isEqualTo(FirstSite.credentialTypes());
        assertThat(policy.account()).isEqualTo(new Policy.Account("A", "UTC", Duration.ofDays(365)));
        assertThat(policy.channels()).containsExactly(new Channel(1, 1, "Door", 1, FirstSite.TIMES));
        assertThat(policy.roles()).isEmpty();
    }

    @Test
    void allFaultsOfAFileAreToldAtOnce() {
        assertThat(faults("""
                account: {name: A, time_zone: Mars/Base, group_reservation_max: 59s}
                sites: [{id: 1, name: S, time_zone: UTC}, {id: 1, name: T, time_zone: UTC}]
                credential_types:
                  - {id: 1, label: Card, slug: Card Number, code: 201}
                shifts:
                  - {id: 1, name: S, times: [{days: [mo], from: "25:00", to: "09:00"}], holidays: {christmas: closed}}
                  - {id: 2, name: T, times: [{days: [mon], from: "09:00", to: "09:00"}]}
                holidays: []
                groups: [{id: 1, name: G, roles: [1, 7]}]
                roles:
                  - {id: 1, name: R, shift: 3, channels: [1, 8], max_stale: 9m, threat_level_max: 6}
                channels:
                  - {id: 1, unit: 1, name: D, site: 2, times: {unlock: 0s}, relok: open, interlock: [2]}
                  - {id: 2, unit: 1, name: E, site: 1, kind: elevator, credentials: [card], untrusted_clock: on}
                  - {id: 3, unit: 3, name: F, site: 1, passback: {mode: hard, from: outside}, auto_unlock: {shift: 1}}
                """))
                .extracting(fault -> fault.line() + " " + fault.key())
                .containsExactlyInAnyOrder(
                        "1 account.time_zone",
                        "1 account.group_reservation_max",
                        "2 sites[1].id",
                        "4 credential_types[0].slug",
                        "4 credential_types[0].code",
                        "6 shifts[0].times[0].days",
                        "6 shifts[0].times[0].from",
                        "6 shifts[0].holidays.christmas",
                        "7 shifts[1].times[0].to",
                        "9 groups[0].roles",
                        "11 roles[0].shift",
                        "11 roles[0].channels",
                        "11 roles[0].max_stale",
                        "11 roles[0].threat_level_max",
                        "13 channels[0].site",
                        "13 channels[0].times.unlock",
                        "13 channels[0].relok",
                        "13 channels[0].interlock",
                        "14 channels[1].unit",
                        "14 channels[1].floors",
                        "14 channels[1].untrusted_clock",
                        "15 channels[2].passback.to");
    }

    @ParameterizedTest
    @CsvSource({"1m, 60000", "90s, 90000", "3650d, 315360000000", "61001ms, 61001"})
    void theLongestGroupReservationIsReadAndWrittenToTheMillisecond(String text, long ms) {
        Policy policy = valid(site("group_reservation_max: " + text));
        assertThat(Objects.requireNonNull(policy.account()).groupReservationMax())
                .isEqualTo(Duration.ofMillis(ms));
        assertThat(valid(SiteExport.write(policy))).isEqualTo(policy);
    }

    @ParameterizedTest
    @ValueSource(strings = {"59999ms", "3651d", "365", "-1d", "soon", "[1d]", "{}", "~", "''", "1000000000d"})
    void aLongestGroupReservationThatCannotBeIsAFault(String text) {
        assertThat(faults(site("group_reservation_max: " + text)))
                .extracting(fault -> fault.line() + " " + fault.key())
                .containsExactly("1 account.group_reservation_max");
    }

    private static String site(String ofAccount) {
        return """
                account: {name: A, time_zone: UTC, %s}
                sites: [{id: 1, name: S, time_zone: UTC}]
                channels: [{id: 1, unit: 1, name: Door, site: 1}]
                """.formatted(ofAccount);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {name: a}                                      | {}                     | 5 holidays[0].date | is missing
            {date: 2026-12-25}                             | {}                     | 5 holidays[0].name | is missing
            {name: a, date: 2026-02-29}                    | {}                     | 5 holidays[0].date | such as
            {name: a, date: 25.12.2026}                    | {}                     | 5 holidays[0].date | such as
            {name: a, date: 2026-12-25, repeat: monthly}   | {}                     | 5 holidays[0].repeat | one of
            {name: a, date: 2026-12-25, every: year}       | {}                     | 5 holidays[0].every | not a known
            {name: a, date: 2026-12-25}, {name: a, date: 2026-12-25, repeat: yearly} | {} | 5 holidays[1].date | already
            {name: a, date: 2026-12-25}                    | {b: closed}            | 4 shifts[0].holidays.b | not among
            {name: a, date: 2026-12-25}                    | {a: open}              | 4 shifts[0].holidays.a | closed
            {name: a, date: 2026-12-25}                    | {a: []}                | 4 shifts[0].holidays.a | or ranges
            {name: a, date: 2026-12-25} | {a: [{from: "10:00"}]} | 4 shifts[0].holidays.a[0].to | is missing
            {name: a, date: 2026-12-25} | {a: [{from: "1:00", to: "1:00"}]} | 4 shifts[0].holidays.a[0].to | the same
            {name: a, date: 2026-12-25} | [a]                | 4 shifts[0].holidays | keys with values
            """)
    void aFaultOfAHolidayNamesLineAndKey(String holidays, String ofShift, String place, String words) {
        List<Fault> faults = faults("""
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                channels: [{id: 1, unit: 1, name: Door, site: 1}]
                shifts: [{id: 1, name: Day, times: [], holidays: %s}]
                holidays: [%s]
                """.formatted(ofShift, holidays));
        assertThat(faults).as(holidays).hasSize(1);
        assertThat(faults.getFirst().line() + " " + faults.getFirst().key()).isEqualTo(place);
        assertThat(faults.getFirst().toString()).contains(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"account", "sites", "channels"})
    void whatASiteCannotBeWithoutIsMissed(String key) {
        assertThat(faults("credential_types: []")).extracting(Fault::key).contains(key);
    }

    @ParameterizedTest
    @CsvSource({"00:00, 0", "9:05, 545", "24:00, 1440", "24:01,", "12:60,", "noon,", "'',"})
    void timesOfTheDayAreHoursAndMinutes(String text, Integer minute) {
        assertThat(Words.minute(text)).isEqualTo(minute);
    }

    @Property(tries = 300)
    void anyDamageToAFileGivesAPolicyOrFaultsWithLines(@ForAll("damaged") String text) {
        switch (SiteFile.parse("site.yaml", text)) {
            case Valid<Policy>(Policy policy) -> assertThat(policy.account()).isNotNull();
            case Faulty<Policy>(List<Fault> faults) ->
                assertThat(faults)
                        .isNotEmpty()
                        .allSatisfy(fault -> assertThat(fault.line()).isNotNegative());
        }
    }

    /// The file with a piece cut out and another put in.
    @Provide
    Arbitrary<String> damaged() {
        Arbitrary<String> pieces =
                Arbitraries.of("", ":", "\n", "[", "}", "- ", "\t", "null", "99999999999999999999", "*a");
        Arbitrary<Integer> places = Arbitraries.integers().between(0, SITE.length());
        return Combinators.combine(places, Arbitraries.integers().between(0, 20), pieces)
                .as((at, cut, piece) ->
                        SITE.substring(0, at) + piece + SITE.substring(Math.min(SITE.length(), at + cut)));
    }

    static Policy valid(String text) {
        return switch (SiteFile.parse("site.yaml", text)) {
            case Valid<Policy>(Policy policy) -> policy;
            case Faulty<Policy>(List<Fault> faults) -> throw new AssertionError(faults.toString());
        };
    }

    static List<Fault> faults(String text) {
        return switch (SiteFile.parse("site.yaml", text)) {
            case Valid<Policy>(Policy policy) -> throw new AssertionError("no fault in " + policy);
            case Faulty<Policy>(List<Fault> faults) -> faults;
        };
    }
}
