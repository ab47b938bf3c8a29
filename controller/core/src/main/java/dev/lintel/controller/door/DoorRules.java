package dev.lintel.controller.door;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a channel is and does by itself, from the site's policy. Immutable.
///
/// @param kind what its output moves
/// @param autoUnlock when it stands unlocked by itself, or null for never
/// @param interlock channels of this box of which none may be open or released when this one is released for a
/// card; ascending. Holds both ways, whichever of the two names the other.
/// @param floors for an elevator: its channels of kind floor, ascending; empty for the others
/// @param alarm how its alarms go on and end
/// @param airlock of the outer door of an airlock; null for the others
/// @param evacuates whether an evacuation unlocks it; only doors, never an elevator or a floor
public record DoorRules(
        Kind kind,
        @Nullable AutoUnlock autoUnlock,
        List<Long> interlock,
        List<Long> floors,
        AlarmRules alarm,
        @Nullable Airlock airlock,
        boolean evacuates) {
    /// A door with nothing to it.
    public static final DoorRules PLAIN = new DoorRules(Kind.DOOR, null, List.of(), List.of());

    public DoorRules {
        interlock = interlock.stream().distinct().sorted().toList();
        floors = floors.stream().distinct().sorted().toList();
        evacuates = evacuates && kind == Kind.DOOR;
    }

    /// A channel that takes part in an evacuation, where it is a door.
    public DoorRules(
            Kind kind, @Nullable AutoUnlock autoUnlock, List<Long> interlock, List<Long> floors, AlarmRules alarm) {
        this(kind, autoUnlock, interlock, floors, alarm, null, true);
    }

    /// The outer door of an airlock, which takes part in an evacuation.
    public DoorRules(
            Kind kind,
            @Nullable AutoUnlock autoUnlock,
            List<Long> interlock,
            List<Long> floors,
            AlarmRules alarm,
            @Nullable Airlock airlock) {
        this(kind, autoUnlock, interlock, floors, alarm, airlock, true);
    }

    /// A channel whose alarms are as usual.
    public DoorRules(Kind kind, @Nullable AutoUnlock autoUnlock, List<Long> interlock, List<Long> floors) {
        this(kind, autoUnlock, interlock, floors, AlarmRules.USUAL);
    }

    /// The channels that this one names and that must be closed and locked when this one is released for a card.
    /// Ascending.
    List<Long> partners() {
        if (airlock == null) return interlock;
        var all = new ArrayList<>(interlock);
        all.add(airlock.inner());
        return all.stream().distinct().sorted().toList();
    }

    public enum Kind {
        /// A leaf and its lock.
        DOOR,
        /// A cabin with a reader; its floors are channels of their own.
        ELEVATOR,
        /// One button of a cabin: an output without a leaf.
        FLOOR
    }

    /// Standing unlocked at certain times.
    ///
    /// @param shiftId the times at which it stands unlocked
    /// @param firstCard whether somebody must be admitted first each time
    public record AutoUnlock(long shiftId, boolean firstCard) {}
}
