package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Checked.Faulty;
import dev.lintel.controller.yaml.Checked.Valid;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring.Wiegand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What `controller.yaml` says about the chip's own resistors.
class BiasConfigTest {
    private static final String DOOR = """
            channels:
              - unit: 1
                readers:
                  entry: {driver: wiegand, d0: 14, d1: 15%s}
                strike: {line: 17}
                contact: {line: 27, closed: %s}
                rex: {line: 22%s}
                egress: mechanical
            """;

    @ParameterizedTest
    @EnumSource(Bias.class)
    void everyKindReachesInputsAndDataLines(Bias bias) {
        String key = ", bias: " + bias.word();
        HardwarePlan.Doorway door = plan(DOOR.formatted(key, "low" + key, key));
        assertThat(door.contact()).isEqualTo(new LineSpec(27, false, bias));
        assertThat(door.rex()).isEqualTo(new LineSpec(22, false, bias));
        assertThat(door.readers().get("entry"))
                .isInstanceOfSatisfying(Wiegand.class, w -> assertThat(w.data()).isEqualTo(new WirePair(14, 15, bias)));
    }

    @Test
    void withoutAWordInputsRestInactiveAndDataLinesHigh() {
        HardwarePlan.Doorway door = plan(DOOR.formatted("", "high", ""));
        assertThat(door.contact()).isEqualTo(new LineSpec(27, true, Bias.PULL_DOWN));
        assertThat(door.rex()).isEqualTo(new LineSpec(22, false, Bias.PULL_UP));
        assertThat(door.readers().get("entry"))
                .isInstanceOfSatisfying(Wiegand.class, w -> assertThat(w.data()).isEqualTo(new WirePair(14, 15)));
    }

    @Test
    void aCutWireThatWouldLookActiveIsWarnedOf() {
        ControllerConfig config =
                config(DOOR.formatted(", bias: pull-down", "low, bias: pull-down", ", bias: pull-down"));
        assertThat(config.warnings().stream().map(Fault::toString))
                .anyMatch(w -> w.contains("contact") && w.contains("closed leaf"))
                .anyMatch(w -> w.contains("rex") && w.contains("pressed button"))
                .anyMatch(w -> w.contains("entry") && w.contains("open collectors"));
        assertThat(config(DOOR.formatted("", "low", "")).warnings()).isEmpty();
    }

    @Test
    void anotherWordAndAResistorForAnOutputAreFaults() {
        assertThat(load(DOOR.formatted(", bias: up", "low", "")))
                .isInstanceOfSatisfying(
                        Faulty.class,
                        f -> assertThat(f.toString()).contains("bias").contains("pull-up"));
        assertThat(load(DOOR.formatted("", "low", "").replace("strike: {line: 17}", "strike: {line: 17, bias: off}")))
                .isInstanceOf(Faulty.class);
    }

    private static HardwarePlan.Doorway plan(String text) {
        return config(text).toPlan(Map.of()).doors().getFirst();
    }

    private static ControllerConfig config(String text) {
        return switch (load(text)) {
            case Valid<ControllerConfig>(ControllerConfig config) -> config;
            case Faulty<ControllerConfig>(List<Fault> faults) -> throw new AssertionError(faults.toString());
        };
    }

    private static Checked<ControllerConfig> load(String text) {
        return ConfigFile.parse("controller.yaml", text);
    }
}
