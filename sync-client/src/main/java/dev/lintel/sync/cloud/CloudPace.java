package dev.lintel.sync.cloud;

/// Time and chance, from the caller. Any thread.
public interface CloudPace {
    /// Monotonic nanoseconds from any origin.
    long nowNs();

    /// This box's clock, Unix milliseconds: only to tell how far it is from the service's.
    long wallMs();

    /// At least 0, below 1: spreads what many boxes do.
    double random();
}
