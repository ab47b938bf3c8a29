package dev.lintel.controller.door;

import dev.lintel.reader.Reader;
import java.util.Map;

/// The wired parts of a door, as drivers give them.
///
/// @param readers by side: `entry`, `exit`
/// @param leafOpenAtStart what the contact said when it was opened; false without a contact
public record DoorParts(Strike strike, Map<String, Reader> readers, boolean leafOpenAtStart) {
    public DoorParts {
        readers = Map.copyOf(readers);
    }
}
