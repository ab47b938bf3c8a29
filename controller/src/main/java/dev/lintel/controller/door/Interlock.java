package dev.lintel.controller.door;

import java.util.Map;

/// Doors of which only one may be passable at a time, such as those of an airlock. Pure. Asked for credentials only:
/// exits and fire override it.
final class Interlock {
    private Interlock() {}

    /// Whether a partner keeps `door` shut for who stands at its reader of `side`. It holds both ways, whichever of
    /// the two names the other.
    static boolean holds(Doorway door, String side, Map<Long, Doorway> doorways) {
        if (door.fire() || door.leavesByBox(side)) return false;
        for (Doorway other : doorways.values()) {
            if (other == door || other.fire()) continue;
            boolean partners = door.rules().interlock().contains(other.channelId())
                    || other.rules().interlock().contains(door.channelId());
            if (partners && other.passable()) return true;
        }
        return false;
    }
}
