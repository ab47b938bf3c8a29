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
    /// Faults in a process's life after which the lane ends: /health tells, exits still work, a service is restarted.
    private static final int REBUILDS_MAX = 20;
    /// The longest sleep, so that a clock oddity cannot make the lane sleep for ever.
    private static final long SLEEP_MAX_NS = TimeUnit.SECONDS.toNanos(1);

    private final Doors doors;
    private final Time time;
    private final Consumer<Throwable> onBroken;
    private final BlockingQueue<LaneInput> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final Thread thread;
    private volatile boolean closing;
    private volatile long aliveNs;

    /// Starts the lane. `onBroken` hears, on the lane's thread, of every fault that made the doors begin anew.
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
        int rebuilds = 0;
        doors.lookAgain(); // what moved before there was a lane
        while (!closing) {
            try {
                turn();
            } catch (RuntimeException e) {
                // A line that cannot be driven, or a broken invariant: never go on as if nothing were. The doors begin
                // anew from what their inputs say; when that happens again and again, the lane ends.
                onBroken.accept(e);
                if (++rebuilds > REBUILDS_MAX) return;
                rebuild();
            }
        }
        for (LaneInput input = queue.poll(); input != null; input = queue.poll()) doors.on(input);
        doors.stop();
    }

    private void rebuild() {
        try {
            doors.rebuild();
        } catch (RuntimeException e) { // the same line again, most likely: the next turn counts it
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
