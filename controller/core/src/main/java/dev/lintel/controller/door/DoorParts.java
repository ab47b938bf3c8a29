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
                new Inputs(
                        leafOpen,
                        new ReleasingExit(exitHeld),
                        ReleasingExit.NONE,
                        () -> false,
                        () -> false,
                        () -> false),
                null,
                new ExitLocks());
    }

    /// Whether an exit keeps the strike released: it is not used up, see [HeldExits]. Any thread.
    boolean exitHolds() {
        return keepsReleased(Unlock.Exit.REX) || keepsReleased(Unlock.Exit.AUX);
    }

    private boolean keepsReleased(Unlock.Exit exit) {
        return !exit(exit).usedUp().get() && exitHolds(exit);
    }

    /// Whether that exit is active, not locked down, and waits for no other door of an airlock. Any thread.
    boolean exitHolds(Unlock.Exit exit) {
        return exit(exit).holds().getAsBoolean();
    }

    ReleasingExit exit(Unlock.Exit exit) {
        return exit == Unlock.Exit.REX ? inputs.rex : inputs.aux;
    }

    /// What the door's inputs say now; always false where none is wired. Asked on the door lane, waits on nothing.
    ///
    /// @param leafOpen the contact
    /// @param rex REX, where it releases the strike
    /// @param aux the auxiliary input
    /// @param leaving whether an exit that releases nothing is active
    /// @param tamper the tamper line
    /// @param fire whether the fire input releases this door
    public record Inputs(
            BooleanSupplier leafOpen,
            ReleasingExit rex,
            ReleasingExit aux,
            BooleanSupplier leaving,
            BooleanSupplier tamper,
            BooleanSupplier fire) {
        /// Whether an exit that releases the strike is active and not locked down.
        boolean exitHeld() {
            return rex.held().getAsBoolean() || aux.held().getAsBoolean();
        }
    }
}
