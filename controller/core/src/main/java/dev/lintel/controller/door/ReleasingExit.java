package dev.lintel.controller.door;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/// An exit of a door that releases its strike: REX or the auxiliary input. Asked on any thread; waits on nothing.
///
/// @param active whether it is active, also where a lockdown has switched it off
/// @param held whether it is active and not locked down, also where it waits for another door of an airlock
/// @param holds whether it may keep the strike released: it is held and waits for no other door
/// @param usedUp whether it has released the strike for a person who has passed, and was not pressed again: then the
///     end of a lockdown does not press it. The door lane sets it, and each press clears it
public record ReleasingExit(BooleanSupplier active, BooleanSupplier held, BooleanSupplier holds, AtomicBoolean usedUp) {
    public static final ReleasingExit NONE = new ReleasingExit(() -> false);

    /// An exit without lockdowns, which waits for no other door.
    public ReleasingExit(BooleanSupplier active) {
        this(active, active, active, new AtomicBoolean());
    }
}
