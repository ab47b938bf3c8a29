package dev.lintel.controller.health;

import dev.lintel.controller.log.FatalErrors;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is done now and then, on one thread of its own: certificates looked after, snapshots taken. A job that fails is
/// told in /health until it succeeds, and tried again at its next time.
public final class Housekeeping implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Housekeeping.class.getName());
    /// /health says that a job failed until it succeeds: it must not say so for a day.
    private static final Duration FAILED_AGAIN = Duration.ofMinutes(1);

    private static final long CLOSE_MS_MAX = 2_000;

    private final ScheduledExecutorService thread;
    private final Map<String, String> failed = new ConcurrentHashMap<>();
    private final Health health;
    private final Duration failedAgain;

    public Housekeeping(Health health) {
        this(health, "housekeeping");
    }

    /// The same on a thread of another name.
    public Housekeeping(Health health, String name) {
        this(health, name, FAILED_AGAIN);
    }

    /// @param failedAgain how soon a job that failed runs again, at the latest
    public Housekeeping(Health health, String name, Duration failedAgain) {
        this.failedAgain = failedAgain;
        this.health = health;
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name(name).daemon(true).factory());
    }

    /// Runs `job` after `first` and then again `every` so often after it has ended; after a failure within a minute.
    public void every(String name, Duration first, Duration every, Runnable job) {
        health.add(name, () -> failed.get(name));
        after(first, name, every, job);
    }

    private void after(Duration wait, String name, Duration every, Runnable job) {
        var _ = thread.schedule(
                () -> {
                    boolean good = run(name, job);
                    if (thread.isShutdown()) return;
                    boolean sooner = !good && every.compareTo(failedAgain) > 0;
                    after(sooner ? failedAgain : every, name, every, job);
                },
                wait.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /// Runs `job` now, on the caller's thread, and when it fails again `every` so often until it has succeeded once.
    public void until(String name, Duration every, Runnable job) {
        health.add(name, () -> failed.get(name));
        if (!run(name, job)) again(name, every, job);
    }

    private void again(String name, Duration every, Runnable job) {
        var _ = thread.schedule(
                () -> {
                    if (!run(name, job)) again(name, every, job);
                },
                every.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /// Begins `round` in the same way, which ends on a thread of its own; `fault`, what its last one left undone, is in
    /// /health as soon as it is known, and until the round that clears it.
    public void rounds(String name, Duration first, Duration every, Runnable round, Supplier<@Nullable String> fault) {
        health.add(name, fault);
        every(name, first, every, round);
    }

    /// Asks `look` in the same way; the sentence it answers is in /health until it answers null.
    public void watch(String name, Duration first, Duration every, Supplier<@Nullable String> look) {
        var seen = new AtomicReference<@Nullable String>();
        health.add(name, seen::get);
        every(name, first, every, () -> {
            String fault = look.get();
            String before = seen.getAndSet(fault);
            if (fault != null && before == null) LOG.log(Level.WARNING, fault);
        });
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(CLOSE_MS_MAX, TimeUnit.MILLISECONDS)) {
                LOG.log(Level.WARNING, "a job was still running when the box closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whether it succeeded.
    private boolean run(String name, Runnable job) {
        try {
            job.run();
            failed.remove(name);
            return true;
        } catch (VirtualMachineError e) { // the executor would swallow it, and run no job again
            FatalErrors.report(e);
            throw e;
        } catch (RuntimeException e) { // the disk's, the web server's: whatever it is must not end the other jobs
            LOG.log(Level.ERROR, name + " failed", e);
            failed.put(name, String.valueOf(e.getMessage()));
            return false;
        }
    }
}
