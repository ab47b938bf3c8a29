package dev.lintel.controller;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Tries to have this box's certificate renewed: one at a time, beside housekeeping, for a hub that answers slowly must
/// not hold that up. Why it fails is told once. Any thread.
final class Renewals {
    private static final Logger LOG = System.getLogger(Renewals.class.getName());

    private final AtomicBoolean underWay = new AtomicBoolean();
    private volatile @Nullable String told;

    /// Does not wait; where one is under way, nothing happens.
    void apart(Runnable renewal) {
        if (!underWay.compareAndSet(false, true)) return;
        Thread.ofVirtual().name("box-certificate").start(() -> {
            try {
                renewal.run();
            } finally {
                underWay.set(false);
            }
        });
    }

    void worked() {
        told = null;
    }

    /// @param end of the certificate that is not renewed
    void failed(Instant end, RuntimeException fault) {
        String why = "this box's certificate ends " + end + " and is not renewed yet: " + fault.getMessage();
        if (!why.equals(told)) LOG.log(Level.WARNING, why);
        told = why;
    }
}
