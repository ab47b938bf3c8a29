package dev.lintel.controller.behaviour;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The site and the wiring that a story happens at: two doors with everything that a door can have, and what the story
/// changes of them. Immutable.
///
/// @param policy lines of `site.yaml` for each of the doors
/// @param wiring lines of `controller.yaml` for each of the doors, by key; an empty one is not wired
/// @param box further lines of `controller.yaml`
/// @param site further lines of `site.yaml`
record Place(Map<Integer, List<String>> policy, Map<Integer, Map<String, String>> wiring, String box, String site) {
    static final int FIRE_LINE = 1;
    static final int POWER_LINE = 2;

    /// The outputs and inputs of places with actions, by line.
    static final Map<Integer, String> OUTPUTS = Map.of(60, "siren", 61, "operator", 62, "light");

    static final int BELL_LINE = 66;
    static final int DESK_LINE = 67;
    private static final String POINTS = """
            power: {line: 2, active: high}
            outputs:
              - {name: siren, line: 60}
              - {name: operator, line: 61}
              - {name: light, line: 62}
            inputs:
              - {name: bell, line: 66, active: high}
              - {name: desk, line: 67, active: high}
            """;

    /// Two doors as usual.
    static final Place USUAL = new Place(
            Map.of(1, List.of(), 2, List.of()),
            Map.of(1, wired(1), 2, wired(2)),
            "fire: {line: 1, active: high, release: [1, 2]}\n",
            "");

    private static Map<String, String> wired(int door) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("readers", readers(door, "entry", "exit"));
        lines.put("strike", "{line: %d, active: high, fail: secure}".formatted(line(door, 0)));
        lines.put("contact", "{line: %d, closed: low}".formatted(line(door, 1)));
        lines.put("rex", "{line: %d}".formatted(line(door, 2)));
        lines.put("aux", "{line: %d}".formatted(line(door, 3)));
        lines.put("tamper", "{line: %d}".formatted(line(door, 4)));
        lines.put("alarm", "{line: %d}".formatted(line(door, 5)));
        lines.put("egress", "mechanical");
        return lines;
    }

    private static String readers(int door, String... sides) {
        var text = new StringBuilder();
        for (int i = 0; i < sides.length; i++) {
            int data = 500 + door * 10 + i * 2;
            text.append("\n      %s: {driver: wiegand, d0: %d, d1: %d, formats: [raw], keypad: burst4}"
                    .formatted(sides[i], data, data + 1));
        }
        return text.toString();
    }

    private static int line(int door, int offset) {
        return door * 10 + offset;
    }

    /// The line of the door's strike, contact, rex, aux, tamper or alarm.
    static int line(int door, String what) {
        int offset =
                List.of("strike", "contact", "rex", "aux", "tamper", "alarm").indexOf(what);
        if (offset < 0) throw new IllegalArgumentException(what);
        return line(door, offset);
    }

    /// With these lines of `site.yaml` for door 1.
    Place with(String... lines) {
        return with(1, lines);
    }

    Place with(int door, String... lines) {
        Map<Integer, List<String>> all = new LinkedHashMap<>(policy);
        List<String> more = new ArrayList<>(all.getOrDefault(door, List.of()));
        more.addAll(List.of(lines));
        all.put(door, List.copyOf(more));
        return new Place(all, wiring, box, site);
    }

    /// With door 1 wired otherwise: `key` of its channel in `controller.yaml` says `value`.
    Place wired(String key, String value) {
        Map<String, String> keys = new LinkedHashMap<>(wiring.getOrDefault(1, Map.of()));
        keys.put(key, value);
        Map<Integer, Map<String, String>> all = new LinkedHashMap<>(wiring);
        all.put(1, keys);
        return new Place(policy, all, box, site);
    }

    /// Without that part of door 1.
    Place without(String key) {
        return wired(key, "");
    }

    /// Nobody leaves door 1 unless the box releases it.
    Place egressByBox() {
        return wired("strike", "{line: 10, active: high, fail: safe}").wired("egress", "controller");
    }

    /// With a fire panel, buttons and key switches that are wired so: lines of `controller.yaml`.
    Place panel(String lines) {
        return new Place(policy, wiring, lines, site);
    }

    /// Further lines of `site.yaml` at its end.
    Place site(String lines) {
        return new Place(policy, wiring, box, site + lines);
    }

    /// With outputs, inputs and these actions of `site.yaml`, each without its id and name.
    Place actions(String... actions) {
        var text = new StringBuilder("actions:\n");
        int id = 1;
        for (String action : actions) {
            text.append("  - {id: %d, name: Action %d, %s}\n".formatted(id, id, action));
            id++;
        }
        return new Place(policy, wiring, box + POINTS, site + text);
    }

    String controllerYaml() {
        var text = new StringBuilder("name: Behaviour\nhardware: simulated\nchannels:\n");
        wiring.forEach((door, keys) -> {
            text.append("  - unit: ").append(door).append('\n');
            keys.forEach((key, value) -> {
                if (!value.isEmpty())
                    text.append("    ").append(key).append(": ").append(value).append('\n');
            });
        });
        return text.append(box).toString();
    }

    String siteYaml() {
        var text = new StringBuilder("""
                account: {name: Behaviour, time_zone: UTC}
                sites:
                  - {id: 1, name: House, time_zone: UTC}
                credential_types:
                  - {id: 1, label: Card, slug: card, code: 200}
                  - {id: 2, label: PIN, slug: pin, code: 10}
                  - {id: 3, label: Second PIN, slug: second_pin, code: 11}
                shifts:
                  - {id: 1, name: Office, times: [{days: [mon, tue, wed, thu, fri], from: "09:00", to: "17:00"}]}
                  - {id: 2, name: Night, times: [{days: [mon, tue, wed, thu, fri], from: "22:00", to: "06:00"}]}
                roles:
                  - {id: 1, name: Staff, channels: [1, 2]}
                  - {id: 2, name: Night shift, channels: [1, 2], shift: 2}
                  - {id: 3, name: Visitor, channels: [1, 2], escort: required}
                  - {id: 4, name: Host, channels: [1, 2], escort: host, double_tap: on}
                  - {id: 5, name: Guest, channels: [1, 2], threat_level_max: 1}
                channels:
                """);
        policy.forEach((door, lines) -> {
            text.append("  - {unit: %d, id: %d, name: Door %d, site: 1".formatted(door, door, door));
            for (String line : lines) text.append(", ").append(line);
            text.append("}\n");
        });
        return text.append(site).toString();
    }
}
