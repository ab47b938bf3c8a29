package dev.lintel.controller.time;

import java.time.Instant;

/// Both clocks of the process. [SystemTime] in production, a hand-moved one in tests. Callable from any thread.
public interface Time {
    /// Monotonic nanoseconds: for timers and latencies. Comparable with the kernel's edge timestamps.
    long nowNs();

    /// Wall time, to the millisecond.
    Instant now();

    /// Lets the calling thread wait until `ns` nanoseconds have passed on the monotonic clock, before it tries again
    /// what failed. A thread that is interrupted returns early and stays interrupted. Not for threads of doors.
    void pause(long ns);

    /// Milliseconds since 1970 of [#now()].
    default long nowMs() {
        return now().toEpochMilli();
    }
}
