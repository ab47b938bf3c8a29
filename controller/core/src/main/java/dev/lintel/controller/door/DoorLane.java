package dev.lintel.controller.door;

import dev.lintel.controller.time.Time;
import java.util.ArrayDeque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The one thread that owns every door's state, timers, strikes and readers. It never touches a file, a socket or
/// the database. Others hand it [LaneInput]s through a bounded queue; what finds no room there is [Untold].
public final class DoorLane implements Lane, AutoCloseable {
    /// Inputs that may wait: all contacts and readers of 64 doors ten times over. Past it something is broken.
    private static final int QUEUE_MAX = 2_000;
    /// Faults within [#REBUILDS_WITHIN_NS] after which the lane secures what it can and ends, and the process with
    /// it: a fresh start knows more than one that breaks down every three minutes.
    private static final int REBUILDS_MAX = 20;

    private static final long REBUILDS_WITHIN_NS = TimeUnit.HOURS.toNanos(1);
    /// An exit under way is waited for at the end, but no service manager waits for ever.
    private static final long EXIT_NS_MAX = TimeUnit.SECONDS.toNanos(10);
    /// The longest sleep, so that a clock oddity cannot make the lane sleep for ever.
    private static final long SLEEP_MAX_NS = TimeUnit.SECONDS.toNanos(1);

    private final Doors doors;
    private final Time time;
    private final Consumer<Throwable> onBroken;
    private final BlockingQueue<LaneInput> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final Untold untold;
    private final Thread thread;
    private final ArrayDeque<Long> brokenNs = new ArrayDeque<>(); // the lane's thread only
    private boolean looked; // the lane's thread only
    private volatile boolean missed;
    private volatile boolean closing;
    private volatile long aliveNs;
    private volatile boolean left;

    /// Starts the lane. `onBroken` hears, on the lane's thread, of every fault that made a door begin anew.
    public DoorLane(Doors doors, Time time, Consumer<Throwable> onBroken) {
        this(doors, time, onBroken, Thread.ofPlatform().name("door-lane").daemon(true));
    }

    /// The same on a thread of another name, whose end may be another's matter than the process's.
    public DoorLane(Doors doors, Time time, Consumer<Throwable> onBroken, Thread.Builder thread) {
        this.doors = doors;
        this.time = time;
        this.onBroken = onBroken;
        this.aliveNs = time.nowNs();
        this.untold = new Untold(doors.channelIds());
        this.thread = thread.start(this::loop);
    }

    @Override
    public boolean offer(LaneInput input) {
        if (queue.offer(input)) return true;
        untold.keep(input);
        missed = true; // last: the look comes after what is told of it
        return false;
    }

    /// The monotonic time at which the lane last went round: what a watchdog looks at.
    public long aliveNs() {
        return aliveNs;
    }

    /// The watchdog waits for the lane no more and looks after the strikes, which were left before: once it goes
    /// round again the lane attends to them and begins anew. The watchdog only.
    void leave() {
        left = true;
    }

    /// Whether the strikes are the watchdog's.
    boolean left() {
        return left;
    }

    /// Whether the thread has ended without [#close].
    boolean hasFailed() {
        return !closing && !thread.isAlive();
    }

    /// Whether the thread has ended after [#close].
    boolean ended() {
        return closing && !thread.isAlive();
    }

    /// Handles what waits, takes the doors out of service and ends the thread.
    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whatever ends it: what waits is handled and the doors are taken out of service, so that no strike stays
    /// released with nobody to secure it. An exception that leaves here ends the process. An error of the JVM,
    /// such as exhausted memory, leaves at once: an orderly end would need memory. See [EmergencyStop].
    private void loop() {
        boolean inOrder = true;
        try {
            while (!closing) round();
        } catch (VirtualMachineError e) {
            inOrder = false;
            throw e;
        } finally {
            if (inOrder) end();
        }
    }

    private void end() {
        drain();
        try {
            doors.stop();
        } finally {
            restAfterExits();
        }
    }

    /// Somebody who is leaving may finish, also who pressed while another was waited for; then no strike stays
    /// unlocked behind a process that is gone, and an exit that is pressed from then on releases none.
    private void restAfterExits() {
        boolean interrupted = Thread.interrupted(); // close() did it, and parking would not wait
        long endNs = time.nowNs() + EXIT_NS_MAX;
        for (long leftNs = exitNs(endNs); leftNs > 0; leftNs = exitNs(endNs)) {
            aliveNs = time.nowNs();
            LockSupport.parkNanos(Math.min(leftNs, SLEEP_MAX_NS));
        }
        try {
            doors.rest();
        } finally {
            tellExits();
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    /// Whoever left since what waited was handled: no strike has let go without a word in the log. Those rest by
    /// now.
    private void tellExits() {
        for (LaneInput input = next(); input != null; input = next()) doors.tellLate(input);
    }

    /// How long an exit runs from now on, but no longer than until `endNs`.
    private long exitNs(long endNs) {
        long nowNs = time.nowNs();
        return Math.clamp(doors.exitsUntilNs(), nowNs, Math.max(nowNs, endNs)) - nowNs;
    }

    private void round() {
        try {
            if (left) attend();
            // Last, for what waits is older than the look.
            if (!looked || (missed && queue.isEmpty() && untold.isEmpty())) lookAgain();
            turn();
        } catch (RuntimeException e) {
            // A line that cannot be driven, or a broken invariant: never go on as if nothing were. The door begins
            // anew from what its inputs say; when that happens again and again, the lane ends.
            onBroken.accept(e);
            if (tooOften()) throw new IllegalStateException("the doors broke down again and again", e);
            rebuild();
        }
    }

    private void attend() {
        missed = true; // first: what moved meanwhile, and is not waiting here, is looked at in the end
        doors.attend();
        left = false; // last: until then the locks are guarded
    }

    /// What moved before there was a lane, or while it had no room.
    private void lookAgain() {
        looked = true;
        missed = false;
        doors.lookAgain();
    }

    private boolean tooOften() {
        long nowNs = time.nowNs();
        brokenNs.addLast(nowNs);
        while (nowNs - brokenNs.getFirst() > REBUILDS_WITHIN_NS) brokenNs.removeFirst();
        return brokenNs.size() > REBUILDS_MAX;
    }

    private void drain() {
        for (LaneInput input = next(); input != null; input = next()) {
            try {
                doors.on(input);
            } catch (RuntimeException e) { // the others still want their answer
                onBroken.accept(e);
            }
        }
    }

    private void rebuild() {
        try {
            missed = true;
            doors.recover();
        } catch (RuntimeException e) { // the same line again, most likely: the next turn counts it
            onBroken.accept(e);
        }
    }

    /// What waits and is next, or null. What found no room has its turn by the time at which it happened: somebody
    /// asked to leave before the leaf opened.
    private @Nullable LaneInput next() {
        LaneInput head = queue.peek();
        LaneInput late = untold.poll(head == null ? Long.MAX_VALUE : head.atNs());
        return late != null ? late : queue.poll();
    }

    /// When the oldest of what waits happened, `Long.MAX_VALUE` if nothing does.
    private long oldestNs() {
        LaneInput head = queue.peek();
        return Math.min(head == null ? Long.MAX_VALUE : head.atNs(), untold.oldestNs());
    }

    private void turn() {
        long nowNs = time.nowNs();
        aliveNs = nowNs;
        long nextNs = doors.tick(oldestNs());
        long sleepNs = nextNs <= nowNs ? 0 : Math.min(nextNs - nowNs, SLEEP_MAX_NS);
        try {
            LaneInput input = next();
            if (input == null) input = queue.poll(sleepNs, TimeUnit.NANOSECONDS);
            if (input != null) doors.on(input);
        } catch (InterruptedException e) {
            closing = true; // only close() interrupts the lane
        }
    }
}
