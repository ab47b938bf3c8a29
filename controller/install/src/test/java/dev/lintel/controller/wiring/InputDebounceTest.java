package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Each input of a door is opened with the debounce that `controller.yaml` has for it.
class InputDebounceTest {
    private final Map<Integer, Integer> opened = new TreeMap<>();

    /// Notes with which debounce a line is opened.
    private final class Lines implements GpioChip {
        @Override
        public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
            opened.put(line.line(), debounceMs);
            return () -> false;
        }

        @Override
        public OutputPoint output(LineSpec line) {
            return new OutputPoint() {
                @Override
                public void set(boolean active) {}

                @Override
                public boolean active() {
                    return false;
                }
            };
        }

        @Override
        public EdgeSource edges(WirePair lines, EdgeListener listener) {
            throw new GpioException("no reader is wired");
        }

        @Override
        public void release(int line) {}

        @Override
        public void close() {}
    }

    private Map<Integer, Integer> opened(String contact, String rex, String aux, String tamper) {
        String file = """
            channels:
              - unit: 1
                strike: {line: 17}
                contact: {line: 21%s}
                rex: {line: 22%s}
                aux: {line: 23%s}
                tamper: {line: 24%s}
                egress: mechanical
            """.formatted(contact, rex, aux, tamper);
        ControllerConfig config = switch (ConfigFile.parse("controller.yaml", file)) {
            case Checked.Valid<ControllerConfig> valid -> valid.value();
            case Checked.Faulty<ControllerConfig> faulty -> throw new AssertionError(faulty.faults());
        };
        var times = new AtomicReference<DoorTimes>(FirstSite.TIMES);
        var lines = new DoorLines(new Lines(), new HandTime("2026-03-02T10:00:00Z"), _ -> true, 1, times);
        lines.open(Objects.requireNonNull(config.channel(1)), Map.of());
        return opened;
    }

    @Test
    void withoutASettingItIsTenMilliseconds() {
        assertThat(opened("", "", "", "")).isEqualTo(Map.of(21, 10, 22, 10, 23, 10, 24, 10));
    }

    @Test
    void eachHasItsOwn() {
        assertThat(opened(", debounce: 150ms", ", debounce: 20ms", ", debounce: 0ms", ", debounce: 60ms"))
                .isEqualTo(Map.of(21, 150, 22, 20, 23, 0, 24, 60));
    }

    @Test
    void soHasASwitchThatReleasesNothing() {
        assertThat(opened("", ", release: off, debounce: 30ms", "", "")).containsEntry(22, 30);
    }
}
