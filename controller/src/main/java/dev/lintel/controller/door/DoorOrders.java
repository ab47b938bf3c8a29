package dev.lintel.controller.door;

import dev.lintel.controller.time.Time;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Tells a door what an operator wants and waits for the lane to have done it: the one way for the API and the pages.
/// Any thread that may block.
public final class DoorOrders {
    /// The lane answers within milliseconds; one that does not in this time has hung.
    private static final long ANSWER_MS_MAX = 2_000;
    /// In the place of a refusal's words.
    private static final String DONE = "";

    private final Lane lane;
    private final Time time;

    public DoorOrders(Lane lane, Time time) {
        this.lane = lane;
        this.time = time;
    }

    /// What came of it.
    public sealed interface Outcome {
        /// The door does so now.
        record Done() implements Outcome {}

        /// The door does not do so: `why` is a sentence.
        record Refused(String why) implements Outcome {}

        /// Nobody knows, or not now: `why` is a sentence.
        record Unanswered(String why) implements Outcome {}
    }

    /// `by` names the operator in the event.
    public Outcome give(long channelId, DoorCommand command, String by) {
        var answer = new CompletableFuture<String>();
        var told = new LaneInput.Commanded(
                channelId, time.nowNs(), command, by, refusal -> answer.complete(refusal == null ? DONE : refusal));
        if (!lane.offer(told)) return new Outcome.Unanswered("the doors are busy");
        try {
            String refusal = answer.get(ANSWER_MS_MAX, TimeUnit.MILLISECONDS);
            return refusal.equals(DONE) ? new Outcome.Done() : new Outcome.Refused(refusal);
        } catch (TimeoutException e) {
            return new Outcome.Unanswered("the door does not answer; it may still do it");
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody fails an answer", e);
        } catch (InterruptedException e) { // the server closes
            Thread.currentThread().interrupt();
            return new Outcome.Unanswered("the box is stopping");
        }
    }
}
