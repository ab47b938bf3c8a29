package dev.lintel.controller.door;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A door's lock while the lane cannot look after it: see [Strike#leave]. A thread of the watchdog's.
///
/// @param exitHeld whether an exit that releases the strike is active and not locked down
record Unattended(Strike strike, BooleanSupplier exitHeld) {
    /// A held exit is looked at again well within this time.
    static final long EXIT_HELD_NS = TimeUnit.SECONDS.toNanos(1);

    /// Puts the lock where it is to be now. Who holds an exit goes on leaving. Throws what the lines throw, with the
    /// lock driven all the same if it can be.
    void settle(long nowNs) {
        try {
            if (strike.released() && exitHeld.getAsBoolean()) strike.releaseForExit(nowNs + EXIT_HELD_NS);
        } finally {
            strike.settle(nowNs);
        }
    }
}
