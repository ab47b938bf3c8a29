package dev.lintel.controller.commission;

import dev.lintel.controller.config.BoxInputs;
import dev.lintel.controller.config.BoxPoints;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ChannelWiring.Egress;
import dev.lintel.controller.config.ChannelWiring.ReaderConfig;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.FireRelease;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How a door is wired, in words for a page and a report. Pure.
public final class WiringWords {
    private WiringWords() {}

    /// By part, in the order of [DoorForm].
    public static Map<String, String> of(ChannelWiring wiring, BoxInputs inputs) {
        Map<String, String> words = new LinkedHashMap<>();
        for (String side : DoorForm.SIDES) {
            ReaderConfig reader = wiring.readers().get(side);
            if (reader != null) words.put(side + " reader", reader(reader));
        }
        String fail = wiring.strike().fail() == ChannelWiring.Fail.SAFE ? "fail safe" : "fail secure";
        words.put("strike", line(wiring.strike().energised()) + ", " + fail);
        put(words, "contact", wiring.contact());
        put(words, "request to exit", wiring.rex());
        if (wiring.rex() != null && !wiring.rexReleases())
            words.merge("request to exit", ", tells only", String::concat);
        put(words, "auxiliary input", wiring.aux());
        put(words, "tamper switch", wiring.tamper());
        put(words, "sounder", wiring.alarm());
        boolean mechanical = wiring.egress() == Egress.MECHANICAL;
        words.put("way out", mechanical ? "mechanical, whatever the box does" : "by this box only");
        words.put("in a fire", FireRelease.words(wiring, inputs));
        return words;
    }

    /// The lines of the whole box, by what they are.
    public static Map<String, String> ofBox(ControllerConfig config) {
        Map<String, String> words = new LinkedHashMap<>();
        BoxInputs inputs = config.inputs();
        for (BoxInputs.FireZone zone : inputs.fire()) {
            String doors =
                    new TreeSet<>(zone.release()).stream().map(String::valueOf).collect(Collectors.joining(", "));
            words.put(("Fire input " + zone.name()).strip(), line(zone.line()) + ", releases units " + doors);
        }
        put(words, "Mains failure", inputs.power());
        put(words, "Low battery", inputs.batteryLow());
        for (BoxInputs.SwitchInput one : inputs.switches()) {
            String order = switch (one.order()) {
                case LOCKDOWN -> "Lockdown";
                case EVACUATION -> "Evacuation";
                case THREAT -> "Threat";
            };
            words.put(order + " switch " + one.name(), line(one.line()) + threat(one.threat()));
        }
        for (BoxPoints.NamedInput input : config.points().inputs()) put(words, "Input " + input.name(), input.line());
        for (BoxPoints.NamedOutput output : config.points().outputs())
            put(words, "Output " + output.name(), output.line());
        return words;
    }

    private static String threat(BoxInputs.@Nullable SiteThreat threat) {
        return threat == null ? "" : ", sets threat level " + threat.level() + " at site " + threat.siteId();
    }

    private static void put(Map<String, String> words, String part, @Nullable LineSpec line) {
        if (line != null) words.put(part, line(line));
    }

    static String line(LineSpec line) {
        return "line " + line.line() + ", active " + (line.activeHigh() ? "high" : "low");
    }

    static String reader(ReaderConfig reader) {
        List<String> parts = new ArrayList<>();
        switch (reader.wiring()) {
            case ReaderWiring.Osdp osdp -> {
                parts.add("OSDP on " + osdp.bus() + ", address " + osdp.address());
                parts.add(osdp.key() == null ? "in the clear" : "secure channel, key " + osdp.key());
            }
            case ReaderWiring.Wiegand wires -> {
                parts.add("Wiegand, D0 line " + wires.data().d0() + ", D1 line "
                        + wires.data().d1());
                if (wires.keypad() != null) parts.add("keypad");
            }
            case ReaderWiring.Serial serial -> {
                String protocol =
                        serial.protocol().name().toLowerCase(Locale.ROOT).replace('_', '-');
                parts.add("serial on " + serial.port() + ", " + serial.baud() + " baud, " + protocol);
            }
        }
        parts.add("formats " + reader.formats());
        return String.join("; ", parts);
    }
}
