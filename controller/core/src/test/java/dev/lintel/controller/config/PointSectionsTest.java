package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.BoxPoints.NamedInput;
import dev.lintel.controller.config.BoxPoints.NamedOutput;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwarePlan.BoxInput;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `inputs:` and `outputs:` of controller.yaml.
class PointSectionsTest {
    private static final String DOOR = """
            power: {line: 50}
            channels:
              - unit: 1
                strike: {line: 17}
                egress: mechanical
            """;

    private static Checked<ControllerConfig> read(String text) {
        return ConfigFile.parse("controller.yaml", DOOR + text);
    }

    private static ControllerConfig valid(String text) {
        return switch (read(text)) {
            case Checked.Valid<ControllerConfig>(var value) -> value;
            case Checked.Faulty<ControllerConfig> faulty -> throw new AssertionError(faulty.faults());
        };
    }

    private static List<String> faults(String text) {
        return switch (read(text)) {
            case Checked.Valid<ControllerConfig> _ -> List.of();
            case Checked.Faulty<ControllerConfig>(var faults) ->
                faults.stream().map(Fault::toString).toList();
        };
    }

    @Test
    void namedLinesAreRead_andPartOfThePlan() {
        ControllerConfig config = valid("""
                outputs:
                  - {name: siren, line: 40}
                  - {name: light_2, line: 41, active: low}
                inputs:
                  - {name: bell, line: 42}
                  - {name: siren_on, line: 43, active: high, bias: off, debounce: 50ms, wired_to: siren}
                """);
        BoxPoints points = config.points();
        assertThat(points.outputs())
                .containsExactly(
                        new NamedOutput("siren", new LineSpec(40, true)),
                        new NamedOutput("light_2", new LineSpec(41, false)));
        assertThat(points.inputs())
                .containsExactly(
                        new NamedInput("bell", new LineSpec(42, false), Debounce.USUAL_MS, null),
                        new NamedInput("siren_on", new LineSpec(43, true, Bias.OFF), 50, "siren"));
        assertThat(points.wires()).isEqualTo(Map.of("siren", List.of("siren_on")));
        HardwarePlan plan = config.toPlan(Map.of());
        assertThat(plan.outputs()).extracting(HardwarePlan.BoxOutput::name).containsExactly("siren", "light_2");
        assertThat(plan.inputs())
                .extracting(BoxInput::kind)
                .containsExactly(BoxInput.Kind.POWER, BoxInput.Kind.NAMED, BoxInput.Kind.NAMED);
        assertThat(valid("").points()).isEqualTo(BoxPoints.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            outputs: [{name: siren, line: 17}]                | outputs[0].line: line 17 is the strike of unit 1 already
            inputs: [{name: bell, line: 50}]                  | inputs[0].line: line 50 is the power input already
            outputs: [{name: a, line: 3}, {name: b, line: 3}] | outputs[1].line: line 3 is the output 'a' already
            outputs: [{name: a, line: 3}, {name: a, line: 4}] | outputs[1].name: 'a' is the name of the one in line
            outputs: [{line: 3}]                              | outputs[0].name: is missing
            outputs: [{name: Siren, line: 3}]                 | outputs[0].name: must be lower-case letters
            outputs: [{name: a}]                              | outputs[0].line: is missing
            outputs: [{name: a, line: 3, fail: safe}]         | outputs[0].fail: is not
            inputs: [{name: power, line: 3}] | inputs[0].name: 'power' is the name of the box's own input
            inputs: [{name: a, line: 3, wired_to: b}]         | inputs[0].wired_to: there is no 'b' among the outputs
            inputs: [{name: a, line: 3, active: up}]          | inputs[0].active: must be
            """)
    void aFaultNamesItsKey(String lines, String fault) {
        assertThat(faults(lines + "\n"))
                .anySatisfy(sentence -> assertThat(sentence).contains(fault));
    }

    @Test
    void aCutWireThatLooksActiveIsWarnedOf() {
        ControllerConfig config = valid("inputs: [{name: a, line: 3, active: high, bias: pull-up}]\n");
        assertThat(config.warnings())
                .extracting(Fault::toString)
                .anySatisfy(warning -> assertThat(warning).contains("makes a cut wire look like an active input"));
    }
}
