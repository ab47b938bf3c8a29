package dev.lintel.controller.config;

import dev.lintel.controller.access.ThreatLevels;
import dev.lintel.controller.config.BoxInputs.Locks;
import dev.lintel.controller.config.BoxInputs.Order;
import dev.lintel.controller.config.BoxInputs.SiteThreat;
import dev.lintel.controller.config.BoxInputs.SwitchInput;
import dev.lintel.controller.config.ChannelWiring.Egress;
import dev.lintel.controller.yaml.Section;
import dev.lintel.controller.yaml.Section.Shape;
import dev.lintel.reader.gpio.LineSpec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads `lockdown:`, `evacuation:` or `threat:` of `controller.yaml`: buttons and switches that lock doors down,
/// unlock them for an evacuation, or set the threat level of a site.
///
/// ```
///   lockdown:
///     - {name: Reception, line: 30, doors: all}                              a button; an operator ends it
///     - {name: Guard, line: 31, check: 32, doors: [1], until: released}      a key switch with two contacts
///   evacuation:
///     - {name: Gate, line: 33, doors: all}
///   threat:
///     - {name: Desk, line: 34, site: 1, level: 3}                            raises the level
///     - {name: Porter, line: 35, check: 36, site: 1, level: 4, until: released, back: 0}
/// ```
final class SwitchSections {
    private static final String CHECK = "check";
    private static final String DOORS = "doors";
    private static final String LOCKS = "locks";
    private static final String UNTIL = "until";
    private static final String LEVEL = "level";
    private static final String BACK = "back";

    /// More than a building has.
    private static final int SWITCHES_MAX = 64;

    private static final Map<String, Locks> WORDS = Map.of("card", Locks.CARD, "rex", Locks.REX, "aux", Locks.AUX);

    private final ChannelSections lines;
    private final List<ChannelWiring> channels;
    private final Set<Integer> units;
    private final Order order;

    SwitchSections(ChannelSections lines, List<ChannelWiring> channels, Order order) {
        this.lines = lines;
        this.channels = channels;
        this.units = channels.stream().map(ChannelWiring::unit).collect(Collectors.toSet());
        this.order = order;
    }

    List<SwitchInput> read(Section root) {
        List<Section> sections = root.sections(order.word()).or(List.of());
        if (sections.size() > SWITCHES_MAX) root.fault(order.word(), "has more than " + SWITCHES_MAX + " switches");
        var inputs = new ArrayList<SwitchInput>();
        Map<String, Integer> names = new HashMap<>();
        for (Section section : sections) {
            String name = BoxSections.name(section, names);
            SwitchInput input = input(section, name);
            if (input != null) inputs.add(input);
        }
        return inputs;
    }

    private @Nullable SwitchInput input(Section section, String name) {
        LineSpec line = lines.lineSpec(section, "active", "line of " + order.word() + " switch '" + name + "'", false);
        LineSpec check = line == null || !section.has(CHECK) ? null : check(section, line, name);
        Set<Integer> doors = order == Order.THREAT ? Set.of() : doors(section);
        Set<Locks> locks = order == Order.LOCKDOWN ? locks(section) : Set.of();
        boolean untilReleased = section.choice(UNTIL, Map.of("operator", false, "released", true))
                .or(false);
        if (untilReleased && !section.has(CHECK)) {
            section.fault(
                    UNTIL,
                    "released needs 'check', the line of the switch's other contact: without it a broken wire looks"
                            + " like the release, and would end the " + order.result());
        }
        SiteThreat threat = order == Order.THREAT ? threat(section, untilReleased) : null;
        if (line == null) return null;
        var input = new SwitchInput(order, name, line, check, doors, locks, untilReleased, threat);
        warnOfExits(section, input);
        return input;
    }

    private LineSpec check(Section section, LineSpec line, String name) {
        return new LineSpec(
                lines.line(section, CHECK, "check line of " + order.word() + " switch '" + name + "'"),
                line.activeHigh());
    }

    /// Empty: all.
    private Set<Integer> doors(Section section) {
        if (section.shape(DOORS) != Shape.SCALAR) return BoxSections.units(section, DOORS, units);
        section.choice(DOORS, Map.of("all", true)).required(true);
        return Set.of();
    }

    private static Set<Locks> locks(Section section) {
        if (!section.has(LOCKS)) return Set.of(Locks.CARD);
        Set<Locks> locks = EnumSet.noneOf(Locks.class);
        List<String> words = section.texts(LOCKS).or(List.of());
        for (String word : words) {
            Locks lock = WORDS.get(word);
            if (lock == null) section.fault(LOCKS, "must be card, rex or aux, not '" + word + "'");
            else locks.add(lock);
        }
        if (words.isEmpty()) section.fault(LOCKS, "must name card, rex or aux");
        return locks;
    }

    private static SiteThreat threat(Section section, boolean untilReleased) {
        long site = section.number("site", 1, Long.MAX_VALUE).required(1L);
        int level = section.integer(LEVEL, 0, ThreatLevels.MAX).required(ThreatLevels.MAX);
        boolean lowers = section.flag("lower").or(false);
        Integer back = section.integer(BACK, 0, ThreatLevels.MAX).orNull();
        if (level == 0 && !lowers) section.fault(LEVEL, "0 is never higher than the present level: add 'lower: on'");
        if (back != null && !untilReleased) section.fault(BACK, "needs 'until: released'");
        else if (back != null && back >= level && !lowers) section.fault(BACK, "must be lower than the level");
        return new SiteThreat(site, level, lowers, back);
    }

    /// Where nobody leaves unless the box releases the lock, no exit is locked down.
    private void warnOfExits(Section section, SwitchInput input) {
        if (!input.locks().contains(Locks.REX) && !input.locks().contains(Locks.AUX)) return;
        String free = channels.stream()
                .filter(wiring -> wiring.egress() == Egress.CONTROLLER && input.concerns(wiring.unit()))
                .map(wiring -> String.valueOf(wiring.unit()))
                .collect(Collectors.joining(", "));
        if (free.isEmpty()) return;
        section.warn(
                LOCKS,
                "exits of unit " + free + " are not locked down: nobody leaves there unless the box releases the lock"
                        + " (egress: controller)");
    }
}
