package dev.lintel.controller.door;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where a door's standing outlasts the process. Implemented by the store; called on the door lane.
@FunctionalInterface
public interface DoorMemory {
    /// For doors that begin anew at each start.
    DoorMemory NONE = (_, _) -> {};

    /// Keeps what stands at a door; returns at once, whatever the disk does. Of several, the last one counts.
    void keep(long channelId, Kept kept);

    /// Runs `acts` at once: what they keep and what they tell the log reaches the disk in one piece, so that no
    /// event of a change is there without the change, nor the other way round.
    default void together(Runnable acts) {
        acts.run();
    }

    /// What is kept of a door.
    ///
    /// @param standing with fire as the log knows it: a start tells what has changed since
    /// @param alarm the alarm that the log has, and no DOOR_NORMAL after it; or null
    /// @param tampers where the log knows of tampering that has not ended: `entry`, `exit`, `door`; and of a supply
    ///     of a reader that fails: `entry supply`, `exit supply`
    /// @param exitHeld whether the log knows of an exit that is held for too long, and not that it was let go
    /// @param leaf until when a leaf that is open may be, where that counts; else null
    /// @param by who changed it last, or null for the door itself
    /// @param changedAtMs when mode, lockdown or hours changed last; 0 for never
    /// @param lockedBy who ordered the lockdown that is in force: operators and lockdown switches
    /// @param evacuatedBy who ordered the evacuation that is in force: operators and evacuation switches
    record Kept(
            Standing standing,
            @Nullable RaisedAlarm alarm,
            Set<String> tampers,
            boolean exitHeld,
            @Nullable OpenLeaf leaf,
            @Nullable String by,
            long changedAtMs,
            Set<String> lockedBy,
            Set<String> evacuatedBy) {
        public Kept {
            tampers = Set.copyOf(tampers);
            lockedBy = Set.copyOf(lockedBy);
            evacuatedBy = Set.copyOf(evacuatedBy);
        }

        /// Of a door without an evacuation.
        public Kept(
                Standing standing,
                @Nullable RaisedAlarm alarm,
                Set<String> tampers,
                boolean exitHeld,
                @Nullable OpenLeaf leaf,
                @Nullable String by,
                long changedAtMs,
                Set<String> lockedBy) {
            this(standing, alarm, tampers, exitHeld, leaf, by, changedAtMs, lockedBy, Set.of());
        }

        /// Of a door that is not locked down, or whose lockdown an older version kept: then only an operator ends it.
        public Kept(
                Standing standing,
                @Nullable RaisedAlarm alarm,
                Set<String> tampers,
                boolean exitHeld,
                @Nullable OpenLeaf leaf,
                @Nullable String by,
                long changedAtMs) {
            this(standing, alarm, tampers, exitHeld, leaf, by, changedAtMs, Set.of());
        }
    }

    /// When somebody hears that a leaf has stood open for long, on the wall's clock.
    ///
    /// @param warnAtMs the pre-alarm; null when it was given
    /// @param extendedAtMs the alarm
    record OpenLeaf(@Nullable Long warnAtMs, long extendedAtMs) {
        /// What is computed anew differs by the clocks' own pace.
        private static final long SAME_MS = 1_000;

        /// Whether both say the same, but for a moment.
        boolean agrees(@Nullable OpenLeaf other) {
            if (other == null || (warnAtMs == null) != (other.warnAtMs == null)) return false;
            boolean warning =
                    warnAtMs == null || other.warnAtMs == null || Math.abs(warnAtMs - other.warnAtMs) <= SAME_MS;
            return warning && Math.abs(extendedAtMs - other.extendedAtMs) <= SAME_MS;
        }
    }

    /// What a DOOR_NORMAL will end.
    enum Alarm {
        FORCED,
        EXTENDED_OPEN;

        /// As the door's state is called.
        public String word() {
            return this == FORCED ? "forced" : "extended_open";
        }
    }

    /// An alarm.
    ///
    /// @param latched whether the leaf is normal again, and the alarm lasts until it is acknowledged
    /// @param acknowledged whether an operator has acknowledged it
    /// @param reminders how many the log has
    record RaisedAlarm(Alarm cause, boolean latched, boolean acknowledged, int reminders) {
        /// One that has just begun.
        public RaisedAlarm(Alarm cause) {
            this(cause, false, false, 0);
        }
    }
}
