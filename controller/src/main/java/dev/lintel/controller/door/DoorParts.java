package dev.lintel.controller.door;

import dev.lintel.reader.Reader;
import dev.lintel.reader.gpio.OutputPoint;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The wired parts of a door, as drivers give them.
///
/// @param readers by side: `entry`, `exit`
/// @param sounder the alarm output, or null without one
/// @param locks what the exits' threads ask before they release
public record DoorParts(
        Strike strike,
        Map<String, Reader> readers,
        Inputs inputs,
        @Nullable OutputPoint sounder,
        ExitLocks locks) {
    public DoorParts {
        readers = Map.copyOf(readers);
    }

    /// A door without sounder, tamper and fire input.
    public DoorParts(Strike strike, Map<String, Reader> readers, BooleanSupplier leafOpen, BooleanSupplier exitHeld) {
        this(
                strike,
                readers,
                new Inputs(leafOpen, new ReleasingExits(exitHeld), () -> false, () -> false, () -> false),
                null,
                new ExitLocks());
    }

    /// Whether an exit keeps the strike released: it is active, not locked down, and waits for no other door of an
    /// airlock. Any thread.
    boolean exitHolds() {
        return inputs.exits.holds().getAsBoolean();
    }

    /// What the door's inputs say now; always false where none is wired. Asked on the door lane, waits on nothing.
    ///
    /// @param leafOpen the contact
    /// @param exits REX and the auxiliary input, where they release the strike
    /// @param leaving whether an exit that releases nothing is active
    /// @param tamper the tamper line
    /// @param fire whether the fire input releases this door
    public record Inputs(
            BooleanSupplier leafOpen,
            ReleasingExits exits,
            BooleanSupplier leaving,
            BooleanSupplier tamper,
            BooleanSupplier fire) {}
}
