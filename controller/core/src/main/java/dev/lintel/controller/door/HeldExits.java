package dev.lintel.controller.door;

import dev.lintel.controller.door.Unlock.Exit;

/// The exits of a door that keep its strike released while they are active. At a door with `egress: mechanical` an
/// exit that is active when a person passes, or when the door starts, is used up until it is pressed again: a motion
/// sensor that sees people inside, or a stuck button, must not keep the door released for people outside. Another exit
/// and the end of a lockdown leave it used up. The door lane only.
final class HeldExits {
    private final DoorParts parts;
    private final boolean egressByBox;

    HeldExits(DoorParts parts, boolean egressByBox) {
        this.parts = parts;
        this.egressByBox = egressByBox;
        passes();
    }

    /// Whether one keeps the strike released.
    boolean hold() {
        return parts.exitHolds();
    }

    /// The exit was pressed.
    void pressed(Exit exit) {
        parts.exit(exit).usedUp().set(false);
    }

    /// A person has passed: those that are active are used up, also where a lockdown has switched them off: they may
    /// have released the strike before it.
    void passes() {
        if (egressByBox) return;
        for (Exit exit : Exit.values()) {
            ReleasingExit input = parts.exit(exit);
            if (input.active().getAsBoolean()) input.usedUp().set(true);
        }
    }

    /// Those that are not active any more may be pressed again.
    void look() {
        for (Exit exit : Exit.values()) {
            ReleasingExit input = parts.exit(exit);
            if (!input.active().getAsBoolean()) input.usedUp().set(false);
        }
    }

    /// Whether the exit is active, and used up.
    boolean isUsed(Exit exit) {
        return parts.exit(exit).usedUp().get() && parts.exitHolds(exit);
    }
}
