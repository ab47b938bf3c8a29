package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.LineSpec;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

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
        assertThat(low.fire()).isEqualTo(new BoxInputs.Fire(new LineSpec(25, false, Bias.PULL_DOWN), Set.of(1)));
        BoxInputs high =
                valid(DOOR + "fire: {line: 25, active: high, release: [1]}").inputs();
        assertThat(Objects.requireNonNull(high.fire()).line()).isEqualTo(new LineSpec(25, true, Bias.PULL_UP));
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
