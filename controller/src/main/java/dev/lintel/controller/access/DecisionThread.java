package dev.lintel.controller.access;

import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Passage;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import java.time.Instant;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The one thread that decides. Readers hand it what they read and go on; the door lane is told first, so that it
/// can turn a person away by itself when no decision comes.
public final class DecisionThread implements AutoCloseable {
    /// Presentations that may wait: two for each reader of 64 doors. A person past it is turned away at once.
    private static final int QUEUE_MAX = 256;

    private final Time time;
    private final AccessFlow flow;
    private final Lane lane;
    private final EventLog log;
    private final Consumer<RuntimeException> onFault;
    private final AtomicLong ids = new AtomicLong();
    private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final Thread thread;
    private volatile boolean closing;
    private volatile @Nullable String fault;
    private long failures;

    /// `onFault` hears of a presentation that could not be decided (the database failed): the person is turned away
    /// as not ready, the next one is tried afresh.
    public DecisionThread(Time time, AccessFlow flow, Lane lane, EventLog log, Consumer<RuntimeException> onFault) {
        this.time = time;
        this.flow = flow;
        this.lane = lane;
        this.log = log;
        this.onFault = onFault;
        this.thread = Thread.ofPlatform().name("decision").daemon(true).start(this::loop);
    }

    private record Waiting(Presentation read, ReaderFormats formats) {}

    /// Something was presented. On the reader's thread; never blocks.
    public void submit(long channelId, String side, Presentation.Shown shown, long atNs, ReaderFormats formats) {
        var read = new Presentation(ids.incrementAndGet(), channelId, side, shown, atNs);
        Instant now = time.now();
        var notReady = AccessEvents.notReady(read, now);
        if (!lane.offer(new LaneInput.Presented(channelId, atNs, read.id(), side, notReady))) {
            log.append(notReady); // the lane is stuck: nobody passes, but the log knows who stood there
            return;
        }
        if (!queue.offer(new Waiting(read, formats))) {
            lane.offer(new LaneInput.Answered(channelId, atNs, read.id(), side, notReady, Passage.USUAL));
        }
    }

    /// What is wrong in a sentence while decisions fail; null from the next good one on. For /health.
    public @Nullable String fault() {
        if (!thread.isAlive() && !closing) return "the decision thread has ended";
        return fault;
    }

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
        while (!closing) {
            try {
                Waiting next = queue.take();
                decide(next);
            } catch (InterruptedException e) {
                closing = true; // only close() interrupts this thread
            }
        }
    }

    private void decide(Waiting next) {
        try {
            flow.onRead(next.read, next.formats);
            failures = 0;
            fault = null;
        } catch (RuntimeException e) { // the store's, for a database that cannot be read
            failures++;
            fault = failures + " in a row failed, the last one: " + e.getMessage();
            Presentation read = next.read;
            lane.offer(new LaneInput.Answered(
                    read.channelId(),
                    read.atNs(),
                    read.id(),
                    read.side(),
                    AccessEvents.notReady(read, time.now()),
                    Passage.USUAL));
            onFault.accept(e);
        }
    }
}
