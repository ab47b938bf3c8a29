package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorRules.AutoUnlock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an operator can ask of a door.
public sealed interface DoorCommand {
    /// Whether it sets a mode that may end at a time of the clock on the wall.
    default boolean mayEndByTime() {
        return this instanceof Unlock || this instanceof Toggle || this instanceof Secure;
    }

    /// Details of the event of the command, in addition to the change.
    default Map<String, Object> facts(String by) {
        return switch (this) {
            case Acknowledge(String note) -> DoorNote.facts(by, note);
            case Evacuate(String note) -> DoorNote.facts(by, note);
            case EndEvacuation(String note) -> DoorNote.facts(by, note);
            case Unlock _, Toggle _, Normal _, Secure _, LockDown _, Unlockdown _, SwitchReleased _ -> Map.of("by", by);
            case EvacuationReleased _, SetAutoUnlock _ -> Map.of("by", by);
        };
    }

    /// Stand unlocked until `relockAtMs` by the clock on the wall (milliseconds since 1970), or until told
    /// otherwise.
    record Unlock(@Nullable Long relockAtMs) implements DoorCommand {}

    /// Stand unlocked until `relockAtMs` or until this is asked again, where the door does not stand unlocked by
    /// [Unlock]; else as [Normal]. A lockdown, fire, an evacuation, and hours at which the door is unlocked, ignore
    /// it.
    ///
    /// @param unlocks whether it unlocks a door: if not, it only ends [Unlock]
    record Toggle(@Nullable Long relockAtMs, boolean unlocks) implements DoorCommand {}

    /// Stand unlocked no more; hours at which the door unlocks by itself go on.
    record Normal() implements DoorCommand {}

    /// Stand unlocked no more, also where the door's hours say so, until `untilMs` by the clock on the wall
    /// (milliseconds since 1970); null: until the hours that run, or the next ones, are over. Cards work.
    record Secure(@Nullable Long untilMs) implements DoorCommand {}

    /// The alarm of the door is known: sounder and reminders end. `note` is what the log says of it, or null.
    record Acknowledge(@Nullable String note) implements DoorCommand {
        public static final int NOTE_MAX = DoorNote.MAX;

        /// As [DoorNote#fault].
        public static @Nullable String fault(String note) {
            return DoorNote.fault(note);
        }
    }

    /// Unlocks the door until [EndEvacuation], whatever its lockdown, mode and hours are. `note` goes into the event,
    /// or null.
    record Evacuate(@Nullable String note) implements DoorCommand {
        private static final String KEPT = "site.yaml keeps this door as it is in an evacuation (evacuation: off)";
        private static final String NO_DOOR = "only doors take part in an evacuation, not elevators and floors";

        /// Why the policy leaves a channel out of an evacuation, or null where it takes part.
        public static @Nullable String refusal(DoorRules rules) {
            if (rules.kind() != DoorRules.Kind.DOOR) return NO_DOOR;
            return rules.evacuates() ? null : KEPT;
        }

        /// Whether a refusal says that the policy leaves the channel out. Such an order is not given again.
        public static boolean isByPolicy(@Nullable String refusal) {
            return KEPT.equals(refusal) || NO_DOOR.equals(refusal);
        }
    }

    /// Ends an evacuation of the door: lockdown, mode and hours count again. `note` goes into the event, or null.
    record EndEvacuation(@Nullable String note) implements DoorCommand {}

    /// An evacuation switch is released: ends the evacuation, where that switch alone ordered it. The command is that
    /// switch's.
    record EvacuationReleased() implements DoorCommand {}

    /// What is locked down from now on, as far as `named` names it; the rest stays as it stands.
    record LockDown(Lockdown lockdown, Lockdown named) implements DoorCommand {
        /// Exactly this lockdown.
        public LockDown(Lockdown lockdown) {
            this(lockdown, new Lockdown(true, true, true));
        }

        /// What stands afterwards where `before` stood.
        Lockdown after(Lockdown before) {
            return new Lockdown(
                    named.card() ? lockdown.card() : before.card(),
                    named.rex() ? lockdown.rex() : before.rex(),
                    named.aux() ? lockdown.aux() : before.aux());
        }
    }

    /// Whatever stood before the lockdown goes on.
    record Unlockdown() implements DoorCommand {}

    /// A lockdown switch is released: what was locked down by it alone is no more. The command is that switch's.
    record SwitchReleased() implements DoorCommand {}

    /// These hours in place of the policy's, or none, until the policy's own are changed.
    record SetAutoUnlock(@Nullable AutoUnlock rule) implements DoorCommand {}
}
