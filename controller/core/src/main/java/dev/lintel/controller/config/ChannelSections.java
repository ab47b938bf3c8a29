package dev.lintel.controller.config;

import dev.lintel.controller.config.ChannelWiring.Egress;
import dev.lintel.controller.config.ChannelWiring.Fail;
import dev.lintel.controller.config.ChannelWiring.ReaderConfig;
import dev.lintel.controller.config.ChannelWiring.Strike;
import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.controller.yaml.Section;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.hardware.HardwarePlan.Bus;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring.Osdp;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring.Serial;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring.Wiegand;
import dev.lintel.reader.keypad.PinRules;
import dev.lintel.reader.serialcard.SerialProtocol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `channels:` of `controller.yaml` and holds what may stand in it only once: units, GPIO lines, addresses on
/// a bus. One reading, one instance.
final class ChannelSections {
    /// More doors than lines and buses of one board can serve.
    static final int CHANNELS_MAX = 64;

    static final int UNIT_MAX = 9_999;
    /// Chips have 54 (Pi) to some hundred lines; a larger number is a slip.
    private static final int LINE_MAX = 1_023;
    /// 127 is OSDP's broadcast address.
    private static final int ADDRESS_MAX = 126;

    private static final Map<String, String> CUT_LOOKS_LIKE =
            Map.of("contact", "a closed leaf", "tamper", "an open housing");
    private static final Map<String, Boolean> LEVELS = Map.of("high", true, "low", false);

    private final Section root;
    private final Map<String, Bus> buses;
    private final ReaderSections cards;
    private static final String SECRET_PREFIX = "secret:";
    /// The name is a file's: nothing that leads out of the folder.
    private static final Pattern SECRET = Pattern.compile(SECRET_PREFIX + "[a-z0-9][a-z0-9-]{0,62}");

    private final Map<Integer, String> lines = new HashMap<>();
    private final Map<Osdp, String> addresses = new HashMap<>();
    private final Map<Integer, Integer> units = new HashMap<>();
    private final Map<String, String> ports = new HashMap<>();
    private final HardwareKind hardware;

    ChannelSections(Section root, Map<String, Bus> buses, ReaderSections cards, HardwareKind hardware) {
        this.root = root;
        this.buses = buses;
        this.cards = cards;
        this.hardware = hardware;
        buses.forEach((name, bus) -> ports.put(bus.port(), "port of bus '" + name + "'"));
    }

    List<ChannelWiring> read() {
        List<Section> sections = root.sections("channels").required(List.of());
        if (sections.size() > CHANNELS_MAX) root.fault("channels", "has more than " + CHANNELS_MAX + " channels");
        var channels = new ArrayList<ChannelWiring>();
        for (Section section : sections) channels.add(channel(section));
        return channels;
    }

    private ChannelWiring channel(Section channel) {
        int unit = channel.integer("unit", 1, UNIT_MAX).required(0);
        Integer first = unit == 0 ? null : units.putIfAbsent(unit, channel.line());
        if (first != null) channel.fault("unit", "is the unit of the channel in line " + first + " already");
        Map<String, ReaderConfig> readers = readers(channel, unit);
        Strike strike = strike(channel, unit);
        Section contactSection = channel.section("contact").orNull();
        LineSpec contact = input(contactSection, unit, "contact", "closed");
        Section rexSection = channel.section("rex").orNull();
        LineSpec rex = input(rexSection, unit, "rex", "active");
        boolean rexReleases = rexSection == null
                || rexSection
                        .choice("release", Map.of("on", true, "off", false))
                        .or(true);
        Section auxSection = channel.section("aux").orNull();
        LineSpec aux = input(auxSection, unit, "aux", "active");
        Section tamperSection = channel.section("tamper").orNull();
        LineSpec tamper = input(tamperSection, unit, "tamper", "active");
        LineSpec alarm = lineSpec(channel.section("alarm").orNull(), "active", "alarm of unit " + unit, true);
        Egress egress = channel.choice(
                        "egress", Map.of("mechanical", Egress.MECHANICAL, "controller", Egress.CONTROLLER))
                .required(Egress.MECHANICAL);
        if (egress == Egress.CONTROLLER && strike.fail() == Fail.SECURE) {
            channel.fault(
                    "egress",
                    "controller means that nobody leaves unless this box releases the lock: the strike must be "
                            + "'fail: safe', so that people get out without power too");
        }
        if (egress == Egress.CONTROLLER && !rexReleases) {
            channel.fault("rex", "must release the lock: nobody leaves otherwise (egress: controller)");
        }
        if (egress == Egress.CONTROLLER && rex == null && aux == null) {
            channel.fault(
                    "egress",
                    "controller means that nobody leaves unless this box releases the lock: a rex (or aux) line must "
                            + "be wired, which opens whatever becomes of readers, rights and decisions");
        }
        boolean cutByPanel = channel.flag("fire_panel_cuts_power").or(false);
        var debounce = new Debounce(
                Debounce.ofContact(contactSection),
                Debounce.ofExit(rexSection),
                Debounce.ofExit(auxSection),
                Debounce.ofContact(tamperSection));
        return new ChannelWiring(
                unit, readers, strike, contact, rex, rexReleases, aux, tamper, alarm, egress, cutByPanel, debounce);
    }

    private Map<String, ReaderConfig> readers(Section channel, int unit) {
        Section sides = channel.section("readers").orNull();
        if (sides == null) {
            return Map.of(); // a floor, or a door with exits only
        }
        Map<String, ReaderConfig> readers = new LinkedHashMap<>();
        for (String side : List.of("entry", "exit")) {
            Section reader = sides.section(side).orNull();
            if (reader == null) continue;
            String name = side + " reader of unit " + unit;
            ReaderConfig config = reader(reader, name);
            if (config != null) readers.put(side, config);
        }
        if (sides.keys().isEmpty()) channel.fault("readers", "must name an entry reader, an exit reader or both");
        return readers;
    }

    private @Nullable ReaderConfig reader(Section reader, String name) {
        CardFormats formats = cards.formats(reader);
        PinRules pins = cards.pins(reader);
        String driver = reader.choice("driver", Map.of("osdp", "osdp", "wiegand", "wiegand", "serial", "serial"))
                .required("");
        return switch (driver) {
            case "osdp" -> new ReaderConfig(osdp(reader, name), formats, pins);
            case "wiegand" -> new ReaderConfig(wiegand(reader, name, pins), formats, pins);
            case "serial" -> new ReaderConfig(serial(reader, name), formats, pins);
            default -> null;
        };
    }

    private ReaderWiring osdp(Section reader, String name) {
        String bus = reader.text("bus").required("");
        if (!bus.isEmpty() && !buses.containsKey(bus)) {
            String known = buses.isEmpty() ? "there are none" : "there are " + String.join(", ", buses.keySet());
            reader.fault("bus", "'" + bus + "' is not one of the buses; " + known);
        }
        int address = reader.integer("address", 0, ADDRESS_MAX).required(-1);
        String other = bus.isEmpty() || address < 0 ? null : addresses.putIfAbsent(new Osdp(bus, address), name);
        if (other != null) {
            reader.fault("address", "address " + address + " on bus '" + bus + "' is the " + other + " already");
        }
        return new Osdp(bus, address, key(reader));
    }

    /// The name of a key file; null for a plain wire.
    private static @Nullable String key(Section reader) {
        String written = reader.text("key")
                .that(text -> SECRET.matcher(text).matches()
                        ? null
                        : "must name a key file, such as secret:reader-1: keys never stand in this file")
                .orNull();
        return written == null ? null : written.substring(SECRET_PREFIX.length());
    }

    private ReaderWiring wiegand(Section reader, String name, PinRules pins) {
        int d0 = line(reader, "d0", "d0 of the " + name);
        int d1 = line(reader, "d1", "d1 of the " + name);
        LineSpec green = lineSpec(reader.section("green_led").orNull(), "active", "green LED of the " + name, false);
        LineSpec red = lineSpec(reader.section("red_led").orNull(), "active", "red LED of the " + name, false);
        LineSpec buzzer = lineSpec(reader.section("buzzer").orNull(), "active", "buzzer of the " + name, false);
        Bias bias = reader.choice("bias", Bias.byWord()).or(Bias.PULL_UP);
        if (bias == Bias.PULL_DOWN) {
            reader.warn("bias", "pull-down works against a reader's open collectors: its lines are high when idle");
        }
        return new Wiegand(new WirePair(d0, d1, bias), green, red, buzzer, cards.keypad(reader, pins));
    }

    private ReaderWiring serial(Section reader, String name) {
        String port = reader.text("port")
                .that(path -> SerialKeys.portFault(path, hardware))
                .required("");
        String other = port.isEmpty() ? null : ports.putIfAbsent(port, "port of the " + name);
        if (other != null) reader.fault("port", "is the " + other + " already");
        int baud = reader.integer("baud", 1, SerialKeys.BAUD_MAX)
                .that(SerialKeys::baudFault)
                .or(SerialKeys.BAUD);
        SerialProtocol protocol =
                reader.choice("protocol", SerialProtocol.byWord()).required(SerialProtocol.RDM6300);
        if (protocol == SerialProtocol.QR && reader.has("formats")) {
            reader.fault("formats", "a scanned code has no card format; remove the key");
        }
        boolean confirm = reader.choice("confirm", SerialKeys.CONFIRM).or(protocol.repeats());
        return new Serial(port, baud, protocol, confirm);
    }

    private Strike strike(Section channel, int unit) {
        Section strike = channel.section("strike").orNull();
        if (strike == null && !channel.has("strike")) channel.fault("strike", "is missing");
        LineSpec line = lineSpec(strike, "active", "strike of unit " + unit, true);
        if (strike == null || line == null) return new Strike(new LineSpec(0, true), Fail.SAFE);
        Fail fail = strike.choice("fail", Map.of("secure", Fail.SECURE, "safe", Fail.SAFE))
                .or(Fail.SECURE);
        return new Strike(line, fail);
    }

    /// Inputs are switches to ground unless the file says otherwise: they need no supply of their own. They are held
    /// at their inactive level unless it says otherwise, so that a cut wire is no button pressed and no leaf
    /// closed.
    private @Nullable LineSpec input(@Nullable Section section, int unit, String key, String levelKey) {
        LineSpec usual = lineSpec(section, levelKey, key + " of unit " + unit, false);
        if (section == null || usual == null) return null;
        Bias bias = section.choice("bias", Bias.byWord()).or(usual.bias());
        boolean towardsActive = bias == (usual.activeHigh() ? Bias.PULL_UP : Bias.PULL_DOWN);
        if (towardsActive) {
            section.warn(
                    "bias",
                    bias.word() + " makes a cut wire look like "
                            + CUT_LOOKS_LIKE.getOrDefault(key, "a pressed button"));
        }
        return new LineSpec(usual.line(), usual.activeHigh(), bias);
    }

    @Nullable
    LineSpec lineSpec(@Nullable Section section, String levelKey, String name, boolean activeHigh) {
        if (section == null) return null;
        int line = line(section, "line", name);
        return new LineSpec(line, section.choice(levelKey, LEVELS).or(activeHigh));
    }

    int line(Section section, String key, String name) {
        int line = section.integer(key, 0, LINE_MAX).required(-1);
        String other = line < 0 ? null : lines.putIfAbsent(line, name);
        if (other != null) section.fault(key, "line " + line + " is the " + other + " already");
        return Math.max(line, 0);
    }
}
