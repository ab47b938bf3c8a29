package dev.lintel.controller.door;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Doors of which only one may be passable at a time, such as those of an airlock. Pure. Asked for credentials only:
/// exits, fire and an evacuation override it.
public final class Interlock {
    private Interlock() {}

    /// One door of several.
    private record Party(long channelId, boolean released, boolean passable, List<Long> partners) {
        static Party of(DoorView door) {
            boolean passable = door.leafOpen() || door.strikeReleased();
            return new Party(door.channelId(), door.standing().isReleased(), passable, door.interlock());
        }

        static Party of(Doorway door) {
            return new Party(
                    door.channelId(),
                    door.standing().isReleased(),
                    door.passable() || door.parts().strike().claimed(),
                    door.rules().partners());
        }

        boolean keepsShut(Party other) {
            boolean named = partners.contains(other.channelId) || other.partners.contains(channelId);
            return channelId != other.channelId && !released && named && passable;
        }
    }

    /// Whether a partner keeps `door` shut for who stands at its reader of `side`, as far as pictures tell. Any
    /// thread.
    public static boolean holds(DoorView door, String side, Collection<DoorView> doors) {
        if (door.standing().isReleased() || (door.egressByBox() && side.equals("exit"))) return false;
        Party asked = Party.of(door);
        return doors.stream().anyMatch(other -> Party.of(other).keepsShut(asked));
    }

    /// Whether a partner keeps `door` shut for who stands at its reader of `side`. It holds both ways, whichever of
    /// the two names the other. The door lane only.
    static boolean holds(Doorway door, String side, Map<Long, Doorway> doorways) {
        if (door.standing().isReleased() || door.settings().leavesByBox(side)) return false;
        Party asked = Party.of(door);
        for (Doorway other : doorways.values()) if (Party.of(other).keepsShut(asked)) return true;
        return false;
    }
}
