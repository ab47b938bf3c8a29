package dev.lintel.controller.config;

import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.HardwarePlan.BoxInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The inputs that are the whole box's. Immutable.
///
/// @param fire from the fire panel: a zone each, in the file's order; empty without one
/// @param power active while the mains have failed; null without one
/// @param batteryLow active while the battery of the box's supply is low; null without one
/// @param lockdown buttons and switches that lock doors down
public record BoxInputs(
        List<FireZone> fire,
        @Nullable LineSpec power,
        @Nullable LineSpec batteryLow,
        List<LockdownInput> lockdown) {
    public static final BoxInputs NONE = new BoxInputs(List.of(), null, null, List.of());

    public BoxInputs {
        fire = List.copyOf(fire);
        lockdown = List.copyOf(lockdown);
    }

    /// Of a box without lockdown switches.
    public BoxInputs(List<FireZone> fire, @Nullable LineSpec power, @Nullable LineSpec batteryLow) {
        this(fire, power, batteryLow, List.of());
    }

    /// The keys of `controller.yaml` that name them.
    static final List<String> KEYS = List.of("fire", "power", "battery_low", "lockdown");

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

    /// A button or switch that locks doors down.
    ///
    /// @param line active = lock down
    /// @param check the other contact of a change-over switch: active = at rest; null without one
    /// @param doors units of the doors; empty: all
    /// @param locks what it locks down there, one at least
    /// @param untilReleased whether its release ends what it ordered; else only an operator does
    public record LockdownInput(
            String name,
            LineSpec line,
            @Nullable LineSpec check,
            Set<Integer> doors,
            Set<Locks> locks,
            boolean untilReleased) {
        public LockdownInput {
            doors = Set.copyOf(doors);
            locks = Set.copyOf(locks);
        }

        /// Whether it locks doors of that unit down.
        public boolean concerns(int unit) {
            return doors.isEmpty() || doors.contains(unit);
        }
    }

    /// What of a door is locked down.
    public enum Locks {
        CARD,
        REX,
        AUX
    }

    /// The zones that release the unit: any of them does.
    public List<FireZone> fireZones(int unit) {
        return fire.stream().filter(zone -> zone.release.contains(unit)).toList();
    }

    /// What the hardware provider needs to know.
    List<BoxInput> toPlan() {
        var all = new ArrayList<BoxInput>();
        for (FireZone zone : fire) all.add(new BoxInput(BoxInput.Kind.FIRE, zone.name(), zone.line()));
        for (LockdownInput input : lockdown) {
            all.add(new BoxInput(BoxInput.Kind.LOCKDOWN, input.name(), input.line(), input.check()));
        }
        if (power != null) all.add(new BoxInput(BoxInput.Kind.POWER, "", power));
        if (batteryLow != null) all.add(new BoxInput(BoxInput.Kind.BATTERY_LOW, "", batteryLow));
        return all;
    }

    /// A line that a cut cable makes active: fire fails towards the way out.
    static LineSpec fireLine(int line, boolean activeHigh) {
        return new LineSpec(line, activeHigh, activeHigh ? Bias.PULL_UP : Bias.PULL_DOWN);
    }
}
