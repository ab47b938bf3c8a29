package dev.lintel.controller.door;

import java.util.function.BooleanSupplier;

/// The exits of a door that release its strike: REX and the auxiliary input. Asked on any thread; waits on nothing.
///
/// @param held whether one is active and not locked down, also where it waits for another door of an airlock
/// @param holds whether one keeps the strike released: it is held and waits for no other door
public record ReleasingExits(BooleanSupplier held, BooleanSupplier holds) {
    public static final ReleasingExits NONE = new ReleasingExits(() -> false);

    /// Exits that wait for no other door.
    public ReleasingExits(BooleanSupplier held) {
        this(held, held);
    }

    /// These exits, and `others`.
    public ReleasingExits or(ReleasingExits others) {
        return new ReleasingExits(
                () -> held.getAsBoolean() || others.held.getAsBoolean(),
                () -> holds.getAsBoolean() || others.holds.getAsBoolean());
    }
}
