package dev.lintel.controller.config;

import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.HardwarePlan.BoxInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The inputs that are the whole box's. Immutable.
///
/// @param fire from the fire panel: a zone each, in the file's order; empty without one
/// @param power active while the mains have failed; null without one
/// @param batteryLow active while the battery of the box's supply is low; null without one
/// @param lockdown buttons and switches that lock doors down
/// @param evacuation buttons and switches that unlock doors for an evacuation
/// @param threat buttons and switches that set the threat level of a site
public record BoxInputs(
        List<FireZone> fire,
        @Nullable LineSpec power,
        @Nullable LineSpec batteryLow,
        List<SwitchInput> lockdown,
        List<SwitchInput> evacuation,
        List<SwitchInput> threat) {
    public static final BoxInputs NONE = new BoxInputs(List.of(), null, null);

    public BoxInputs {
        fire = List.copyOf(fire);
        lockdown = List.copyOf(lockdown);
        evacuation = List.copyOf(evacuation);
        threat = List.copyOf(threat);
    }

    /// Of a box without switches that give orders.
    public BoxInputs(List<FireZone> fire, @Nullable LineSpec power, @Nullable LineSpec batteryLow) {
        this(fire, power, batteryLow, List.of(), List.of(), List.of());
    }

    /// The keys of `controller.yaml` that name them.
    static final List<String> KEYS = List.of("fire", "power", "battery_low", "lockdown", "evacuation", "threat");

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

    /// A button or switch that gives doors an order, or sets the threat level of a site.
    ///
    /// @param line active = give the order
    /// @param check the other contact of a change-over switch: active = at rest; null without one
    /// @param doors units of the doors; empty: all
    /// @param locks what a lockdown locks down there, one at least; empty for other orders
    /// @param untilReleased whether its release ends what it ordered; else only an operator does
    /// @param threat what a threat switch sets; null for other orders
    public record SwitchInput(
            Order order,
            String name,
            LineSpec line,
            @Nullable LineSpec check,
            Set<Integer> doors,
            Set<Locks> locks,
            boolean untilReleased,
            @Nullable SiteThreat threat) {
        public SwitchInput {
            doors = Set.copyOf(doors);
            locks = Set.copyOf(locks);
        }

        /// Of a switch that gives doors an order.
        public SwitchInput(
                Order order,
                String name,
                LineSpec line,
                @Nullable LineSpec check,
                Set<Integer> doors,
                Set<Locks> locks,
                boolean untilReleased) {
            this(order, name, line, check, doors, locks, untilReleased, null);
        }

        /// Whether it gives doors of that unit its order.
        public boolean concerns(int unit) {
            return doors.isEmpty() || doors.contains(unit);
        }
    }

    /// The threat level that a switch sets.
    ///
    /// @param siteId the id of the site in `site.yaml`
    /// @param level from 0 to 5
    /// @param lowers whether it also sets a level that is lower than the present one
    /// @param back the level after the release; null: the level before
    public record SiteThreat(
            long siteId,
            int level,
            boolean lowers,
            @Nullable Integer back) {}

    /// The command of a switch.
    public enum Order {
        LOCKDOWN("lockdown", "lockdown"),
        EVACUATION("evacuation", "evacuation"),
        THREAT("threat", "threat level");

        private final String word;
        private final String result;

        Order(String word, String result) {
            this.word = word;
            this.result = result;
        }

        /// What the command changes, in words.
        public String result() {
            return result;
        }

        /// As its section of the file is called.
        public String word() {
            return word;
        }
    }

    /// All switches that give orders.
    public List<SwitchInput> switches() {
        return Stream.of(lockdown, evacuation, threat).flatMap(List::stream).toList();
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
        for (SwitchInput input : switches()) {
            BoxInput.Kind kind = switch (input.order()) {
                case LOCKDOWN -> BoxInput.Kind.LOCKDOWN;
                case EVACUATION -> BoxInput.Kind.EVACUATION;
                case THREAT -> BoxInput.Kind.THREAT;
            };
            all.add(new BoxInput(kind, input.name(), input.line(), input.check()));
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
