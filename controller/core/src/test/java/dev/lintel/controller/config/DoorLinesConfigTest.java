package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.BoxInputs.Locks;
import dev.lintel.controller.config.BoxInputs.Order;
import dev.lintel.controller.config.BoxInputs.SiteThreat;
import dev.lintel.controller.config.BoxInputs.SwitchInput;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.LineSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tamper, sounder, fire, power, and exits that release nothing.
class DoorLinesConfigTest {
    private static final String DOOR = """
            channels:
              - unit: 1
                strike: {line: 17}
                rex: {line: 22, release: off}
                tamper: {line: 24}
                alarm: {line: 16}
                egress: mechanical
            """;

    private static ControllerConfig valid(String text) {
        return switch (ConfigFile.parse("controller.yaml", text)) {
            case Checked.Valid<ControllerConfig> valid -> valid.value();
            case Checked.Faulty<ControllerConfig> faulty -> throw new AssertionError(faulty.faults());
        };
    }

    private static List<String> faults(String text) {
        return switch (ConfigFile.parse("controller.yaml", text)) {
            case Checked.Valid<ControllerConfig> _ -> List.of();
            case Checked.Faulty<ControllerConfig> faulty ->
                faulty.faults().stream().map(Fault::toString).toList();
        };
    }

    @Test
    void aDoorWithoutReadersHasItsSwitchesAndItsSounder() {
        ChannelWiring door = Objects.requireNonNull(valid(DOOR).channel(1));
        assertThat(door.readers()).isEmpty();
        assertThat(door.rexReleases()).isFalse();
        assertThat(door.tamper()).isEqualTo(new LineSpec(24, false));
        assertThat(door.alarm()).isEqualTo(new LineSpec(16, true));
        assertThat(valid(DOOR).inputs()).isEqualTo(BoxInputs.NONE);
    }

    @Test
    void eachInputHasItsDebounce() {
        assertThat(Objects.requireNonNull(valid(DOOR).channel(1)).debounce()).isEqualTo(Debounce.USUAL);
        String door = """
                channels:
                  - unit: 1
                    strike: {line: 17}
                    contact: {line: 21, debounce: 200ms}
                    rex: {line: 22, debounce: 100ms}
                    aux: {line: 23, debounce: 0ms}
                    tamper: {line: 24, debounce: 50ms}
                    egress: mechanical
                """;
        assertThat(Objects.requireNonNull(valid(door).channel(1)).debounce()).isEqualTo(new Debounce(200, 100, 0, 50));
        assertThat(faults(door.replace("200ms", "201ms")))
                .containsExactly("controller.yaml:4: channels[0].contact.debounce: must be from 0s to 200ms");
        assertThat(faults(door.replace("100ms", "101ms")))
                .containsExactly("controller.yaml:5: channels[0].rex.debounce: must be from 0s to 100ms");
    }

    @Test
    void aCutFireCableReleasesTheDoors() {
        BoxInputs low = valid(DOOR + "fire: {line: 25, release: [1]}").inputs();
        assertThat(low.fire())
                .containsExactly(new BoxInputs.FireZone(new LineSpec(25, false, Bias.PULL_DOWN), Set.of(1)));
        BoxInputs high =
                valid(DOOR + "fire: {line: 25, active: high, release: [1]}").inputs();
        assertThat(high.fire().getFirst().line()).isEqualTo(new LineSpec(25, true, Bias.PULL_UP));
        assertThat(valid(DOOR + "fire: {line: 25, bias: pull-up, release: [1]}").warnings())
                .singleElement()
                .asString()
                .contains("a cut cable does not release");
    }

    @Test
    void thePowerInputIsALineOfTheBox() {
        assertThat(valid(DOOR + "power: {line: 26}").inputs().power()).isEqualTo(new LineSpec(26, false));
    }

    @Test
    void batteryInput_isALineOfTheBoxAlone() {
        assertThat(valid(DOOR + "battery_low: {line: 27, active: high}")
                        .inputs()
                        .batteryLow())
                .isEqualTo(new LineSpec(27, true));
        assertThat(faults(DOOR + "power: {line: 26}\nbattery_low: {line: 26}"))
                .singleElement()
                .asString()
                .contains("battery_low.line")
                .contains("power input already");
        assertThat(faults("battery_low: {line: 26}")).singleElement().asString().contains("needs 'channels'");
    }

    @Test
    void fireNamesDoorsThatAreThereOnALineOfItsOwn() {
        assertThat(faults(DOOR + "fire: {line: 25}")).singleElement().asString().contains("release");
        assertThat(faults(DOOR + "fire: {line: 25, release: []}"))
                .singleElement()
                .asString()
                .contains("at least one");
        assertThat(faults(DOOR + "fire: {line: 25, release: [2]}"))
                .singleElement()
                .asString()
                .contains("none of");
        assertThat(faults(DOOR + "fire: {line: 16, release: [1]}"))
                .singleElement()
                .asString()
                .contains("alarm of unit 1 already");
        assertThat(faults("fire: {line: 25, release: [1]}"))
                .singleElement()
                .asString()
                .contains("needs 'channels'");
    }

    private static String zones(String... zones) {
        return DOOR + "fire:\n"
                + Arrays.stream(zones).map(zone -> "  - {" + zone + "}\n").collect(Collectors.joining());
    }

    @Test
    void fireZones_haveNamesLinesAndDoors() {
        String second = """
                  - unit: 2
                    strike: {line: 18}
                    egress: mechanical
                """;
        BoxInputs inputs = valid(DOOR + second.indent(0) + """
                fire:
                  - {name: East wing, line: 25, doors: [1, 2]}
                  - {name: West wing, line: 26, active: high, doors: [2]}
                """).inputs();
        assertThat(inputs.fire())
                .containsExactly(
                        new BoxInputs.FireZone("East wing", new LineSpec(25, false, Bias.PULL_DOWN), Set.of(1, 2)),
                        new BoxInputs.FireZone("West wing", new LineSpec(26, true, Bias.PULL_UP), Set.of(2)));
        assertThat(inputs.fireZones(1)).extracting(BoxInputs.FireZone::name).containsExactly("East wing");
        assertThat(inputs.fireZones(2)).hasSize(2);
    }

    @Test
    void fireZones_areRefusedWhereOneIsNotWhole() {
        assertThat(faults(zones("line: 25, doors: [1]")))
                .singleElement()
                .asString()
                .contains("name: is missing");
        assertThat(faults(zones("name: East, line: 25")))
                .singleElement()
                .asString()
                .contains("doors: is missing");
        assertThat(faults(zones("name: East, line: 25, doors: []")))
                .singleElement()
                .asString()
                .contains("at least one unit");
        assertThat(faults(zones("name: East, line: 25, doors: [7]")))
                .singleElement()
                .asString()
                .contains("unit 7 is none of the channels");
        assertThat(faults(zones("name: East, line: 25, doors: [1]", "name: East, line: 26, doors: [1]")))
                .singleElement()
                .asString()
                .contains("'East' is the name of the one in line");
        assertThat(faults(zones("name: East, line: 25, doors: [1]", "name: West, line: 25, doors: [1]")))
                .singleElement()
                .asString()
                .contains("line of fire zone 'East' already");
        assertThat(faults(DOOR + "fire: []")).singleElement().asString().contains("at least one zone");
        assertThat(faults(zones("name: East, line: 25, release: [1], doors: [1]")))
                .singleElement()
                .asString()
                .contains("release");
    }

    @Test
    void doorThatOnlyTheBoxOpens_isReportedWhereNoZoneReleasesIt() {
        String maglocks = """
                channels:
                  - {unit: 1, strike: {line: 17, fail: safe}, rex: {line: 22}, egress: controller}
                  - {unit: 2, strike: {line: 18, fail: safe}, rex: {line: 23}, egress: controller}
                fire:
                  - {name: East, line: 25, doors: [1]}
                """;
        assertThat(valid(maglocks).warnings()).singleElement().asString().contains("nothing releases unit 2 in a fire");
        assertThat(FireRelease.fault(valid(maglocks).channels(), valid(maglocks).inputs()))
                .contains("unit 2");
        assertThat(valid(maglocks.replace("doors: [1]", "doors: [2, 1]")).warnings())
                .isEmpty();
    }

    private static String switches(String... switches) {
        return DOOR + "lockdown:\n"
                + Arrays.stream(switches).map(one -> "  - {" + one + "}\n").collect(Collectors.joining());
    }

    @Test
    void lockdownSwitches_haveNamesLinesAndDoors() {
        assertThat(valid(switches(
                                "name: Reception, line: 30, doors: all",
                                "name: Guard, line: 31, check: 32, active: high, doors: [1], locks: [card, rex],"
                                        + " until: released"))
                        .inputs()
                        .lockdown())
                .containsExactly(
                        new SwitchInput(
                                Order.LOCKDOWN,
                                "Reception",
                                new LineSpec(30, false),
                                null,
                                Set.of(),
                                Set.of(Locks.CARD),
                                false),
                        new SwitchInput(
                                Order.LOCKDOWN,
                                "Guard",
                                new LineSpec(31, true),
                                new LineSpec(32, true),
                                Set.of(1),
                                Set.of(Locks.CARD, Locks.REX),
                                true));
    }

    @Test
    void evacuationSwitches_areReadAsLockdownSwitches_butLockNothing() {
        String evacuation = switches("name: Gate, line: 30, check: 32, doors: [1], until: released")
                .replace("lockdown:", "evacuation:");
        var gate = new SwitchInput(
                Order.EVACUATION, "Gate", new LineSpec(30, false), new LineSpec(32, false), Set.of(1), Set.of(), true);
        assertThat(valid(evacuation).inputs().evacuation()).containsExactly(gate);
        assertThat(valid(evacuation).inputs().lockdown()).isEmpty();
        assertThat(valid(evacuation).inputs().switches()).containsExactly(gate);
        assertThat(faults(evacuation.replace("check: 32, ", "")))
                .singleElement()
                .asString()
                .contains("would end the evacuation");
        assertThat(faults(evacuation.replace("doors: [1]", "doors: [1], locks: [card]")))
                .singleElement()
                .asString()
                .contains("locks");
        assertThat(faults(evacuation.replace("line: 30", "line: 17")))
                .singleElement()
                .asString()
                .contains("strike of");
    }

    private static String threat(String one) {
        return switches(one).replace("lockdown:", "threat:");
    }

    @Test
    void threatSwitches_setALevelOfASite() {
        String key = "name: Porter, line: 30, check: 32, site: 7, level: 4, until: released, back: 1";
        var porter = new SwitchInput(
                Order.THREAT,
                "Porter",
                new LineSpec(30, false),
                new LineSpec(32, false),
                Set.of(),
                Set.of(),
                true,
                new SiteThreat(7, 4, false, 1));
        assertThat(valid(threat(key)).inputs().threat()).containsExactly(porter);
        assertThat(valid(threat(key)).inputs().switches()).containsExactly(porter);
        assertThat(valid(threat("name: Clear, line: 30, site: 1, level: 0, lower: on"))
                        .inputs()
                        .threat()
                        .getFirst()
                        .threat())
                .isEqualTo(new SiteThreat(1, 0, true, null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            line: 30, level: 3                                                  | site: is missing
            line: 30, site: 1                                                   | level: is missing
            line: 30, site: 1, level: 6                                         | level: must be
            line: 30, site: 1, level: 0                                         | add 'lower: on'
            line: 30, site: 1, level: 3, back: 0                                | back: needs 'until: released'
            line: 30, check: 31, site: 1, level: 3, back: 3, until: released    | back: must be lower than the level
            line: 30, site: 1, level: 3, until: released                        | would end the threat level
            line: 30, site: 1, level: 3, doors: all                             | doors
            line: 17, site: 1, level: 3                                         | strike of
            """)
    void threatSwitches_areRefusedWhereOneIsNotWhole(String keys, String fault) {
        assertThat(faults(threat("name: A, " + keys)))
                .singleElement()
                .asString()
                .contains(fault);
    }

    @Test
    void lockdownSwitches_areRefusedWhereOneIsNotWhole() {
        assertThat(faults(switches("line: 30, doors: all")))
                .singleElement()
                .asString()
                .contains("name: is missing");
        assertThat(faults(switches("name: A, line: 30")))
                .singleElement()
                .asString()
                .contains("doors: is missing");
        assertThat(faults(switches("name: A, line: 30, doors: some")))
                .singleElement()
                .asString()
                .contains("all");
        assertThat(faults(switches("name: A, line: 30, doors: [7]")))
                .singleElement()
                .asString()
                .contains("unit 7 is none of the channels");
        assertThat(faults(switches("name: A, line: 30, doors: all", "name: A, line: 31, doors: all")))
                .singleElement()
                .asString()
                .contains("'A' is the name of the one in line");
        assertThat(faults(switches("name: A, line: 17, doors: all")))
                .singleElement()
                .asString()
                .contains("strike of");
        assertThat(faults(switches("name: A, line: 30, check: 30, doors: all")))
                .singleElement()
                .asString()
                .contains("line of lockdown switch 'A' already");
        assertThat(faults(switches("name: A, line: 30, doors: all, locks: [door]")))
                .singleElement()
                .asString()
                .contains("must be card, rex or aux");
        assertThat(faults(switches("name: A, line: 30, doors: all, locks: []")))
                .singleElement()
                .asString()
                .contains("must name card");
        assertThat(faults(switches("name: A, line: 30, doors: all, until: released")))
                .singleElement()
                .asString()
                .contains("until: released needs 'check'");
        assertThat(faults("lockdown: [{name: A, line: 30, doors: all}]"))
                .singleElement()
                .asString()
                .contains("needs 'channels'");
    }

    @Test
    void exitsThatPeopleNeed_areNotLockedDown() {
        String maglock = """
                channels:
                  - {unit: 1, strike: {line: 17, fail: safe}, rex: {line: 22}, egress: controller,
                     fire_panel_cuts_power: true}
                lockdown:
                  - {name: A, line: 30, doors: all, locks: [card, rex]}
                """;
        assertThat(valid(maglock).warnings())
                .singleElement()
                .asString()
                .contains("exits of unit 1 are not locked down");
        assertThat(valid(maglock.replace(", rex]", "]")).warnings()).isEmpty();
    }

    @Test
    void whereLeavingDependsOnTheBoxTheExitButtonReleases() {
        String door = """
                channels:
                  - unit: 1
                    strike: {line: 17, fail: safe}
                    rex: {line: 22, release: off}
                    egress: controller
                """;
        assertThat(faults(door)).singleElement().asString().contains("nobody leaves otherwise");
        assertThat(faults(door.replace("off", "on"))).isEmpty();
    }
}
