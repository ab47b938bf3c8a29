package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess;
import dev.lintel.controller.access.ChannelAccess.Approval;
import dev.lintel.controller.access.ChannelAccess.DoubleTap;
import dev.lintel.controller.yaml.Fault;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `two_person`, `double_tap` and `approval` of a channel.
class CompanyKeysTest {
    private static String site(String keys) {
        return """
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                shifts: [{id: 2, name: Night, times: [{days: [mon], from: "17:00", to: "09:00"}]}]
                channels: [{id: 1, unit: 1, name: First, site: 1%s}]
                """.formatted(keys);
    }

    private static ChannelAccess access(String keys) {
        return SiteFileTest.valid(site(keys)).channels().getFirst().access();
    }

    @Test
    void company_isTwoPersonsAndADoubleTap() {
        var company = access(", two_person: on, double_tap: {until: \"18:00\"}");
        assertThat(company.twoPerson()).isTrue();
        assertThat(company.doubleTap()).isEqualTo(new DoubleTap(LocalTime.of(18, 0), null));
        assertThat(access(", double_tap: {for: 8h}").doubleTap()).isEqualTo(new DoubleTap(null, Duration.ofHours(8)));
        assertThat(access(", approval: {}").approval()).isEqualTo(new Approval(null));
        assertThat(access(", approval: {shift: 2}").approval()).isEqualTo(new Approval(2L));
        assertThat(access(", double_tap: {}").doubleTap()).isEqualTo(new DoubleTap(null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"approval", "double_tap"})
    void whatIsOff_isAsWithoutTheKey(String key) {
        assertThat(access(", " + key + ": off, two_person: on")).isEqualTo(access(", two_person: on"));
        for (String other : List.of("on", "yes")) {
            assertThat(SiteFileTest.faults(site(", " + key + ": " + other)))
                    .as(other)
                    .singleElement()
                    .extracting(Fault::sentence)
                    .asString()
                    .isEqualTo("must be off, or keys with values such as {}");
        }
    }
}
