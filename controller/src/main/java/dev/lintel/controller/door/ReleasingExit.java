package dev.lintel.controller.door;

import java.util.function.BooleanSupplier;

/// An exit of a door that releases its strike: REX or the auxiliary input. Asked on any thread; waits on nothing.
///
/// @param held whether it is active and not locked down, also where it waits for another door of an airlock
/// @param holds whether it may keep the strike released: it is held and waits for no other door
public record ReleasingExit(BooleanSupplier held, BooleanSupplier holds) {
    public static final ReleasingExit NONE = new ReleasingExit(() -> false);

    /// An exit that waits for no other door.
    public ReleasingExit(BooleanSupplier held) {
        this(held, held);
    }
}
