package dev.lintel.controller.acme;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Goes on with an order of a certificate: one step at a time, beside housekeeping, for an authority that answers
/// slowly must not hold that up. Any thread.
final class AcmeRound implements AutoCloseable {
    private static final Logger LOG = System.getLogger(AcmeRound.class.getName());
    private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

    private final @Nullable Acme acme;
    private final Runnable onNew;
    private final AtomicReference<@Nullable Thread> underWay = new AtomicReference<>();
    private volatile boolean closed;

    /// `onNew` is run when there is a new certificate, on the thread that ordered it.
    AcmeRound(@Nullable Acme acme, Runnable onNew) {
        this.acme = acme;
        this.onNew = onNew;
    }

    /// Does not wait; where nothing is due, or a step is under way, nothing happens.
    void goOn() {
        Acme ordered = acme;
        if (ordered == null || closed || !ordered.isDue()) return;
        Thread thread = Thread.ofVirtual().name("acme").unstarted(() -> step(ordered));
        if (underWay.compareAndSet(null, thread)) thread.start();
    }

    private void step(Acme ordered) {
        try {
            if (ordered.step()) onNew.run();
        } catch (RuntimeException e) { // a defect: the box goes on with what it has
            LOG.log(Level.ERROR, "a certificate cannot be ordered", e);
        } finally {
            underWay.set(null);
        }
    }

    @Override
    public void close() {
        closed = true;
        Thread thread = underWay.get();
        if (thread == null) return;
        thread.interrupt();
        try {
            if (!thread.join(CLOSE_MAX)) LOG.log(Level.WARNING, "an order was still under way when the box closed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
