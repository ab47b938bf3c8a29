package dev.lintel.controller.time;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// The machine's clocks.
public final class SystemTime implements Time {
    @Override
    public long nowNs() {
        return System.nanoTime();
    }

    @Override
    public Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }
}
