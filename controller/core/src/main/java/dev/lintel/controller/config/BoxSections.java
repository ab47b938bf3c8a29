package dev.lintel.controller.config;

import dev.lintel.controller.config.BoxInputs.FireZone;
import dev.lintel.controller.config.BoxInputs.Order;
import dev.lintel.controller.yaml.Section;
import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.LineSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads the inputs of `controller.yaml` that are the whole box's, after its channels: a line can be used only once.
///
/// ```
///   fire: {line: 25, release: [1, 2]}                  one zone
///   fire: [{name: East, line: 25, doors: [1, 2]}, …]   several, each with a name and its doors
/// ```
final class BoxSections {
    /// A door keeps a bit for each: see `FireHold`.
    private static final int ZONES_MAX = Long.SIZE;

    private static final String FIRE = "fire";
    private static final String NAME = "name";

    private final Section root;
    private final ChannelSections lines;
    private final List<ChannelWiring> channels;
    private final Set<Integer> units;

    /// `lines` knows which lines the channels have.
    BoxSections(Section root, ChannelSections lines, List<ChannelWiring> channels) {
        this.root = root;
        this.lines = lines;
        this.channels = channels;
        this.units = channels.stream().map(ChannelWiring::unit).collect(Collectors.toSet());
    }

    BoxInputs read() {
        return new BoxInputs(
                fire(),
                line("power", "power input"),
                line("battery_low", "battery input"),
                new SwitchSections(lines, channels, Order.LOCKDOWN).read(root),
                new SwitchSections(lines, channels, Order.EVACUATION).read(root),
                new SwitchSections(lines, channels, Order.THREAT).read(root));
    }

    private @Nullable LineSpec line(String key, String name) {
        return lines.lineSpec(root.section(key).orNull(), "active", name, false);
    }

    private List<FireZone> fire() {
        boolean several = root.shape(FIRE) == Section.Shape.SECTIONS || root.shape(FIRE) == Section.Shape.LIST;
        if (!several) {
            Section fire = root.section(FIRE).orNull();
            FireZone zone = fire == null ? null : zone(fire, "", "fire input", "release");
            return zone == null ? List.of() : List.of(zone);
        }
        List<Section> sections = root.sections(FIRE).required(List.of());
        if (sections.isEmpty()) root.fault(FIRE, "must have at least one zone");
        if (sections.size() > ZONES_MAX) root.fault(FIRE, "has more than " + ZONES_MAX + " zones");
        var zones = new ArrayList<FireZone>();
        Map<String, Integer> names = new HashMap<>();
        for (Section section : sections) {
            String name = name(section, names);
            FireZone zone = zone(section, name, "line of fire zone '" + name + "'", "doors");
            if (zone != null) zones.add(zone);
        }
        return zones;
    }

    /// A name that no other has; the log shows it.
    static String name(Section section, Map<String, Integer> names) {
        String name = section.text(NAME).required("").strip();
        if (name.isEmpty() && section.has(NAME)) section.fault(NAME, "must not be empty");
        Integer other = name.isEmpty() ? null : names.putIfAbsent(name, section.line());
        if (other != null) section.fault(NAME, "'" + name + "' is the name of the one in line " + other + " already");
        return name;
    }

    /// Held at its active level unless the file says otherwise, so that a cut cable releases the doors.
    private @Nullable FireZone zone(Section fire, String name, String lineName, String doorsKey) {
        LineSpec line = lines.lineSpec(fire, "active", lineName, false);
        Set<Integer> doors = units(fire, doorsKey, units);
        if (line == null) return null;
        LineSpec usual = BoxInputs.fireLine(line.line(), line.activeHigh());
        Bias bias = fire.choice("bias", Bias.byWord()).or(usual.bias());
        if (bias != usual.bias()) {
            fire.warn("bias", bias.word() + ": a cut cable does not release the doors unless a resistor outside does");
        }
        return new FireZone(name, new LineSpec(line.line(), line.activeHigh(), bias), doors);
    }

    /// At least one, of those that are `known`.
    static Set<Integer> units(Section section, String key, Set<Integer> known) {
        Set<Integer> named = new LinkedHashSet<>();
        for (long unit : section.numbers(key, 1, ChannelSections.UNIT_MAX).required(List.of())) named.add((int) unit);
        if (named.isEmpty() && section.has(key)) section.fault(key, "must name at least one unit");
        for (int unit : named) {
            if (!known.contains(unit)) section.fault(key, "unit " + unit + " is none of the channels");
        }
        return named;
    }
}
