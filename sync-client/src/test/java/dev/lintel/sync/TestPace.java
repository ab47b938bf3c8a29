package dev.lintel.sync;

import java.time.Instant;

/// The computer's clock, which a test may set off.
public final class TestPace implements Pace {
    public volatile long wallOffsetMs;
    public volatile Instant judge = Instant.parse("2030-01-01T00:00:00Z");
    public volatile boolean behind;

    @Override
    public long nowNs() {
        return System.nanoTime();
    }

    @Override
    public long nowMs() {
        return System.currentTimeMillis() + wallOffsetMs;
    }

    @Override
    public Instant judge() {
        return judge;
    }

    @Override
    public boolean clockBehind() {
        return behind;
    }

    @Override
    public double random() {
        return 0.5;
    }
}
