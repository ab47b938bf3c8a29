package dev.lintel.controller.config;

import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.LineSpec;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The inputs that are the whole box's. Immutable.
///
/// @param fire from the fire panel: a zone each, in the file's order; empty without one
/// @param power active while the mains have failed; null without one
/// @param batteryLow active while the battery of the box's supply is low; null without one
public record BoxInputs(
        List<FireZone> fire,
        @Nullable LineSpec power,
        @Nullable LineSpec batteryLow) {
    public static final BoxInputs NONE = new BoxInputs(List.of(), null, null);

    public BoxInputs {
        fire = List.copyOf(fire);
    }

    /// The keys of `controller.yaml` that name them.
    static final List<String> KEYS = List.of("fire", "power", "battery_low");

    /// A line of the fire panel.
    ///
    /// @param name empty for the one zone of a box that names none
    /// @param line active = fire
    /// @param release units of the doors that it releases, at least one
    public record FireZone(String name, LineSpec line, Set<Integer> release) {
        public FireZone {
            release = Set.copyOf(new TreeSet<>(release));
        }

        /// The one zone of a box.
        public FireZone(LineSpec line, Set<Integer> release) {
            this("", line, release);
        }
    }

    /// The zones that release the unit: any of them does.
    public List<FireZone> fireZones(int unit) {
        return fire.stream().filter(zone -> zone.release.contains(unit)).toList();
    }

    /// A line that a cut cable makes active: fire fails towards the way out.
    static LineSpec fireLine(int line, boolean activeHigh) {
        return new LineSpec(line, activeHigh, activeHigh ? Bias.PULL_UP : Bias.PULL_DOWN);
    }
}
