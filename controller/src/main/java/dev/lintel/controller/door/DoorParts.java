package dev.lintel.controller.door;

import dev.lintel.reader.Reader;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// The wired parts of a door, as drivers give them.
///
/// @param readers by side: `entry`, `exit`
/// @param leafOpen what the contact says now; always false without a contact
/// @param exitHeld whether REX or the auxiliary input is active now; always false without them
public record DoorParts(
        Strike strike, Map<String, Reader> readers, BooleanSupplier leafOpen, BooleanSupplier exitHeld) {
    public DoorParts {
        readers = Map.copyOf(readers);
    }
}
