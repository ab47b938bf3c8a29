package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.yaml.Fault;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Doors that accept phones by their `credentials` and refuse each of them all the same.
class PhoneWarningsTest {
    private static String site(String keys) {
        return """
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                shifts: [{id: 2, name: Day, times: [{days: [mon], from: "09:00", to: "17:00"}]}]
                channels: [{id: 1, unit: 1, name: Door, site: 1, %s}]
                """.formatted(keys);
    }

    private static List<String> warnings(String keys) {
        return SiteFile.read("site.yaml", site(keys)).warnings().stream()
                .map(Fault::toString)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            two_person | two_person: on
            approval   | approval: {}
            approval   | approval: {shift: 2}
            """)
    void doorThatRefusesPhones_warnsWhereItAcceptsThemAtTheEntry(String name, String key) {
        for (String credentials : List.of("", ", credentials: [card, mobile]")) {
            assertThat(warnings(key + credentials))
                    .singleElement()
                    .asString()
                    .contains("channels[0]." + name)
                    .contains("admits no phone");
        }
        assertThat(warnings(key + ", credentials: {entry: [card], exit: [mobile]}"))
                .isEmpty();
        assertThat(warnings("credentials: [card, mobile]")).isEmpty();
    }

    /// At other times a phone is accepted there.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            approval: {}         | false
            approval: {shift: 2} | true
            """)
    void doorThatAsksAtTimes_saysSo(String key, boolean atTimes) {
        assertThat(warnings(key).getFirst().contains("while an operator is asked"))
                .isEqualTo(atTimes);
    }
}
