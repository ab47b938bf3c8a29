package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.Airlock;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.yaml.Fault;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Valid and faulty forms of `airlock` of a channel.
class AirlockSectionTest {
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            channels:
              - {id: 1, unit: 1, name: First, site: 1%s}
              - {id: 2, unit: 2, name: Second, site: 1%s}
              - {id: 3, unit: 3, name: Third, site: 1%s}
            """;

    private static Channel first(String keys) {
        return SiteFileTest.valid(SITE.formatted(keys, "", "")).channels().getFirst();
    }

    private static List<String> warnings(String outer, String inner) {
        String site = "shifts: [{id: 1, name: Day, times: [{days: [mon], from: \"09:00\", to: \"17:00\"}]}]\n"
                + SITE.formatted(", airlock: {inner: 2}, " + outer, ", " + inner, "");
        var read = SiteFile.read("site.yaml", site);
        return read.warnings().stream().map(Fault::toString).toList();
    }

    private static @Nullable Airlock airlock(String keys) {
        return first(keys).rules().airlock();
    }

    @Test
    void itIsReadAndWrittenAsItIs() {
        assertThat(airlock("")).isNull();
        assertThat(airlock(", airlock: {inner: 2}"))
                .isEqualTo(new Airlock(2, true, false, false, Duration.ofSeconds(1)));
        Channel all = first(", airlock: {inner: 2, exits: ignore, sequence: leaving, delay: 250ms}");
        assertThat(all.rules().airlock()).isEqualTo(new Airlock(2, false, false, true, Duration.ofMillis(250)));
        var text = new StringBuilder();
        ChannelWords.write(text, all);
        assertThat(text.toString()).contains("airlock: {inner: 2, exits: ignore, sequence: leaving, delay: 250ms}");
    }

    @Test
    void aPlanNamesTheChange() {
        var standing = Standing.alone(SiteFileTest.valid(SITE.formatted("", "", "")));
        Policy wanted = SiteFileTest.valid(SITE.formatted(", airlock: {inner: 3, sequence: both}", "", ""));
        assertThat(SitePlan.of(standing, wanted).changes())
                .hasToString("[changes channel 1 First: airlock none → "
                        + "{inner: 3, exits: obey, sequence: both, delay: 1s}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            airlock: {}                       | 4 channels[0].airlock.inner | missing
            airlock: {inner: 1}               | 4 channels[0].airlock | itself
            airlock: {inner: 9}               | 4 channels[0].airlock | there is no 9
            airlock: {inner: 2, exits: maybe} | 4 channels[0].airlock.exits | one of
            airlock: {inner: 2, sequence: on} | 4 channels[0].airlock.sequence | one of
            airlock: {inner: 2, delay: 2m}    | 4 channels[0].airlock.delay | 1m
            airlock: {outer: 2, inner: 2}     | 4 channels[0].airlock.outer | 'inner'
            kind: floor, airlock: {inner: 2}  | 4 channels[0].airlock | kind floor
            box: North, airlock: {inner: 2}   | 4 channels[0].airlock | not on one box
            """)
    void aFaultNamesLineKeyAndWhatIsWrong(String keys, String place, String words) {
        var faults = SiteFileTest.faults(SITE.formatted(", " + keys, "", ""));
        assertThat(faults).as(keys).hasSize(1);
        assertThat(faults.getFirst().line() + " " + faults.getFirst().key()).isEqualTo(place);
        assertThat(faults.getFirst().toString()).contains(words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            auto_unlock: {shift: 1} | relock: close | while auto_unlock unlocks channel 1, channel 2 refuses
            relock: close | auto_unlock: {shift: 1} | while auto_unlock unlocks channel 2, channel 1 refuses
            auto_unlock: {shift: 1} | auto_unlock: {shift: 1} | both doors have auto_unlock
            duress: on | relock: close | channel 2 has no duress
            relock: close | duress: on | channel 1 has no duress
            evacuation: off | relock: close | channel 1 has evacuation: off and the other door has not
            relock: close | evacuation: off | channel 2 has evacuation: off and the other door has not
            """)
    void doorsThatDoNotFitTogether_areWarnedOf(String outer, String inner, String words) {
        assertThat(warnings(outer, inner))
                .singleElement()
                .asString()
                .startsWith("site.yaml:5: channels[0].airlock: ")
                .contains(words);
    }

    @Test
    void doorsThatFitTogether_areNotWarnedOf() {
        assertThat(warnings("relock: close", "relock: close")).isEmpty();
        assertThat(warnings("duress: on", "duress: on")).isEmpty();
        assertThat(warnings("evacuation: off", "evacuation: off")).isEmpty();
        assertThat(warnings("duress: on", "credentials: [card]")).isEmpty();
    }

    @Test
    void exitsThatIgnoreTheOtherDoor_areNotWarnedOf() {
        String site = "shifts: [{id: 1, name: Day, times: [{days: [mon], from: \"09:00\", to: \"17:00\"}]}]\n"
                + SITE.formatted(", airlock: {inner: 2, exits: ignore}, auto_unlock: {shift: 1}", "", "");
        assertThat(SiteFile.read("site.yaml", site).warnings())
                .singleElement()
                .asString()
                .contains("channel 2 refuses cards for all these hours");
    }

    @Test
    void aDoorBelongsToOneAirlock() {
        String chain = SITE.formatted(", airlock: {inner: 2}", ", airlock: {inner: 3}", "");
        assertThat(SiteFileTest.faults(chain))
                .singleElement()
                .asString()
                .contains("channel 2 belongs to the airlock of the channel in line 4");
        String shared = SITE.formatted(", airlock: {inner: 3}", ", airlock: {inner: 3}", "");
        assertThat(SiteFileTest.faults(shared)).singleElement().asString().contains("channel 3 belongs");
    }
}
