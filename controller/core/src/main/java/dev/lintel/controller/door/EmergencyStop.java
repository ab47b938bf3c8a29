package dev.lintel.controller.door;

import dev.lintel.controller.time.Time;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Ends the process at once, with every lock at rest, when a thread that doors need has ended by an error such as
/// exhausted memory. The two threads run beforehand, and the doors keep the list of their locks. What driving a line
/// allocates comes from a reserve, which is freed first.
///
/// ```
///   trigger() ──> emergency-rest: each lock where it is to be without a controller, then halt(3);
///            │                    a lock that failed is tried again, for other threads may have taken the reserve
///            └──> emergency-end:  halt(3) after REST_NS_MAX, whatever the lines do
/// ```
public final class EmergencyStop implements AutoCloseable {
    /// How long outputs may take. A line is driven in microseconds, but while no memory is left each allocation of any
    /// thread may begin a full collection, which takes 0.2 s on a board.
    private static final long REST_NS_MAX = TimeUnit.SECONDS.toNanos(2);

    /// Between two tries.
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /// A line that fails for a second fails for good.
    private static final int TRIES_MAX = 100;

    /// For the writes to the lines of 64 doors.
    private static final int RESERVE_BYTES = 256 << 10;

    private final Doors doors;
    private final Time time;
    private final IntConsumer halt;
    private final Thread rest;
    private final Thread end;

    @SuppressWarnings("UnusedVariable") // it is there to be freed
    private volatile byte @Nullable [] reserve = new byte[RESERVE_BYTES];

    private volatile boolean triggered;
    private volatile boolean closed;

    /// Of doors that may be started before or after.
    ///
    /// @param halt ends the process without hooks
    public EmergencyStop(Doors doors, Time time, IntConsumer halt) {
        this.doors = doors;
        this.time = time;
        this.halt = halt;
        this.rest = Thread.ofPlatform().name("emergency-rest").daemon(true).start(this::restAndHalt);
        this.end = Thread.ofPlatform().name("emergency-end").daemon(true).start(this::haltSoon);
    }

    /// Begins the end. Any thread; returns at once.
    public void trigger() {
        if (closed) halt.accept(Watchdog.EXIT_CODE); // the locks rest already
        triggered = true;
        LockSupport.unpark(rest);
        LockSupport.unpark(end);
    }

    /// The doors are out of service: the end needs no look at the locks any more.
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(rest);
        LockSupport.unpark(end);
    }

    private void restAndHalt() {
        if (!awaitTrigger()) return;
        reserve = null;
        List<Unattended> locks = doors.unattended();
        for (int tries = 1; !restAll(locks) && tries < TRIES_MAX; tries++) LockSupport.parkNanos(RETRY_NS);
        halt.accept(Watchdog.EXIT_CODE);
    }

    /// Whether none failed.
    private boolean restAll(List<Unattended> locks) {
        boolean all = true;
        for (int i = 0; i < locks.size(); i++) all &= restOne(locks.get(i)); // an iterator would need memory
        return all;
    }

    private void haltSoon() {
        if (!awaitTrigger()) return;
        long endNs = time.nowNs() + REST_NS_MAX;
        while (endNs - time.nowNs() > 0) LockSupport.parkNanos(endNs - time.nowNs());
        halt.accept(Watchdog.EXIT_CODE);
    }

    private boolean awaitTrigger() {
        while (!triggered && !closed) LockSupport.park(this);
        return triggered;
    }

    private boolean restOne(Unattended lock) {
        try {
            lock.leave();
            lock.settle(time.nowNs());
            return true;
        } catch (Throwable e) { // a line that fails, or no memory for what is remembered of it: the others still rest
            return false;
        }
    }
}
