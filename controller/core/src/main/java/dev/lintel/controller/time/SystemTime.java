package dev.lintel.controller.time;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.LockSupport;

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

    @Override
    public void pause(long ns) {
        long startNs = System.nanoTime();
        for (long left = ns; left > 0; left = ns - (System.nanoTime() - startNs)) {
            if (Thread.currentThread().isInterrupted()) return;
            LockSupport.parkNanos(left);
        }
    }
}
