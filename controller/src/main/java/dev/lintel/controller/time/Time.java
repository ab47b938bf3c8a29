package dev.lintel.controller.time;

import java.time.Instant;

/// Both clocks of the process. [SystemTime] in production, a hand-moved one in tests. Callable from any thread.
public interface Time {
    /// Monotonic nanoseconds: for timers and latencies. Comparable with the kernel's edge timestamps.
    long nowNs();

    /// Wall time, to the millisecond.
    Instant now();

    /// Milliseconds since 1970 of [#now()].
    default long nowMs() {
        return now().toEpochMilli();
    }
}
