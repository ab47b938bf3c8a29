package dev.lintel.controller.commission;

import dev.lintel.controller.yaml.YamlEdit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The inputs that are the whole box's, as a form has them: the GPIO chip, and the lines of the fire panel, the mains
/// and the battery.
/// As [DoorForm], for `gpio`, `fire`, `power` and `battery_low` of `controller.yaml`. Pure.
public final class BoxForm {
    /// What the page asks for, besides the doors that fire releases.
    public static final List<String> FIELDS = List.of(
            "chip", "fire.line", "fire.active", "power.line", "power.active", "battery_low.line", "battery_low.active");

    private static final String FIRE = "fire";
    private static final String POWER = "power";
    private static final String BATTERY = "battery_low";
    private static final String GPIO = "gpio";
    private static final String LINE = "line";
    private static final String ACTIVE = "active";
    private static final String RELEASE = "release";
    private static final String LOW = "low";
    private static final String DOORS = "doors";

    private BoxForm() {}

    /// `chip`, `fire.line`, `fire.active`, `fire.release` (units with commas), `power.line`,
    /// `power.active`, `battery_low.line`, `battery_low.active`. Nothing of `fire` where that has
    /// zones, which are changed in the file alone.
    static Map<String, String> of(YamlEdit file) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("chip", text(map(file.tree(GPIO)), "chip", ""));
        for (String key : hasZones(file) ? List.of(POWER, BATTERY) : List.of(FIRE, POWER, BATTERY)) {
            Map<?, ?> wired = map(file.tree(key));
            form.put(key + "." + LINE, text(wired, LINE, ""));
            form.put(key + "." + ACTIVE, text(wired, ACTIVE, LOW));
        }
        if (!hasZones(file)) form.put(FIRE + "." + RELEASE, String.join(",", releases(file)));
        return form;
    }

    static YamlEdit written(YamlEdit file, Map<String, String> form, List<Integer> releases) {
        String chip = form.getOrDefault("chip", "").strip();
        YamlEdit edit =
                chip.isEmpty() || chip.equals(of(file).get("chip")) ? file : file.withTree(GPIO, Map.of("chip", chip));
        if (!hasZones(file))
            edit = input(
                    edit, FIRE, form, releases.stream().map(String::valueOf).toList());
        edit = input(edit, POWER, form, List.of());
        return input(edit, BATTERY, form, List.of());
    }

    /// A key that says the same already stays as it is written.
    private static YamlEdit input(YamlEdit file, String key, Map<String, String> form, List<String> releases) {
        String line = form.getOrDefault(key + "." + LINE, "").strip();
        if (line.isEmpty()) return file.without(key);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(LINE, line);
        tree.put(ACTIVE, form.getOrDefault(key + "." + ACTIVE, LOW));
        map(file.tree(key)).forEach((name, value) -> {
            if (value != null && !RELEASE.equals(name)) tree.putIfAbsent(String.valueOf(name), value);
        });
        if (key.equals(FIRE)) tree.put(RELEASE, releases);
        return tree.equals(file.tree(key)) ? file : file.withTree(key, tree);
    }

    /// The file with a door less, which neither fire releases nor a switch gives an order any more.
    static YamlEdit withoutUnit(YamlEdit file, int unit) {
        YamlEdit edit = withoutUnit(file, "lockdown", "lockdown switch", "locks down", unit);
        edit = withoutUnit(edit, "evacuation", "evacuation switch", "unlocks", unit);
        if (hasZones(edit)) return withoutUnit(edit, FIRE, "fire zone", "releases", unit);
        return unreleased(edit, unit);
    }

    private static YamlEdit unreleased(YamlEdit file, int unit) {
        List<String> before = releases(file);
        String gone = Integer.toString(unit);
        if (!before.contains(gone)) return file;
        List<String> left = before.stream().filter(one -> !one.equals(gone)).toList();
        if (left.isEmpty()) {
            throw new CommissionException("the fire input releases unit " + unit
                    + " and nothing else: take the fire input away, or let it release another door, first");
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        map(file.tree(FIRE)).forEach((name, value) -> {
            if (value != null) tree.put(String.valueOf(name), value);
        });
        tree.put(RELEASE, left);
        return file.withTree(FIRE, tree);
    }

    /// Of a list of inputs that name their doors.
    private static YamlEdit withoutUnit(YamlEdit file, String key, String what, String does, int unit) {
        if (!(file.tree(key) instanceof List<?> inputs)) return file;
        String gone = Integer.toString(unit);
        var left = new ArrayList<Object>();
        boolean changed = false;
        for (Object input : inputs) {
            Map<String, Object> tree = new LinkedHashMap<>();
            map(input).forEach((name, value) -> {
                if (value != null) tree.put(String.valueOf(name), value);
            });
            if (tree.get(DOORS) instanceof List<?> doors && doors.contains(gone)) {
                List<?> others =
                        doors.stream().filter(door -> !door.equals(gone)).toList();
                if (others.isEmpty()) {
                    throw new CommissionException("the " + what + " " + tree.get("name") + " " + does + " unit " + gone
                            + " and nothing else: take it out of controller.yaml, or give it another door, first");
                }
                tree.put(DOORS, others);
                changed = true;
            }
            left.add(tree);
        }
        return changed ? file.withTree(key, left) : file;
    }

    /// Whether the file has fire zones: these are changed in the file alone.
    static boolean hasZones(YamlEdit file) {
        return file.tree(FIRE) instanceof List<?>;
    }

    private static List<String> releases(YamlEdit file) {
        return map(file.tree(FIRE)).get(RELEASE) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static String text(Map<?, ?> tree, String key, String otherwise) {
        return tree.get(key) instanceof String text ? text : otherwise;
    }

    private static Map<?, ?> map(@Nullable Object tree) {
        return tree instanceof Map<?, ?> map ? map : Map.of();
    }
}
