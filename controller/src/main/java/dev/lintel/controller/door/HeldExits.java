package dev.lintel.controller.door;

import dev.lintel.controller.door.Unlock.Exit;
import java.util.EnumSet;
import java.util.Set;

/// Which exits of a door keep its strike released while they are active. Where people can leave without the box, one
/// that is active as its person passes has released the strike for that person, and is used up until it is pressed
/// again: a motion sensor that sees people inside, or a button that is stuck, must not keep the door released for
/// people outside. So is one that is active as the door starts. Pressing another exit changes nothing of it. The door
/// lane only.
final class HeldExits {
    private final DoorParts parts;
    private final boolean egressByBox;
    private final Set<Exit> used = EnumSet.noneOf(Exit.class);

    HeldExits(DoorParts parts, boolean egressByBox) {
        this.parts = parts;
        this.egressByBox = egressByBox;
        passes();
    }

    /// Whether one keeps the strike released.
    boolean hold() {
        for (Exit exit : Exit.values()) if (!used.contains(exit) && parts.exitHolds(exit)) return true;
        return false;
    }

    /// The exit was pressed.
    void pressed(Exit exit) {
        used.remove(exit);
    }

    /// A person has passed: those that are active are used up.
    void passes() {
        if (egressByBox) return;
        for (Exit exit : Exit.values()) if (parts.exitHolds(exit)) used.add(exit);
    }

    /// Those that are not active any more may be pressed again.
    void look() {
        used.removeIf(exit -> !parts.exitHolds(exit));
    }

    /// Whether the exit is active, and used up.
    boolean isUsed(Exit exit) {
        return used.contains(exit) && parts.exitHolds(exit);
    }
}
