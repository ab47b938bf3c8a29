package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.policy.PassbackTraps.Trap;
import dev.lintel.controller.policy.PassbackTraps.Wiring;
import dev.lintel.controller.yaml.Fault;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PassbackTrapsTest {
    private static final String HARD = "passback: {from: street, to: hall, mode: hard%s}%s";
    private static final String ONE_READER = "people leave 'hall' by its handle and no reader sees it";

    private final Map<Long, Wiring> wiring = new HashMap<>();

    private static String site(String... channels) {
        var text = new StringBuilder("""
                account: {name: Example, time_zone: Europe/Berlin}
                sites: [{id: 1, name: Here, time_zone: Europe/Berlin}]
                shifts: [{id: 1, name: Office, times: [{days: [mon], from: "09:00", to: "17:00"}]}]
                roles: [{id: 1, name: Staff, channels: [1], double_tap: on}]
                channels:
                """);
        int id = 0;
        for (String channel : channels) {
            id++;
            text.append("  - {unit: %d, id: %d, name: Door %d, site: 1, %s}\n".formatted(id, id, id, channel));
        }
        return text.toString();
    }

    /// Of the file alone.
    private static List<String> warnings(String... channels) {
        SiteFile.Read read = SiteFile.read("site.yaml", site(channels));
        return read.warnings().stream().map(Fault::toString).toList();
    }

    /// Of the wiring alone.
    private List<Trap> wired(String... channels) {
        return wiredWith("", channels);
    }

    private List<Trap> wiredWith(String areas, String... channels) {
        Policy policy = SiteFileTest.valid(site(channels) + areas);
        return PassbackTraps.of(policy.channels(), policy.areas(), channel -> wiring.get(channel.id()));
    }

    private static Wiring oneReader() {
        return new Wiring(true, false, List.of("its handle"), false, true);
    }

    @Test
    void anUnlockedPeriodThatIsNotForgivenIsATrap() {
        String auto = ", auto_unlock: {shift: 1}";
        assertThat(warnings(HARD.formatted("", auto))).as("forgiven").isEmpty();
        assertThat(warnings(HARD.formatted(", forgive_after: [fire]", auto)))
                .singleElement()
                .asString()
                .contains("site.yaml:6", "channels[0].passback", "auto_unlock", "add unlock to forgive_after");
        assertThat(warnings(HARD.replace("hard", "soft").formatted(", forgive_after: []", auto)))
                .as("soft refuses no person")
                .isEmpty();
        assertThat(warnings(
                        HARD.formatted("", ""),
                        "passback: {from: hall, to: lab, mode: soft, forgive_after: [fire]}" + auto))
                .as("another door of the areas")
                .singleElement()
                .asString()
                .contains("channels[1].passback");
    }

    @Test
    void fireThatIsNotForgivenIsATrap() {
        wiring.put(1L, new Wiring(true, true, List.of(), true, true));
        assertThat(wired(HARD.formatted("", ""))).isEmpty();
        assertThat(wired(HARD.formatted(", forgive_after: [unlock]", ", evacuation: off")))
                .singleElement()
                .extracting(Trap::sentence)
                .asString()
                .contains("fire input releases this door", "add fire to forgive_after");
    }

    @Test
    void anEvacuationThatIsNotForgivenIsATrap() {
        assertThat(warnings(HARD.formatted(", forgive_after: [unlock]", "")))
                .singleElement()
                .asString()
                .contains(
                        "channels[0].passback", "an evacuation or fire unlocks this door", "add fire to forgive_after");
        assertThat(warnings(HARD.formatted(", forgive_after: [unlock]", ", evacuation: off")))
                .isEmpty();
    }

    @Test
    void aDoubleTapThatIsNotForgivenIsATrap() {
        String tap = ", double_tap: {}, credentials: [card]";
        assertThat(warnings(HARD.formatted(", forgive_after: [fire]", tap)))
                .singleElement()
                .asString()
                .contains("channels[0].passback", "a double tap unlocks this door", "add unlock to forgive_after");
        assertThat(warnings(HARD.formatted("", tap))).isEmpty();
    }

    @Test
    void aWayOutWithoutAReaderIsATrapOfHardPassback() {
        wiring.put(1L, oneReader());
        assertThat(wired(HARD.formatted("", "")))
                .singleElement()
                .extracting(Trap::sentence)
                .asString()
                .contains(ONE_READER, "add an exit reader");
        assertThat(wired(HARD.replace("hard", "timed").formatted(", window: 5m", "")))
                .isEmpty();
        assertThat(wired(
                        "passback: {from: street, to: hall, mode: off}", "passback: {from: hall, to: lab, mode: hard}"))
                .as("by a door with mode off of the same areas")
                .extracting(Trap::channelId)
                .contains(1L);
    }

    @Test
    void areaWithALimit_isNotLeftUnseen() {
        String off = HARD.replace("hard", "off");
        String limits = "areas: [{name: hall, max: 3}]\n";
        wiring.put(1L, oneReader());
        assertThat(wired(off.formatted("", ""))).as("without a limit").isEmpty();
        assertThat(wiredWith(limits, off.formatted("", "")))
                .singleElement()
                .extracting(Trap::sentence)
                .asString()
                .contains(ONE_READER, "they still count there: add an exit reader, or set forgive_at");
        assertThat(wiredWith(limits, HARD.formatted("", "")))
                .as("hard passback has this warning already")
                .singleElement()
                .extracting(Trap::sentence)
                .asString()
                .contains("refuses their next entry");
        assertThat(wiredWith(limits, off.formatted(", forgive_at: \"04:00\"", "")))
                .isEmpty();
        assertThat(wiredWith("areas: [{name: street, max: 3}]\n", off.formatted("", "")))
                .as("the handle leads into the street")
                .isEmpty();
        wiring.put(1L, new Wiring(true, true, List.of("its handle"), false, true));
        assertThat(wiredWith(limits, off.formatted("", ""))).isEmpty();
    }

    @Test
    void areaWithALimit_hasAReaderThatLeadsOut() {
        String door = HARD.replace("hard", "soft").formatted("", ", credentials: {entry: [card], exit: []}");
        assertThat(warnings(door)).isEmpty();
        SiteFile.Read read = SiteFile.read("site.yaml", site(door) + "areas: [{name: hall, min: 2}]\n");
        assertThat(read.warnings())
                .singleElement()
                .asString()
                .contains(
                        "channels[0].passback",
                        "readers lead into 'hall' and none leads out of it, so that the number of people there"
                                + " only rises");
    }

    @Test
    void anAreaWithoutAReaderThatLeadsOutIsATrapOfHardPassback() {
        wiring.put(1L, new Wiring(true, false, List.of(), false, true));
        assertThat(wired(HARD.formatted("", "")))
                .singleElement()
                .extracting(Trap::sentence)
                .asString()
                .contains("readers lead into 'hall' and none leads out of it");
        wiring.put(2L, new Wiring(false, true, List.of(), false, true));
        assertThat(wired(HARD.formatted("", ""), HARD.formatted("", "")))
                .as("the reader of another door leads out")
                .isEmpty();
        assertThat(warnings(HARD.formatted("", ", credentials: {entry: [card], exit: []}")))
                .as("an exit reader that accepts nothing")
                .singleElement()
                .asString()
                .contains("readers lead into 'hall'");
    }

    private static Wiring withoutContact() {
        return new Wiring(true, true, List.of(), false, false);
    }

    @Test
    void doorWithoutAContact_takesAnAdmissionForAPassage() {
        wiring.put(1L, withoutContact());
        assertThat(wired(HARD.formatted("", "")))
                .containsExactly(new Trap(
                        1,
                        "this door has no contact, so that people who are admitted and do not pass count as in"
                                + " the next area, and passback refuses their next attempt: wire a contact, or use"
                                + " mode soft"));
        assertThat(wired(HARD.replace("hard", "timed").formatted(", window: 5m", "")))
                .hasSize(1);
        assertThat(wired(HARD.replace("hard", "soft").formatted("", ""))).isEmpty();
        assertThat(wired("passback: {from: street, to: hall, mode: off}", HARD.formatted("", "")))
                .as("another door of these areas refuses people")
                .singleElement()
                .extracting(Trap::sentence)
                .asString()
                .endsWith("passback of other doors refuses them: wire a contact");
        assertThat(wired(HARD.formatted("", ", credentials: {entry: [], exit: []}")))
                .as("a door that admits no person")
                .isEmpty();
    }

    @Test
    void doorWithoutAContact_refusesTheSecondTap() {
        wiring.put(1L, withoutContact());
        String words = "hard passback refuses the second one, and double_tap never unlocks the door: wire a contact,";
        assertThat(wired(HARD.formatted("", ", double_tap: {}")))
                .hasSize(2)
                .anyMatch(trap -> trap.sentence().contains(words));
        assertThat(wired(HARD.replace("hard", "soft").formatted("", ", double_tap: {}")))
                .isEmpty();
        wiring.put(1L, new Wiring(true, true, List.of(), false, true));
        assertThat(wired(HARD.formatted("", ", double_tap: {}"))).isEmpty();
    }

    @Test
    void doorWithoutAContact_ofAnAreaWithALimit() {
        wiring.put(1L, withoutContact());
        String limits = "areas: [{name: hall, max: 3}]\n";
        assertThat(wiredWith(limits, HARD.replace("hard", "soft").formatted("", "")))
                .singleElement()
                .extracting(Trap::sentence)
                .asString()
                .endsWith("the number of people in 'hall' is wrong: wire a contact");
        assertThat(wiredWith(limits, HARD.formatted("", "")))
                .singleElement()
                .extracting(Trap::sentence)
                .asString()
                .endsWith("refuses their next attempt, and the number of people in 'hall' is wrong: wire a contact");
    }

    @Test
    void anAreaOfDoorsWithModeOffAloneIsWarnedOf() {
        assertThat(warnings(HARD.formatted("", ""), "passback: {from: hall, to: lab, mode: off}"))
                .singleElement()
                .asString()
                .contains("channels[1].passback", "only doors with mode off lead to 'lab'");
        assertThat(warnings("passback: {from: hall, to: lab, mode: off}"))
                .as("no door refuses a person")
                .isEmpty();
    }

    @Test
    void areaOfDoorsWithModeOffAloneIsSoundIfItHasALimit() {
        String limits = "areas: [{name: lab, max: 3}]\n";
        assertThat(wiredWith(limits, HARD.formatted("", ""), "passback: {from: hall, to: lab, mode: off}"))
                .extracting(Trap::sentence)
                .noneMatch(sentence -> sentence.contains("only doors with mode off"));
    }

    @Test
    void aSoundSiteHasNoWarnings() {
        wiring.put(1L, new Wiring(true, true, List.of("its exit button (rex)", "its handle"), true, true));
        assertThat(warnings(HARD.formatted("", ""))).isEmpty();
        assertThat(wired(HARD.formatted("", ""))).isEmpty();
    }

    /// A box that follows a hub takes warnings for keys that it passes over.
    @Test
    void whatAHubSendsHasNoWarnings() {
        String text = site(HARD.formatted(", forgive_after: []", ", auto_unlock: {shift: 1}"));
        assertThat(SiteFile.told("hub", text).passedOver()).isEmpty();
    }
}
