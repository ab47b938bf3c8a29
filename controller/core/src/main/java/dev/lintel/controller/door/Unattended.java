package dev.lintel.controller.door;

import dev.lintel.reader.Reader;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A door's lock while the lane cannot look after it: see [Strike#leave]. A thread of the watchdog's.
///
/// @param exitHolds whether an exit keeps the strike released
/// @param readers by side: they show that nobody answers
record Unattended(Strike strike, BooleanSupplier exitHolds, Map<String, Reader> readers) {
    /// A held exit is looked at again well within this time.
    static final long EXIT_HELD_NS = TimeUnit.SECONDS.toNanos(1);

    /// The lane looks after it no more.
    void leave() {
        strike.leave();
    }

    /// Tells who stands at the readers. What a reader shows it shows until it is told otherwise.
    void show() {
        Lamps.offline(readers);
    }

    /// Puts the lock where it is to be now. Who holds an exit goes on leaving. Throws what the lines throw, with the
    /// lock driven all the same if it can be.
    void settle(long nowNs) {
        try {
            if (strike.released() && exitHolds.getAsBoolean()) strike.holdForExit(nowNs + EXIT_HELD_NS);
        } finally {
            strike.settle(nowNs);
        }
    }
}
