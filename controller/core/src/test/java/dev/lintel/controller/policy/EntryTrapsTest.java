package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rules that contradict each other, in the warnings of a file.
class EntryTrapsTest {
    private static String site(String front, String back) {
        return """
                account: {name: Example, time_zone: UTC}
                sites: [{id: 1, name: Here, time_zone: UTC}]
                channels:
                  - {id: 1, unit: 1, name: Front, site: 1%s}
                  - {id: 2, unit: 2, name: Back, site: 1%s}
                """.formatted(front, back);
    }

    private static List<String> warnings(String front, String back, String more) {
        SiteFile.Read read = SiteFile.read("site.yaml", site(front, back) + more);
        assertThat(read.policy()).isInstanceOf(Checked.Valid.class);
        return read.warnings().stream().map(Fault::toString).toList();
    }

    @Test
    void twoPersonsNeedRoomForTwo() {
        String vault = ", two_person: on, credentials: [card], passback: {mode: off, from: hall, to: vault}";
        assertThat(warnings(vault, "", "areas: [{name: vault, max: 1}]\n"))
                .singleElement()
                .asString()
                .contains("site.yaml:4: channels[0].two_person: admits nobody: the area 'vault' has max: 1");
        assertThat(warnings(vault, "", "areas: [{name: vault, max: 2}]\n")).isEmpty();
        assertThat(warnings(vault, "", "areas: [{name: hall, max: 1}]\n")).isEmpty();
    }

    @Test
    void twoPersonsShowCards() {
        assertThat(warnings("", ", two_person: on, credentials: [mobile]", ""))
                .anyMatch(one -> one.contains("channels[1].two_person: admits nobody: the door accepts phones only"));
        assertThat(warnings("", ", two_person: on, credentials: [card]", "")).isEmpty();
    }

    @Test
    void visitorsNeedAHostForTheirDoor() {
        String visitors = "roles:\n  - {id: 1, name: Visitors, channels: [1, 2], escort: required}\n";
        assertThat(warnings("", "", visitors))
                .singleElement()
                .asString()
                .contains("roles[0].escort: no visitor enters at channels 1, 2: no role with escort: host is for them");
        String host = visitors + "  - {id: 2, name: Hosts, channels: [1], escort: host}\n";
        assertThat(warnings("", "", host))
                .singleElement()
                .asString()
                .contains("at channel 2: no role with escort: host is for it");
        assertThat(warnings("", ", approval: {}, credentials: [card]", host)).isEmpty();
    }

    @Test
    void areasThatDifferInCapitalsAreTwoAreas() {
        String lab = ", passback: {mode: off, from: street, to: lab}";
        assertThat(warnings(lab, lab.replace("lab", "Lab"), ""))
                .singleElement()
                .asString()
                .contains("channels[1].passback: names the area 'Lab', and channel 1 names 'lab': these are two areas");
        assertThat(warnings(lab, lab, "")).isEmpty();
    }

    @Test
    void aDoorThatItsHoursUnlockKeepsTheOtherDoorOfAnInterlockShut() {
        String hours = "shifts: [{id: 1, name: Day, times: [{days: [mon], from: \"08:00\", to: \"18:00\"}]}]\n";
        String unlocks = ", auto_unlock: {shift: 1}";
        assertThat(warnings(unlocks, ", interlock: [1]", hours))
                .singleElement()
                .asString()
                .contains("channels[0].auto_unlock: channel 2 refuses cards for all these hours");
        assertThat(warnings(unlocks + ", interlock: [2]", "", hours)).hasSize(1);
        assertThat(warnings(unlocks, "", hours)).isEmpty();
        assertThat(warnings("", ", interlock: [1]", hours)).isEmpty();
        assertThat(warnings(unlocks + ", airlock: {inner: 2}", ", interlock: [1]", hours))
                .noneMatch(one -> one.contains("channels[0].auto_unlock"));
    }

    @Test
    void theFirstPeopleOfAnAreaWithAMinimumShowCards() {
        String phones = ", credentials: [mobile], passback: {mode: off, from: hall, to: vault}";
        String cards = ", passback: {mode: off, from: yard, to: vault}";
        String back = ", passback: {mode: off, from: vault, to: yard}";
        String min = "areas: [{name: vault, min: 2}]\n";
        assertThat(warnings(phones, "", min))
                .anyMatch(one -> one.contains("channels[0].credentials: nobody enters the area 'vault': it has min: 2"))
                .noneMatch(one -> one.contains("channels[1]"));
        for (String other : List.of(cards, back)) {
            assertThat(warnings(phones, other, min)).noneMatch(one -> one.contains("nobody enters"));
        }
        assertThat(warnings(phones.replace("[mobile]", "[card, mobile]"), "", min))
                .noneMatch(one -> one.contains("nobody enters"));
        assertThat(warnings(phones, "", "areas: [{name: vault, max: 2}]\n"))
                .noneMatch(one -> one.contains("nobody enters"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [mobile]                      | phones only, which are at no reader
            []                            | nothing
            {entry: [mobile], exit: [card]} | phones only, which are at no reader
            """)
    void hoursThatWaitForACard_needAnEntryThatAcceptsOne(String credentials, String words) {
        assertThat(firstCard("true", credentials))
                .singleElement()
                .asString()
                .contains("channels[0].auto_unlock: never unlocks the door: it waits for a person")
                .endsWith("(first_card), and the door accepts " + words);
        assertThat(firstCard("false", credentials)).isEmpty();
    }

    @Test
    void hoursBeginWithACardOrAPin() {
        for (String credentials :
                List.of("[card]", "[pin, mobile]", "[{shift: 1, accept: [mobile]}, {accept: [card]}]"))
            assertThat(firstCard("true", credentials)).isEmpty();
    }

    private static List<String> firstCard(String flag, String credentials) {
        String hours = "shifts: [{id: 1, name: Day, times: [{days: [mon], from: \"08:00\", to: \"18:00\"}]}]\n";
        String door = ", auto_unlock: {shift: 1, first_card: " + flag + "}, credentials: " + credentials;
        return warnings(door, "", hours);
    }
}
