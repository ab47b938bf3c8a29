package dev.lintel.controller.commission;

import dev.lintel.controller.config.BoxInputs.FireZone;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ChannelWiring.ReaderConfig;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.FireRelease;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.HardwarePlan.Bus;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring.Wiegand;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a test of a door depends on, in words: its result holds for as long as they are the same. Pure.
///
/// ```
///   entry reader     OSDP: bus, its port and speed, address, key; serial: its port and what it speaks there;
///                    Wiegand: the chip and both lines
///   its light        the same, and the lines of its lamps and buzzer
///   all others       the chip, and their own line
/// ```
final class TestBasis {
    private TestBasis() {}

    static String of(DoorTest test, ChannelWiring wiring, ControllerConfig config) {
        String chip = config.hardware().word() + " " + config.chip() + "; ";
        String fire = fire(config.inputs().fireZones(wiring.unit()));
        return switch (test) {
            case ENTRY_READER -> reader("entry", wiring, config, chip);
            case EXIT_READER -> reader("exit", wiring, config, chip);
            case ENTRY_LIGHT -> reader("entry", wiring, config, chip) + lamps("entry", wiring);
            case EXIT_LIGHT -> reader("exit", wiring, config, chip) + lamps("exit", wiring);
            case STRIKE ->
                chip + line(wiring.strike().energised()) + ", "
                        + wiring.strike().fail();
            case CONTACT -> chip + line(wiring.contact());
            case REX -> chip + line(wiring.rex()) + (wiring.rexReleases() ? "" : ", tells only");
            case AUX -> chip + line(wiring.aux());
            case TAMPER -> chip + line(wiring.tamper());
            case SOUNDER -> chip + line(wiring.alarm());
            case FIRE -> chip + fire;
            case FIRE_RELEASE ->
                chip + line(wiring.strike().energised()) + ", "
                        + wiring.strike().fail() + "; " + FireRelease.words(wiring, config.inputs())
                        + "; fire input " + fire;
        };
    }

    private static String fire(List<FireZone> zones) {
        return zones.isEmpty()
                ? line(null)
                : zones.stream().map(zone -> line(zone.line())).collect(Collectors.joining("; "));
    }

    private static String reader(String side, ChannelWiring wiring, ControllerConfig config, String chip) {
        ReaderConfig reader = wiring.readers().get(side);
        if (reader == null) return "";
        String words = WiringWords.reader(reader);
        return switch (reader.wiring()) {
            case ReaderWiring.Osdp osdp -> {
                Bus bus = config.buses().get(osdp.bus());
                yield words + (bus == null ? "" : "; " + bus.port() + ", " + bus.baud() + " baud");
            }
            case Wiegand wires ->
                chip + words + "; " + wires.data().bias().word()
                        + (wires.keypad() == null ? "" : ", " + wires.keypad().name());
            case ReaderWiring.Serial serial -> words + (serial.confirm() ? "; twice" : "");
        };
    }

    private static String lamps(String side, ChannelWiring wiring) {
        ReaderConfig reader = wiring.readers().get(side);
        if (reader == null || !(reader.wiring() instanceof Wiegand wires)) return "";
        return "; green " + line(wires.greenLed()) + "; red " + line(wires.redLed()) + "; buzzer "
                + line(wires.buzzer());
    }

    private static String line(@Nullable LineSpec line) {
        return line == null
                ? "none"
                : WiringWords.line(line) + ", " + line.bias().word();
    }
}
