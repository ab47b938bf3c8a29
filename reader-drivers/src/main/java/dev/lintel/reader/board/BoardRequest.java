package dev.lintel.reader.board;

import dev.lintel.reader.linux.LinuxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Lines that were asked of the kernel together, for as long as somebody uses them. The kernel's own side of it
/// may fail and be asked for anew; whoever uses the lines sees a call that was not done, never an exception.
/// Callable from any thread; [#renew], [#tell] and [#close] are the chip's own thread's.
final class BoardRequest {
    /// A write that fails is tried again ten times a second by whoever wants it: past so many the lines are asked
    /// for anew.
    private static final int FAILURES_MAX = 10;
    /// One line in the log for each request and minute, however often it fails.
    private static final long LOG_EVERY_NS = TimeUnit.MINUTES.toNanos(1);

    private static final Logger LOG = System.getLogger(BoardGpio.class.getName());

    private final Wanted wanted;
    private final String name;
    private final LongSupplier nowNs;
    private final AtomicInteger failures = new AtomicInteger();
    private final ReadWriteLock use = new ReentrantReadWriteLock(); // replacing the kernel's lines waits for calls
    private volatile Kernel.@Nullable Lines lines;
    private volatile Listener listener = new Listener(_ -> {}, () -> {});
    private volatile @Nullable String fault;
    private volatile long loggedNs;
    private volatile boolean broken;

    /// What is asked of the kernel, as in [Kernel#request].
    ///
    /// @param patient whether a failing call may pass by itself; else the lines are asked for anew
    record Wanted(List<Integer> offsets, long flags, int debounceUs, int events, boolean patient) {}

    /// Who listens: takes the edges that wait, and looks at the lines once they are the kernel's again. On the
    /// chip's thread.
    record Listener(Reading reading, Runnable onBack) {}

    /// Takes edges.
    @FunctionalInterface
    interface Reading {
        void on(Kernel.Lines lines);
    }

    /// One call.
    @FunctionalInterface
    interface Call<T> {
        T of(Kernel.Lines lines);
    }

    /// Throws [LinuxException] when the kernel refuses. `name` is the lines' in messages.
    BoardRequest(Kernel kernel, Wanted wanted, String name, LongSupplier nowNs) {
        this.wanted = wanted;
        this.name = name;
        this.nowNs = nowNs;
        this.loggedNs = nowNs.getAsLong() - LOG_EVERY_NS;
        this.lines = take(kernel);
    }

    private Kernel.Lines take(Kernel kernel) {
        return kernel.request(wanted.offsets, wanted.flags, wanted.debounceUs, wanted.events);
    }

    void listen(Listener who) {
        listener = who;
    }

    List<Integer> offsets() {
        return wanted.offsets;
    }

    /// The kernel's side, or null while it has none.
    Kernel.@Nullable Lines lines() {
        return lines;
    }

    /// Why the lines cannot be used, in a sentence; null while all is well.
    @Nullable
    String fault() {
        return fault;
    }

    /// Does `call`, or answers `otherwise` when it cannot be done.
    <T> T ask(Call<T> call, T otherwise) {
        use.readLock().lock();
        try {
            Kernel.Lines now = lines;
            if (now == null) return otherwise;
            T answer = call.of(now);
            well();
            return answer;
        } catch (LinuxException e) {
            failed(e);
            return otherwise;
        } finally {
            use.readLock().unlock();
        }
    }

    /// Hands the edges that wait to the listener.
    void tell(Kernel.Lines ready) {
        try {
            listener.reading.on(ready);
        } catch (LinuxException e) { // they could not be read, and would be said to wait for ever
            broken = true;
            failed(e);
        } catch (RuntimeException e) { // a listener breaks its promise: this edge is lost, the chip goes on
            LOG.log(Level.ERROR, "an edge could not be handed on", e);
        }
    }

    /// Looks whether the lines answer.
    boolean answers() {
        long all = (1L << wanted.offsets.size()) - 1;
        boolean answered = ask(taken -> taken.values(all) >= 0, false);
        if (!answered) broken = true;
        return answered;
    }

    /// Whether they have to be asked for anew.
    boolean broken() {
        return broken || lines == null;
    }

    /// Asks for them anew.
    void renew(Kernel kernel) {
        use.writeLock().lock();
        try {
            letGo();
            lines = take(kernel);
            broken = false;
            well();
        } catch (LinuxException e) {
            failed(e);
        } finally {
            use.writeLock().unlock();
        }
        if (lines != null) listener.onBack.run();
    }

    /// Gives them back. Nothing can be done with them afterwards.
    void close() {
        use.writeLock().lock();
        try {
            letGo();
        } finally {
            use.writeLock().unlock();
        }
    }

    private void letGo() {
        Kernel.Lines before = lines;
        lines = null;
        if (before != null) before.close();
    }

    private void well() {
        failures.set(0);
        if (fault == null || broken) return;
        fault = null;
        LOG.log(Level.INFO, name + ": works again");
    }

    private void failed(LinuxException e) {
        if (failures.incrementAndGet() >= (wanted.patient ? FAILURES_MAX : 1)) broken = true;
        fault = name + " cannot be used: " + e.getMessage();
        long atNs = nowNs.getAsLong();
        if (atNs - loggedNs < LOG_EVERY_NS) return;
        loggedNs = atNs;
        LOG.log(Level.ERROR, fault);
    }
}
