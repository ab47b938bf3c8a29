package dev.lintel.controller.webhook;

import java.util.concurrent.atomic.LongAdder;

/// What has been counted since the start, for metrics. Any thread.
public final class Counters {
    private final LongAdder arrived = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder itemsArrived = new LongAdder();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder tookMs = new LongAdder();

    void attempted(boolean success, int items, long ms) {
        (success ? arrived : failed).increment();
        if (success) itemsArrived.add(items);
        tookMs.add(ms);
    }

    void acknowledged() {
        acknowledged.increment();
    }

    void dropped(int items) {
        dropped.add(items);
    }

    /// Attempts that a receiver took.
    public long arrived() {
        return arrived.sum();
    }

    /// Attempts that failed.
    public long failed() {
        return failed.sum();
    }

    /// Items in deliveries that a receiver took.
    public long itemsArrived() {
        return itemsArrived.sum();
    }

    public long acknowledgements() {
        return acknowledged.sum();
    }

    /// Items that were given up.
    public long dropped() {
        return dropped.sum();
    }

    /// Of all attempts together.
    public long tookMs() {
        return tookMs.sum();
    }
}
