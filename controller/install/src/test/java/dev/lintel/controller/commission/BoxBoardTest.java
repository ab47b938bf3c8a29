package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.action.OutputView;
import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwareProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/// The lines of the whole box, as an installer sees them.
class BoxBoardTest {
    private static final String FILE = """
            hardware: simulated
            channels:
              - {unit: 1, strike: {line: 17}, egress: mechanical}
            fire: [{name: East, line: 25, doors: [1]}]
            power: {line: 26}
            lockdown: [{name: Reception, line: 27, doors: all}]
            threat: [{name: Desk, line: 30, site: 1, level: 3}]
            inputs: [{name: bell, line: 28}]
            outputs: [{name: siren, line: 29}]
            """;

    private final ControllerConfig config = valid();
    private final Outputs outputs = new Outputs();

    private static ControllerConfig valid() {
        return switch (ConfigFile.parse("controller.yaml", FILE)) {
            case Checked.Valid<ControllerConfig>(var value) -> value;
            case Checked.Faulty<ControllerConfig> faulty -> throw new AssertionError(faulty.faults());
        };
    }

    private static final class Outputs implements OutputDesk {
        private volatile boolean on;

        @Override
        public List<OutputView> outputs() {
            return List.of(new OutputView("siren", on, List.of(), false, null));
        }

        @Override
        public Outcome test(String output, String by) {
            return new Outcome.Done();
        }
    }

    private Hardware hardware() {
        for (HardwareProvider provider : ServiceLoader.load(HardwareProvider.class)) {
            if (provider.name().equals("simulated")) return provider.open(config.toPlan(Map.of()), System::nanoTime);
        }
        throw new AssertionError("no simulator");
    }

    private static void open(GpioChip chip, int line) {
        chip.input(new LineSpec(line, false), 0, (_, _) -> {});
    }

    @Test
    void allLinesOfTheBoxAreShown_andEachChange() throws InterruptedException {
        try (Hardware hardware = hardware()) {
            var tap = new PointTap(hardware.gpio());
            tap.input(config.inputs().fire().getFirst().line(), 0, (_, _) -> {});
            for (int line : List.of(26, 27, 28, 30)) open(tap, line);
            var board = new BoxBoard(config, tap, outputs);
            assertThat(board.all())
                    .containsExactly(
                            new BoxPoint("fire East", false, false),
                            new BoxPoint("power", false, false),
                            new BoxPoint("lockdown Reception", false, false),
                            new BoxPoint("threat Desk", false, false),
                            new BoxPoint("input bell", false, false),
                            new BoxPoint("output siren", true, false));
            try (BoxBoard.Watch watch = board.watch()) {
                var simulator = Objects.requireNonNull(hardware.simulator());
                simulator.input("bell", true);
                simulator.input("bell", false);
                simulator.lockdownSwitch("Reception", true);
                outputs.on = true;
                var seen = new ArrayList<String>();
                while (seen.size() < 4) {
                    for (BoxPoint point : watch.changes()) seen.add(point.line() + " " + point.state());
                    Thread.onSpinWait();
                }
                assertThat(seen)
                        .containsExactlyInAnyOrder(
                                "input bell active",
                                "input bell inactive",
                                "lockdown Reception active",
                                "output siren on");
            }
        }
    }

    @Test
    void theReportNamesTheLinesOfTheBox() {
        assertThat(WiringWords.ofBox(config))
                .isEqualTo(Map.of(
                        "Fire input East", "line 25, active low, releases units 1",
                        "Mains failure", "line 26, active low",
                        "Lockdown switch Reception", "line 27, active low",
                        "Threat switch Desk", "line 30, active low, sets threat level 3 at site 1",
                        "Input bell", "line 28, active low",
                        "Output siren", "line 29, active high"));
    }
}
