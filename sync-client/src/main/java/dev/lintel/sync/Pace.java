package dev.lintel.sync;

import java.time.Instant;

/// Time and chance, given by the caller: this library reads no clock. Any thread.
public interface Pace {
    /// Monotonic, nanoseconds from any origin.
    long nowNs();

    /// The box's wall clock, Unix milliseconds: to be compared with the hub's, and beside a signature.
    long nowMs();

    /// By what certificates are judged: the latest of the clock, the build's date and the newest event.
    Instant judge();

    /// The clock is known or held to be behind, so that a certificate may seem to begin in the future.
    boolean clockBehind();

    /// At least 0 and below 1.
    double random();
}
