package dev.lintel.controller.policy;

import static dev.lintel.controller.access.ChannelAccess.Means.CARD;
import static dev.lintel.controller.access.ChannelAccess.Means.CARD_THEN_PIN;
import static dev.lintel.controller.access.ChannelAccess.Means.MOBILE;
import static dev.lintel.controller.access.ChannelAccess.Means.PIN_THEN_CARD;
import static dev.lintel.controller.access.ChannelAccess.Means.QR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess;
import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.ChannelAccess.UntrustedClock;
import dev.lintel.controller.door.AlarmRules;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.door.DoorTimes.Delays;
import dev.lintel.controller.door.DoorTimes.Longer;
import dev.lintel.controller.policy.Policy.Channel;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `channels:` says of readers, clocks and neighbours, and what it may not say.
class ChannelPolicySectionsTest {
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            shifts:
              - {id: 1, name: Day, times: [{days: [mon], from: "09:00", to: "17:00"}]}
              - {id: 2, name: Night, times: [{days: [mon], from: "17:00", to: "09:00"}]}
            channels:
              - {id: 1, unit: 1, name: First, site: 1%s}
              - {id: 2, unit: 2, name: Second, site: 1%s}
              - {id: 3, unit: 3, name: Third, site: 1%s}
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            extended_unlock: 3s                     | must not be shorter than unlock (5s)
            unlock: 20s, extended_unlock: 15s       | must not be shorter than unlock (20s)
            warning: 31s                            | must not be longer than extended_open (30s)
            warning: 10s, extended_open: 9s         | must not be longer than extended_open (9s)
            forced_delay: 2001ms                    | times.forced_delay: must be from 0s to 2s
            relock_delay: 11s                       | times.relock_delay: must be from 0s to 10s
            longer: {unlock: 4s}                    | times.longer.unlock: must not be shorter than unlock (5s)
            longer: {warning: 19s}                  | longer.warning: must not be shorter than warning of times (20s)
            longer: {extended_open: 29s}            | must not be shorter than extended_open of times (30s)
            longer: {warning: 50s, extended_open: 40s} | must not be longer than extended_open (40s)
            longer: {unlock: 20s}, extended_unlock: 9s | longer.unlock: is the same time as extended_unlock of times
            longer: {warning: 25h}                  | times.longer.warning: must be from 1s to 1d
            longer: {relock: 9s}                    | times.longer.relock: is not a known key
            """)
    void timesThatContradictEachOtherAreNamed(String times, String words) {
        assertThat(SiteFileTest.faults(SITE.formatted(", times: {" + times + "}", "", "")))
                .singleElement()
                .asString()
                .contains(words);
    }

    @Test
    void aTimeThatIsLeftOutGivesWayToTheOthers() {
        var times = first(", times: {unlock: 20s, extended_open: 10s}", "", "").times();
        assertThat(times.extendedUnlock()).isEqualTo(Duration.ofSeconds(20));
        assertThat(times.warning()).isEqualTo(Duration.ofSeconds(10));
        var none = first(", times: {warning: 30s}", "", "").times(); // as long as extended_open: no warning
        assertThat(none.warning()).isEqualTo(none.extendedOpen());
    }

    @Test
    void theLongerTimesAreASectionOfTheirOwn() {
        var all = ", times: {unlock: 4s, longer: {unlock: 9s, warning: 50s, extended_open: 2m}}";
        var times = first(all, "", "").times();
        assertThat(times.extendedUnlock()).isEqualTo(Duration.ofSeconds(9));
        assertThat(times.longer()).isEqualTo(new Longer(Duration.ofSeconds(50), Duration.ofMinutes(2)));
        assertThat(first(", times: {unlock: 4s, extended_unlock: 9s}", "", "").times())
                .isEqualTo(first(", times: {unlock: 4s, longer: {unlock: 9s}}", "", "")
                        .times());
        assertThat(first("", "", "").times().longer()).isEqualTo(Longer.USUAL);
    }

    @Test
    void delaysAreThoseOfTheWiringUnlessTheyAreSet() {
        assertThat(first("", "", "").times().delays()).isEqualTo(new Delays(null, Duration.ZERO));
        assertThat(first(", times: {forced_delay: 0s, relock_delay: 1500ms}", "", "")
                        .times()
                        .delays())
                .isEqualTo(new Delays(Duration.ZERO, Duration.ofMillis(1_500)));
    }

    /// A box of an older version refuses a key that it does not know.
    @Test
    void theExportHasTheNewKeysOnlyWhereTheyAreSet() {
        String usual = export("");
        assertThat(usual).contains("times: {unlock: 5s, extended_unlock: 15s, extended_open: 30s, warning: 20s}\n");
        assertThat(export(", times: {longer: {warning: 50s}, forced_delay: 500ms, relock_delay: 2s}"))
                .contains("warning: 20s, longer: {warning: 50s}, forced_delay: 500ms, relock_delay: 2s}\n");
    }

    private static String export(String channel) {
        return SiteExport.write(SiteFileTest.valid(SITE.formatted(channel, "", "")));
    }

    @Test
    void thePlanNamesWhatChanges() {
        var before = SiteFileTest.valid(SITE.formatted("", "", ""));
        var after = SiteFileTest.valid(
                SITE.formatted(", times: {longer: {extended_open: 90s}, forced_delay: 1s, relock_delay: 3s}", "", ""));
        assertThat(SitePlan.of(Standing.alone(before), after).changes())
                .singleElement()
                .asString()
                .contains("times.longer.extended_open", "twice extended_open", "90s")
                .contains("times.forced_delay", "by wiring", "1s")
                .contains("times.relock_delay", "3s");
    }

    @Test
    void duressIsPossibleWhereAnyPinIsTaken() {
        for (String list : List.of("pin", "card+pin", "pin+card")) {
            Channel channel = first(", credentials: {entry: [card], exit: [" + list + "]}, duress: on", "", "");
            assertThat(channel.access().duress()).as(list).isTrue();
        }
        assertThat(first(", duress: on", "", "").access().duress()).isTrue();
    }

    @Test
    void aChannelSaysEverythingItMay() {
        Channel channel = first("""
                , credentials: {entry: [{shift: 1, accept: [card, mobile]}, {accept: [card+pin, pin+card, qr]}],
                  exit: [card]}, passback: {from: Yard, to: Hall, mode: timed, window: 10m, forgive_at: "04:00",
                  forgive_after: [unlock]},
                  untrusted_clock: {held: deny, wrong: allow}, auto_unlock: {shift: 2, first_card: true},
                  interlock: [3, 2], duress: on""", "", "");
        assertThat(channel.rules())
                .isEqualTo(new DoorRules(Kind.DOOR, new AutoUnlock(2, true), List.of(2L, 3L), List.of()));
        assertThat(channel.access())
                .isEqualTo(new ChannelAccess(
                        List.of(
                                new Accepted(1L, Set.of(CARD, MOBILE)),
                                new Accepted(null, Set.of(CARD_THEN_PIN, PIN_THEN_CARD, QR))),
                        List.of(new Accepted(null, Set.of(CARD))),
                        new Passback(
                                Passback.Mode.TIMED,
                                "Yard",
                                "Hall",
                                Duration.ofMinutes(10),
                                LocalTime.of(4, 0),
                                Set.of(Passback.Unseen.UNLOCK)),
                        new UntrustedClock(false, true),
                        true));
    }

    @Test
    void aChannelThatSaysNothingIsAPlainDoorForCardsPinsAndCodes() {
        Channel channel = first("", "", "");
        assertThat(channel.rules()).isEqualTo(DoorRules.PLAIN);
        assertThat(channel.access()).isEqualTo(ChannelAccess.USUAL);
    }

    @Test
    void oneListOfCredentialsIsForBothReadersAndASideLeftOutIsAsUsual() {
        var both = first(", credentials: [pin+card, qr]", "", "").access();
        assertThat(both.entry()).isEqualTo(both.exit()).containsExactly(new Accepted(null, Set.of(PIN_THEN_CARD, QR)));
        var entry = first(", credentials: {entry: [card+pin]}", "", "").access();
        assertThat(entry.entry()).containsExactly(new Accepted(null, Set.of(CARD_THEN_PIN)));
        assertThat(entry.exit()).containsExactly(Accepted.USUAL);
    }

    @Test
    void aListMayAcceptNothing() {
        assertThat(first(", credentials: []", "", "").access().entry()).isEmpty();
        assertThat(first(", credentials: [{shift: 1, accept: []}, {accept: [card]}]", "", "")
                        .access()
                        .entry())
                .containsExactly(new Accepted(1L, Set.of()), new Accepted(null, Set.of(CARD)));
    }

    @Test
    void anElevatorHasItsFloors() {
        Policy policy = SiteFileTest.valid(
                SITE.formatted(", kind: elevator, floors: [3, 2]", ", kind: floor", ", kind: floor, forced: off"));
        assertThat(policy.channels())
                .extracting(channel -> channel.rules().kind())
                .containsExactly(Kind.ELEVATOR, Kind.FLOOR, Kind.FLOOR);
        assertThat(policy.channels().getFirst().rules().floors()).containsExactly(2L, 3L);
        assertThat(SitePlan.of(Standing.alone(policy), SiteFileTest.valid(SITE.formatted("", "", "")))
                        .needsRestart())
                .isTrue();
    }

    @Test
    void aPlanTellsEachSettingThatChanges() {
        var standing = Standing.alone(SiteFileTest.valid(SITE.formatted("", "", "")));
        Policy wanted = SiteFileTest.valid(SITE.formatted("""
                , credentials: {entry: [{shift: 1, accept: [card]}, {accept: [card+pin]}]}, interlock: [2],
                  passback: {from: out, to: in, mode: timed, window: 90s, forgive_at: "4:05", forgive_after: []},
                  duress: on, auto_unlock: {shift: 1, first_card: true}, untrusted_clock: {held: deny},
                  evacuation: off, alarm: {pre_alarm: off, reminder: 90m, latch: on}""", "", ""));
        assertThat(SitePlan.of(standing, wanted).changes())
                .hasToString("[changes channel 1 First: "
                        + "credentials.entry [card, pin, mobile] → [{shift: 1, accept: [card]}, {accept: [card+pin]}], "
                        + "passback.mode off → timed, passback.from nothing → out, passback.to nothing → in, "
                        + "passback.window nothing → 90s, passback.forgive_at nothing → 04:05, "
                        + "passback.forgive_after [fire, unlock] → [], "
                        + "untrusted_clock.held allow → deny, auto_unlock never → shift 1 after a first card, "
                        + "interlock [] → [2], evacuation unlock → off, duress off → on, "
                        + "alarm.pre_alarm on → off, alarm.reminder off → 90m, alarm.latch off → on]");
    }

    @Test
    void alarmsAreReadAndWrittenAsTheyAre() {
        assertThat(first(", alarm: {reminder: off}", "", "").rules().alarm()).isEqualTo(AlarmRules.USUAL);
        Channel all = first(", alarm: {pre_alarm: off, reminder: 10m, latch: on}", "", "");
        assertThat(all.rules().alarm()).isEqualTo(new AlarmRules(false, Duration.ofMinutes(10), true));
        for (Channel channel : List.of(all, first(", alarm: {latch: on}", "", ""), first("", "", ""))) {
            var text = new StringBuilder();
            ChannelWords.write(text, channel);
            boolean said = !channel.rules().alarm().equals(AlarmRules.USUAL);
            assertThat(text.toString().contains("    alarm: ")).isEqualTo(said);
            String whole = SITE.substring(0, SITE.indexOf("  - {id: 1, unit: 1, name: First")) + text;
            assertThat(SiteFileTest.valid(whole).channels()).containsExactly(channel);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kind: lift                                                    | 7 channels[0].kind | one of
            kind: elevator                                                | 7 channels[0].floors | at least one
            kind: elevator, floors: []                                    | 7 channels[0].floors | at least one
            kind: elevator, floors: [9]                                   | 7 channels[0].floors | there is no 9
            kind: elevator, floors: [2] | 7 channels[0].floors | 2 is of kind door, not
            floors: [2]                                                   | 7 channels[0].floors | elevator only
            kind: floor, credentials: [card]                              | 7 channels[0].credentials | a floor has none
            kind: floor, passback: {mode: soft}                           | 7 channels[0].passback | a floor has none
            kind: floor, duress: on                                       | 7 channels[0].duress | a floor has none
            kind: floor, interlock: [2]                                   | 7 channels[0].interlock | kind floor
            credentials: card                                             | 7 channels[0].credentials | a list
            credentials: [badge]                                          | 7 channels[0].credentials | not 'badge'
            credentials: [card, card+pin]                                 | 7 channels[0].credentials | card alone opens
            credentials: {entry: [pin, pin+card]}                         | 7 channels[0].credentials.entry | pin alone
            credentials: {enter: [card]}                                  | 7 channels[0].credentials.enter | 'entry'
            credentials: [{accept: [card]}, {shift: 1, accept: [pin]}]    | 7 channels[0].credentials[1] | never holds
            credentials: [{shift: 1, accept: []}, {shift: 1, accept: []}] | 7 channels[0].credentials[1].shift | never
            credentials: [{shift: 7, accept: [card]}]                     | 7 channels[0].credentials[0].shift | no 7
            credentials: [{shift: 1}] | 7 channels[0].credentials[0].accept | missing
            credentials: [card], duress: on                               | 7 channels[0].duress | needs pin, card+pin
            credentials: {entry: [mobile], exit: []}, duress: on          | 7 channels[0].duress | needs pin, card+pin
            passback: {}                                                  | 7 channels[0].passback.mode | missing
            passback: {mode: hard, to: in}                                | 7 channels[0].passback.from | missing
            passback: {mode: soft, from: in}                              | 7 channels[0].passback.to | missing
            passback: {mode: hard, from: in, to: in}                      | 7 channels[0].passback.to | comes from
            passback: {mode: timed, from: out, to: in}                    | 7 channels[0].passback.window | missing
            passback: {mode: hard, from: out, to: in, window: 5m}         | 7 channels[0].passback.window | timed only
            passback: {mode: timed, from: a, to: b, window: 2d} | 7 channels[0].passback.window | from 1s to 1d
            passback: {mode: soft, from: a, to: b, forgive_at: "24:00"}   | 7 channels[0].passback.forgive_at | 23:59
            passback: {mode: soft, from: a, to: b, forgive_after: fire}   | 7 channels[0].passback.forgive_after | list
            passback: {mode: soft, from: a, to: b, forgive_after: [rex]}  | 7 channels[0].passback.forgive_after | 'rex'
            untrusted_clock: {held: maybe}                                | 7 channels[0].untrusted_clock.held | allow
            auto_unlock: {first_card: true}                               | 7 channels[0].auto_unlock.shift | missing
            auto_unlock: {shift: 5}                                       | 7 channels[0].auto_unlock.shift | no 5
            alarm: on                                                     | 7 channels[0].alarm | keys with values
            alarm: {reminder: 59s}                                        | 7 channels[0].alarm.reminder | from 1m to 1d
            alarm: {reminder: 25h}                                        | 7 channels[0].alarm.reminder | from 1m to 1d
            alarm: {reminder: on}                                         | 7 channels[0].alarm.reminder | such as 5s
            alarm: {latch: maybe}                                         | 7 channels[0].alarm.latch | one of
            alarm: {latched: on}                                          | 7 channels[0].alarm.latched | 'latch'
            kind: floor, alarm: {latch: on}                               | 7 channels[0].alarm | no leaf
            kind: floor, evacuation: off                                  | 7 channels[0].evacuation | kind door only
            evacuation: on                                                | 7 channels[0].evacuation | one of
            interlock: [1]                                                | 7 channels[0].interlock | itself
            interlock: [2, 9]                                             | 7 channels[0].interlock | there is no 9
            """)
    void aFaultNamesLineKeyAndWhatIsWrong(String keys, String place, String words) {
        var faults = SiteFileTest.faults(SITE.formatted(", " + keys, "", ""));
        assertThat(faults).as(keys).hasSize(1);
        assertThat(faults.getFirst().line() + " " + faults.getFirst().key()).isEqualTo(place);
        assertThat(faults.getFirst().toString()).contains(words);
    }

    @Test
    void aFloorBelongsToOneElevatorAndAnInterlockIsBetweenDoors() {
        String two = SITE.formatted(
                ", kind: elevator, floors: [3]", ", kind: elevator, floors: [3], interlock: [1]", ", kind: floor");
        assertThat(SiteFileTest.faults(two))
                .extracting(fault -> fault.line() + " " + fault.key())
                .containsExactlyInAnyOrder("8 channels[1].floors", "8 channels[1].interlock");
        assertThat(SiteFileTest.faults(SITE.formatted(", interlock: [3]", "", ", kind: floor")))
                .extracting(fault -> fault.line() + " " + fault.key())
                .containsExactly("7 channels[0].interlock");
    }

    @Test
    void aChannelMayHangOnAnotherBoxWhoseUnitsAreItsOwn() {
        Policy policy = SiteFileTest.valid("""
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                channels:
                  - {id: 1, unit: 1, name: Front, site: 1}
                  - {id: 2, unit: 1, box: Lab, name: Lab, site: 1}
                  - {id: 3, unit: 1, box: "Gate 2.b_x-1", name: Gate, site: 1}
                """);
        assertThat(policy.channels()).extracting(Channel::box).containsExactly(null, "Lab", "Gate 2.b_x-1");
        assertThat(PolicySnapshot.of(policy).doors())
                .singleElement()
                .isEqualTo(PolicySnapshot.of(policy).door(1));
        assertThat(PolicySnapshot.of(policy).door(2)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            , box: Lab/2 |  |  | 7 channels[0].box | 1 to 64
            , box: ' Lab' |  |  | 7 channels[0].box | its ends
            , box: '' |  |  | 7 channels[0].box | empty
            , box: [Lab] |  |  | 7 channels[0].box | a text
            , interlock: [2] | , box: Lab |  | 7 channels[0].interlock | on this box
            , box: Lab | , box: Shed, interlock: [1] |  | 8 channels[1].interlock | not on one box
            , box: Lab | , kind: elevator, floors: [3] | , box: Lab, kind: floor | 8 channels[1].floors | 3
            """, quoteCharacter = '"')
    void aFaultOfABoxNamesLineAndKey(
            @Nullable String one, @Nullable String two, @Nullable String three, String place, String words) {
        String text = SITE.formatted(text(one), text(two), text(three));
        var faults = SiteFileTest.faults(text);
        assertThat(faults).as(text).hasSize(1);
        assertThat(faults.getFirst().line() + " " + faults.getFirst().key()).isEqualTo(place);
        assertThat(faults.getFirst().toString()).contains(words);
    }

    @Test
    void aUnitIsOneChannelsOfABox() {
        String text = SITE.replace("unit: 2", "unit: 1").formatted(", box: Lab", ", box: Lab", ", box: Shed");
        assertThat(SiteFileTest.faults(text))
                .singleElement()
                .asString()
                .contains("channels[1].unit", "is the unit of the channel in line 7 already");
    }

    @Test
    void neighboursOfOneOtherBoxAreNeighbours() {
        String box = ", box: Lab";
        Policy policy =
                SiteFileTest.valid(SITE.formatted(box + ", kind: elevator, floors: [2]", box + ", kind: floor", box));
        assertThat(policy.channels().getFirst().rules().floors()).containsExactly(2L);
        assertThat(first(box + ", interlock: [2]", box, "").rules().interlock()).containsExactly(2L);
    }

    @Test
    void anAreaWithPassbackIsOneBoxsOwn() {
        String hard = ", passback: {from: Yard, to: Hall, mode: hard}";
        String off = ", passback: {from: Hall, to: Shed, mode: off}";
        assertThat(SiteFileTest.faults(SITE.formatted(", box: Lab" + hard, off, "")))
                .singleElement()
                .asString()
                .contains("channels[1].passback", "'Hall'", "channel 1", "box Lab", "this box", "another name");
        assertThat(first(", box: Lab" + hard, ", box: Lab" + off, "").box()).isEqualTo("Lab");
        String neither = hard.replace("hard", "off");
        assertThat(first(", box: Lab" + neither, off, "").box()).isEqualTo("Lab");
    }

    private static String text(@Nullable String keys) {
        return keys == null ? "" : keys;
    }

    private static Channel first(String first, String second, String third) {
        return SiteFileTest.valid(SITE.formatted(first, second, third))
                .channels()
                .getFirst();
    }
}
