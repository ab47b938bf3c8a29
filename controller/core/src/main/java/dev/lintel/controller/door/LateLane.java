package dev.lintel.controller.door;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/// The way to a lane that is not there yet: inputs act from the moment in which their lines are opened, and what
/// they say until the lane runs is handed over to it then. Any thread; never blocks for longer than that handing
/// over.
///
/// ```
///   lines opened ----- doors started ----- the lane runs ----->
///        |  kept here, in their order  |->  straight to the lane
/// ```
public final class LateLane implements Lane {
    /// What may wait: a start takes a second, and nobody does more to a box in it than to press each exit a few
    /// times.
    private static final int EARLY_MAX = 500;

    private final BlockingQueue<LaneInput> early = new ArrayBlockingQueue<>(EARLY_MAX);
    private volatile @Nullable Lane lane;

    @Override
    public boolean offer(LaneInput input) {
        Lane running = lane;
        return running != null ? running.offer(input) : early(input);
    }

    private synchronized boolean early(LaneInput input) {
        Lane running = lane; // it may have come while this thread waited
        return running != null ? running.offer(input) : early.offer(input);
    }

    /// From now on `running` takes everything; first what waits.
    public synchronized void runs(Lane running) {
        for (LaneInput input = early.poll(); input != null; input = early.poll()) running.offer(input);
        lane = running;
    }
}
