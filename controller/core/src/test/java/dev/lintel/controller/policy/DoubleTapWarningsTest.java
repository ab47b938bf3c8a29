package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Warnings of doors at which a double tap can do nothing.
class DoubleTapWarningsTest {
    private static String site(String more) {
        return """
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                shifts: [{id: 1, name: Office, times: [{days: [mon], from: "09:00", to: "17:00"}]}]
                channels: [{id: 1, unit: 1, name: Door, site: 1, double_tap: {}%s}]
                """.formatted(more);
    }

    private static List<String> warnings(String more) {
        return warningsWith("roles: [{id: 1, name: Staff, channels: [1], double_tap: on}]\n", more);
    }

    private static List<String> warningsWith(String roles, String more) {
        SiteFile.Read read = SiteFile.read("site.yaml", site(more) + roles);
        assertThat(read.policy()).isInstanceOf(Checked.Valid.class);
        return read.warnings().stream()
                .map(Fault::toString)
                .filter(warning -> warning.contains("double_tap"))
                .toList();
    }

    private static void warns(String more, String words) {
        assertThat(warnings(more))
                .singleElement()
                .asString()
                .contains("channels[0].double_tap")
                .contains(words);
    }

    @Test
    void doorThatAcceptsNoCardAlone_isWarnedOf() {
        String words = "never unlocks the door: its entry reader accepts no card alone (credentials)";
        warns(", credentials: [card+pin]", words);
        warns(", credentials: [pin+card]", words);
        warns(", credentials: {entry: [card+pin], exit: [card]}", words);
        warns(", credentials: []", words);
    }

    @Test
    void doorThatAcceptsACardAlone_isNotWarnedOf() {
        assertThat(warnings("")).isEmpty();
        assertThat(warnings(", credentials: {entry: [card], exit: [card+pin]}")).isEmpty();
        assertThat(warnings(", credentials: [{shift: 1, accept: [card]}, {accept: [card+pin]}]"))
                .isEmpty();
        assertThat(warnings(", credentials: [qr]")).isEmpty();
        assertThat(warnings(", approval: {shift: 1}")).isEmpty();
    }

    @Test
    void doorThatAdmitsNobodyAlone_isWarnedOf() {
        warns(", two_person: on", "never unlocks the door: nobody is admitted alone (two_person)");
        warns(", approval: {}", "never unlocks the door: an operator is asked before each admission (approval)");
    }

    @Test
    void doorThatNoRoleMayTap_isWarnedOf() {
        for (String roles : List.of("", "roles: [{id: 1, name: Staff, channels: [1]}]\n")) {
            assertThat(warningsWith(roles, ""))
                    .singleElement()
                    .asString()
                    .contains(
                            "channels[0].double_tap: never unlocks the door: no role with double_tap: on is for this");
        }
        assertThat(SiteFile.read("site.yaml", site("").replace("double_tap: {}", "double_tap: off"))
                        .warnings())
                .isEmpty();
    }
}
