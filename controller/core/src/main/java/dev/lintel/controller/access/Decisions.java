package dev.lintel.controller.access;

import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Passage;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Silence;
import dev.lintel.controller.time.Time;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What was presented and awaits its decision, in the order of reading. Readers hand in what they read and go
/// on; the door lane is told first, so that it can turn a person away by itself when no decision comes. Any
/// thread hands in; one thread decides: [DecisionThread], or a simulation's.
public final class Decisions implements ApprovalDesk, HandDecisions {
    /// Presentations that may wait: two for each reader of 64 doors. A person past it is turned away at once.
    static final int QUEUE_MAX = 256;

    /// Admissions by operators that may wait among them: a card waits for so many at most, a tenth of a millisecond
    /// each.
    private static final int BY_HAND_MAX = 4;

    /// As [AdmissionDesk] waits for the door lane.
    private static final long BY_HAND_MS_MAX = 2_000;

    private final Time time;
    private final AccessFlow flow;
    private final Lane lane;
    private final EventLog log;
    private final Consumer<RuntimeException> onFault;
    private final LaneAnswers byLane;
    private final AtomicLong ids = new AtomicLong();
    private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final Semaphore byHand = new Semaphore(BY_HAND_MAX, true);
    private volatile @Nullable String fault;
    private volatile long begunNs = Silence.NONE;
    private long failures; // the deciding thread only

    /// `onFault` hears of a presentation that could not be decided (the database failed): the person was turned away
    /// as not ready, the next one is tried afresh.
    public Decisions(Time time, AccessFlow flow, Lane lane, EventLog log, Consumer<RuntimeException> onFault) {
        this.time = time;
        this.flow = flow;
        this.lane = lane;
        this.log = log;
        this.onFault = onFault;
        this.byLane = new LaneAnswers(flow::endRequest);
    }

    private sealed interface Waiting {}

    private record Read(Presentation read, ReaderFormats formats) implements Waiting {}

    private record Approved(ApprovalFlow.Approval approval) implements Waiting {}

    private record ByHand(FutureTask<?> decides) implements Waiting {}

    /// Something was presented. On the reader's thread; never blocks.
    public void submit(long channelId, String side, Presentation.Shown shown, long atNs, ReaderFormats formats) {
        present(new Presentation(ids.incrementAndGet(), channelId, side, shown, atNs), formats);
    }

    private long present(Presentation read, ReaderFormats formats) {
        long channelId = read.channelId();
        long atNs = read.atNs();
        Instant now = time.now();
        var notReady = AccessEvents.notReady(read, now);
        // A phone's request has one answer: its holder asks again at the next door.
        boolean phone = read.shown() instanceof Presentation.Shown.Phone;
        LaneInput.Again again =
                phone ? null : (other, side, person) -> present(again(read, other, side, person), formats);
        var presented = new LaneInput.Presented(channelId, atNs, read.id(), read.standsAt(), notReady, again, byLane);
        if (!lane.offer(presented)) {
            log.append(notReady); // the lane is stuck: nobody passes, but the log knows who stood there
        } else if (!queue.offer(new Read(read, formats))) {
            lane.offer(new LaneInput.Answered(channelId, atNs, read.id(), read.standsAt(), notReady, Passage.USUAL));
        }
        return read.id();
    }

    private Presentation again(Presentation read, long channelId, String side, long personId) {
        return new Presentation(ids.incrementAndGet(), channelId, side, read.shown(), time.nowNs(), personId);
    }

    /// A phone asks to pass, as if it was held to the door's reader of that side now. Any thread; never blocks.
    public void submit(long channelId, String side, Presentation.Shown.Phone phone) {
        submit(channelId, side, phone, time.nowNs(), _ -> null);
    }

    @Override
    public List<Approvals.Asked> asked() {
        return flow.asked(time.nowNs());
    }

    @Override
    public Outcome decide(long id, boolean approved, String by) {
        boolean waits = asked().stream().anyMatch(one -> one.id() == id);
        if (!waits) return new Outcome.Refused(OVER);
        boolean taken = queue.offer(new Approved(new ApprovalFlow.Approval(id, approved, by)));
        return taken ? new Outcome.Done() : new Outcome.Unanswered("the box has too many decisions to make");
    }

    /// Waits in the queue for its turn. Any thread that may block but the deciding one.
    @Override
    public <T> @Nullable T byHand(long channelId, long personId, Function<Decision, T> then) {
        try {
            if (!byHand.tryAcquire(BY_HAND_MS_MAX, TimeUnit.MILLISECONDS)) return null;
            try {
                return inTurn(new FutureTask<>(() -> then.apply(flow.byHand(channelId, personId))));
            } finally {
                byHand.release();
            }
        } catch (InterruptedException e) { // the server closes
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private <T> @Nullable T inTurn(FutureTask<T> decides) throws InterruptedException {
        if (!queue.offer(new ByHand(decides))) return null;
        try {
            return decides.get(BY_HAND_MS_MAX, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            decides.cancel(false);
            return null;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failed) throw failed;
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void admits(EventDraft event) {
        flow.admits(event);
    }

    /// The same for the deciding thread, which does not wait for itself: a simulation's.
    public HandDecisions atOnce() {
        return new HandDecisions() {
            @Override
            public <T> T byHand(long channelId, long personId, Function<Decision, T> then) {
                return then.apply(flow.byHand(channelId, personId));
            }

            @Override
            public void admits(EventDraft event) {
                flow.admits(event);
            }
        };
    }

    /// Decides what waits longest. Returns whether anything did.
    public boolean decideNext() {
        Waiting next = queue.poll();
        if (next == null) return false;
        decide(next);
        return true;
    }

    /// As [#decideNext], once there is something.
    void awaitAndDecide() throws InterruptedException {
        decide(queue.take());
    }

    /// What is wrong in a sentence while decisions fail; null from the next good one on. Any thread.
    @Nullable
    String fault() {
        return fault;
    }

    /// The database proved sound: what failed before says nothing of the next decision. Any thread.
    public void forgetFault() {
        fault = null;
    }

    /// When the decision that is under way was begun; [Silence#NONE] while none is. Any thread.
    long begunNs() {
        return begunNs;
    }

    private void decide(Waiting next) {
        begunNs = time.nowNs();
        try {
            switch (next) {
                case Read(Presentation read, ReaderFormats formats) -> decide(read, formats);
                case Approved(ApprovalFlow.Approval approval) -> {
                    hearLane();
                    flow.onApproval(approval, time.nowNs());
                }
                case ByHand(FutureTask<?> decides) -> {
                    decides.run(); // the waiting thread receives its failure
                    return;
                }
            }
            failures = 0;
            fault = null;
        } catch (RuntimeException e) { // the store's, for a database that cannot be read
            if (next instanceof Read read) flow.notDecided(read.read);
            failures++;
            fault = failures + " in a row failed, the last one: " + e.getMessage();
            onFault.accept(e);
        } finally {
            begunNs = Silence.NONE;
        }
    }

    private void decide(Presentation read, ReaderFormats formats) {
        hearLane();
        boolean late = byLane.isTurnedAway(read.id());
        try {
            flow.onRead(read, formats, late);
        } finally {
            byLane.decided(read.id());
            hearLane(); // the lane may have refused the presentation meanwhile
        }
        if (time.nowNs() - read.atNs() > Doors.DECISION_MAX_NS) flow.notDecided(read);
    }

    private void hearLane() {
        byLane.passOn(flow::forget, flow::refused);
    }
}
