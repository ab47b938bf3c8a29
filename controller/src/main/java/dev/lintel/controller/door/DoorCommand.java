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
