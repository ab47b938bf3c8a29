package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorRules.AutoUnlock;
import org.jspecify.annotations.Nullable;

/// What an operator can ask of a door.
public sealed interface DoorCommand {
    /// Stand unlocked until `relockAtMs` by the clock on the wall (milliseconds since 1970), or until told
    /// otherwise.
    record Unlock(@Nullable Long relockAtMs) implements DoorCommand {}

    /// Stand unlocked no more; hours at which the door unlocks by itself go on.
    record Normal() implements DoorCommand {}

    /// Exactly this lockdown from now on.
    record LockDown(Lockdown lockdown) implements DoorCommand {}

    /// Whatever stood before the lockdown goes on.
    record Unlockdown() implements DoorCommand {}

    /// These hours in place of the policy's, or none, until the policy's own are changed.
    record SetAutoUnlock(@Nullable AutoUnlock rule) implements DoorCommand {}
}
