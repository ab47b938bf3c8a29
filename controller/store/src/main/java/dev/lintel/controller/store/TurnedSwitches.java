package dev.lintel.controller.store;

import dev.lintel.controller.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The threat switches of one site that are on, in the order in which they were turned. Immutable, pure. [ThreatStore]
/// keeps it with the level.
///
/// ```
///   a key is turned      it sets its level, and shares in the level from now on
///   a key is released    the level that the other keys set, which share in it; the base where there is none
///   an operator, a hub or a button sets the level    no key shares in it any more: a release changes nothing
/// ```
///
/// @param base the level without the keys that share in it; 0 where none does
/// @param all the switches
record TurnedSwitches(int base, List<Turned> all) {
    static final TurnedSwitches NONE = new TurnedSwitches(0, List.of());

    private static final String BASE = "base";
    private static final String ON = "on";
    private static final String NAME = "name";
    private static final String LEVEL = "level";
    private static final String LOWERS = "lowers";
    private static final String SHARES = "shares";

    TurnedSwitches {
        all = List.copyOf(all);
        if (all.stream().noneMatch(Turned::shares)) base = 0;
    }

    /// A switch that is on.
    ///
    /// @param level that it set
    /// @param shares whether its release ends that level
    record Turned(String name, int level, boolean lowers, boolean shares) {
        private int after(int before) {
            return ThreatSwitch.after(before, level, lowers);
        }
    }

    /// What a switch has changed.
    record Result(int level, TurnedSwitches switches) {}

    boolean isOn(String name) {
        return all.stream().anyMatch(each -> each.name.equals(name));
    }

    private boolean anyShares() {
        return all.stream().anyMatch(Turned::shares);
    }

    /// A switch is turned on while the site has that level. One that is on already changes nothing.
    Result turned(int level, ThreatSwitch each) {
        if (isOn(each.name())) return new Result(level, this);
        int next = each.after(level);
        if (!each.untilReleased()) {
            TurnedSwitches on = with(base, turnedBy(each, false));
            // A lower level than that of the keys waits for their release.
            boolean ends = next != level || each.level() == level;
            return new Result(next, ends ? on.freed() : new TurnedSwitches(each.after(base), on.all));
        }
        if (anyShares()) return new Result(next, with(base, turnedBy(each, true)));
        Integer back = each.back();
        return new Result(next, with(back == null ? level : back, turnedBy(each, next != level)));
    }

    private static Turned turnedBy(ThreatSwitch each, boolean shares) {
        return new Turned(each.name(), each.level(), each.lowers(), shares);
    }

    private TurnedSwitches with(int newBase, Turned one) {
        var more = new ArrayList<>(all);
        more.add(one);
        return new TurnedSwitches(newBase, more);
    }

    /// A switch is at rest while the site has that level.
    Result released(int level, String name) {
        boolean shared = all.stream().anyMatch(each -> each.name.equals(name) && each.shares);
        List<Turned> others =
                all.stream().filter(each -> !each.name.equals(name)).toList();
        int next = shared ? base : level;
        if (shared) for (Turned each : others) if (each.shares) next = each.after(next);
        return new Result(next, new TurnedSwitches(base, others));
    }

    /// The switches after an operator, a hub or a button has set the level: no key shares in it any more.
    TurnedSwitches freed() {
        if (!anyShares()) return this;
        return new TurnedSwitches(
                base,
                all.stream()
                        .map(each -> new Turned(each.name, each.level, each.lowers, false))
                        .toList());
    }

    /// Without the switches that are not among these.
    TurnedSwitches only(List<String> names) {
        return new TurnedSwitches(
                base, all.stream().filter(each -> names.contains(each.name)).toList());
    }

    /// For the database; empty for none.
    String text() {
        if (all.isEmpty()) return "";
        var on = new ArrayList<Map<String, Object>>();
        for (Turned each : all) {
            var one = new LinkedHashMap<String, Object>();
            one.put(NAME, each.name);
            one.put(LEVEL, each.level);
            one.put(LOWERS, each.lowers);
            one.put(SHARES, each.shares);
            on.add(one);
        }
        var tree = new LinkedHashMap<String, Object>();
        tree.put(BASE, base);
        tree.put(ON, on);
        return Json.write(tree);
    }

    /// As [#text] wrote it.
    static TurnedSwitches of(String text) {
        if (text.isEmpty()) return NONE;
        Map<String, @Nullable Object> tree = Json.parseObject(text);
        if (!(tree.get(ON) instanceof List<?> on)) return NONE;
        var all = new ArrayList<Turned>();
        for (Object each : on) {
            if (!(each instanceof Map<?, ?> one)) continue;
            boolean lowers = Boolean.TRUE.equals(one.get(LOWERS));
            boolean shares = Boolean.TRUE.equals(one.get(SHARES));
            all.add(new Turned(String.valueOf(one.get(NAME)), number(one.get(LEVEL)), lowers, shares));
        }
        return new TurnedSwitches(number(tree.get(BASE)), all);
    }

    private static int number(@Nullable Object value) {
        return value instanceof Number number ? number.intValue() : 0;
    }
}
