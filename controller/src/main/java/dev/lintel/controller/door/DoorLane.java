package dev.lintel.controller.door;

import dev.lintel.controller.time.Time;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The one thread that owns every door's state, timers, strikes and readers. It never touches a file, a socket or the
/// database. Others hand it [LaneInput]s through a bounded queue.
public final class DoorLane implements Lane, AutoCloseable {
    /// Inputs that may wait: all contacts and readers of 64 doors ten times over. Past it something is broken.
    private static final int QUEUE_MAX = 2_000;
    /// The longest sleep, so that a clock oddity cannot make the lane sleep for ever.
    private static final long SLEEP_MAX_NS = TimeUnit.SECONDS.toNanos(1);

    private final Doors doors;
    private final Time time;
    private final Consumer<Throwable> onBroken;
    private final BlockingQueue<LaneInput> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final Thread thread;
    private volatile boolean closing;
    private volatile long aliveNs;

    /// Starts the lane. `onBroken` hears, once and on the lane's thread, of an invariant that broke: the lane has
    /// stopped then, strikes stay as they are, exits still work, and the process should be restarted.
    public DoorLane(Doors doors, Time time, Consumer<Throwable> onBroken) {
        this.doors = doors;
        this.time = time;
        this.onBroken = onBroken;
        this.aliveNs = time.nowNs();
        this.thread = Thread.ofPlatform().name("door-lane").daemon(true).start(this::loop);
    }

    @Override
    public boolean offer(LaneInput input) {
        return queue.offer(input);
    }

    /// The monotonic time at which the lane last went round: what a watchdog looks at.
    public long aliveNs() {
        return aliveNs;
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

    private void loop() {
        try {
            while (!closing) turn();
            for (LaneInput input = queue.poll(); input != null; input = queue.poll()) doors.on(input);
            doors.stop();
        } catch (IllegalStateException e) { // a broken invariant: never log and continue
            onBroken.accept(e);
        }
    }

    private void turn() {
        long nowNs = time.nowNs();
        aliveNs = nowNs;
        long nextNs = doors.tick();
        long sleepNs = nextNs <= nowNs ? 0 : Math.min(nextNs - nowNs, SLEEP_MAX_NS);
        try {
            LaneInput input = queue.poll(sleepNs, TimeUnit.NANOSECONDS);
            if (input != null) doors.on(input);
        } catch (InterruptedException e) {
            closing = true; // only close() interrupts the lane
        }
    }
}
