package dev.lintel.controller.config;

import dev.lintel.controller.config.ChannelWiring.Egress;
import dev.lintel.controller.config.ChannelWiring.Fail;
import dev.lintel.controller.config.ChannelWiring.ReaderConfig;
import dev.lintel.controller.config.ChannelWiring.Strike;
import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.controller.config.ControllerConfig.Listen;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.hardware.HardwarePlan.Bus;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring.Osdp;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring.Wiegand;
import dev.lintel.reader.keypad.Keypad;
import java.util.List;
import java.util.Map;

/// The box without a `controller.yaml`: simulated hardware and two doors, one of each kind of reader.
public final class DemoConfig {
    static final String NAME = "Lintel";
    static final String CHIP = "/dev/gpiochip0";

    private static final String BUS = "rs485-1";
    /// The fastest the drivers know: the simulator's line is as quick as it is told.
    private static final int BAUD = 115_200;

    private DemoConfig() {}

    public static ControllerConfig create() {
        return new ControllerConfig(
                NAME,
                Listen.DEFAULT,
                null,
                ControllerConfig.RATE_LIMIT,
                false,
                HardwareKind.SIMULATED,
                CHIP,
                buses(),
                channels(),
                List.of(),
                List.of());
    }

    static Map<String, Bus> buses() {
        return Map.of(BUS, new Bus(BUS, BAUD));
    }

    static List<ChannelWiring> channels() {
        return List.of(frontDoor(), backDoor());
    }

    private static ChannelWiring frontDoor() {
        var entry = ReaderConfig.usual(new Osdp(BUS, 0));
        return new ChannelWiring(1, Map.of("entry", entry), strike(17), low(27), low(22), low(23), Egress.MECHANICAL);
    }

    private static ChannelWiring backDoor() {
        var wires = new Wiegand(new WirePair(14, 15), low(5), low(6), low(13), Keypad.of("burst4"));
        var entry = ReaderConfig.usual(wires);
        return new ChannelWiring(2, Map.of("entry", entry), strike(18), low(24), low(25), low(26), Egress.MECHANICAL);
    }

    private static Strike strike(int line) {
        return new Strike(new LineSpec(line, true), Fail.SECURE);
    }

    private static LineSpec low(int line) {
        return new LineSpec(line, false);
    }
}
