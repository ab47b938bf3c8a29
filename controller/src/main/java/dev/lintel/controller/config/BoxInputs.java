package dev.lintel.controller.config;

import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.LineSpec;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The inputs that are the whole box's. Immutable.
///
/// @param fire from the fire panel; null without one
/// @param power active while the mains have failed; null without one
/// @param batteryLow active while the battery of the box's supply is low; null without one
public record BoxInputs(
        @Nullable Fire fire,
        @Nullable LineSpec power,
        @Nullable LineSpec batteryLow) {
    public static final BoxInputs NONE = new BoxInputs(null, null, null);

    /// The keys of `controller.yaml` that name them.
    static final List<String> KEYS = List.of("fire", "power", "battery_low");

    /// The fire panel's line.
    ///
    /// @param line active = fire
    /// @param release units of the doors that it releases, at least one
    public record Fire(LineSpec line, Set<Integer> release) {
        public Fire {
            release = Set.copyOf(new TreeSet<>(release));
        }
    }

    /// A line that a cut cable makes active: fire fails towards the way out.
    static LineSpec fireLine(int line, boolean activeHigh) {
        return new LineSpec(line, activeHigh, activeHigh ? Bias.PULL_UP : Bias.PULL_DOWN);
    }
}
