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
import java.util.Set;

/// The box without a `controller.yaml`: simulated hardware and two doors, one of each kind of reader.
public final class DemoConfig {
    static final String NAME = "Lintel";
    static final String CHIP = "/dev/gpiochip0";

    /// The name of the key that the simulated OSDP reader has. A start makes the key where there is none.
    public static final String KEY = "demo-reader";

    private static final String BUS = "rs485-1";
    /// The fastest the drivers know: the simulator's line is as quick as it is told.
    private static final int BAUD = 115_200;

    /// The same as a file: what the first change of it is made in.
    public static final String TEXT = """
            # This box's wiring. Its set-up pages change parts of this file; what else you write here stays.
            hardware: simulated

            buses:
              rs485-1: {protocol: osdp, port: rs485-1, baud: 115200}

            channels:
              - unit: 1
                readers:
                  entry: {driver: osdp, bus: rs485-1, address: 0, key: secret:demo-reader}
                strike: {line: 17, active: high, fail: secure}
                contact: {line: 27}
                rex: {line: 22}
                aux: {line: 23}
                tamper: {line: 7}
                alarm: {line: 8}
                egress: mechanical
              - unit: 2
                readers:
                  entry:
                    driver: wiegand
                    d0: 14
                    d1: 15
                    keypad: burst4
                    green_led: {line: 5}
                    red_led: {line: 6}
                    buzzer: {line: 13}
                strike: {line: 18, active: high, fail: secure}
                contact: {line: 24}
                rex: {line: 25}
                aux: {line: 26}
                tamper: {line: 9}
                alarm: {line: 10}
                egress: mechanical

            fire: {line: 11, active: low, release: [1, 2]}
            outputs:
              - {name: siren, line: 19, active: high}
            inputs:
              - {name: bell, line: 20, active: low}
            """;

    private DemoConfig() {}

    public static ControllerConfig create() {
        return new ControllerConfig(
                NAME,
                Listen.DEFAULT,
                null,
                null,
                new TlsConfig.Own(),
                null,
                null,
                MobileConfig.USUAL,
                null,
                ControllerConfig.RATE_LIMIT,
                List.of(),
                ControllerConfig.Receivers.DEFAULT,
                MassGuard.DEFAULT,
                false,
                HardwareKind.SIMULATED,
                CHIP,
                buses(),
                channels(),
                inputs(),
                points(),
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
        var entry = ReaderConfig.usual(new Osdp(BUS, 0, KEY));
        return door(1, entry, List.of(17, 27, 22, 23, 7, 8));
    }

    private static ChannelWiring backDoor() {
        var wires = new Wiegand(new WirePair(14, 15), low(5), low(6), low(13), Keypad.of("burst4"));
        var entry = ReaderConfig.usual(wires);
        return door(2, entry, List.of(18, 24, 25, 26, 9, 10));
    }

    /// `lines`: strike, contact, REX, auxiliary input, tamper, sounder.
    private static ChannelWiring door(int unit, ReaderConfig entry, List<Integer> lines) {
        return new ChannelWiring(
                unit,
                Map.of("entry", entry),
                strike(lines.get(0)),
                low(lines.get(1)),
                low(lines.get(2)),
                true,
                low(lines.get(3)),
                low(lines.get(4)),
                new LineSpec(lines.get(5), true),
                Egress.MECHANICAL,
                false);
    }

    /// Its fire input releases both doors.
    static BoxInputs inputs() {
        return new BoxInputs(List.of(new BoxInputs.FireZone(BoxInputs.fireLine(11, false), Set.of(1, 2))), null, null);
    }

    /// An alarm relay and a bell push, for actions of the site to try.
    static BoxPoints points() {
        return new BoxPoints(
                List.of(new BoxPoints.NamedInput("bell", low(20), Debounce.USUAL_MS, null)),
                List.of(new BoxPoints.NamedOutput("siren", new LineSpec(19, true))));
    }

    private static Strike strike(int line) {
        return new Strike(new LineSpec(line, true), Fail.SECURE);
    }

    private static LineSpec low(int line) {
        return new LineSpec(line, false);
    }
}
