package dev.lintel.controller.door;

import dev.lintel.controller.time.Time;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Tells a door what an operator wants and waits until the lane has done it and the disk has it: the one way for
/// the API and the pages. Any thread that may block.
public final class DoorOrders {
    /// The lane answers within milliseconds; one that does not in this time has hung.
    private static final long ANSWER_MS_MAX = 2_000;
    /// In the place of a refusal's words.
    private static final String DONE = "";

    /// The door has done it by then; longer than this nobody waits to be told that it outlasts a power cut.
    private static final long DISK_MS_MAX = 2_000;

    private static final String NOT_KEPT =
            "the door has done it, but the disk does not take it: after a restart it may be undone";

    private final Lane lane;
    private final Disk disk;
    private final Time time;
    private final Elsewhere elsewhere;

    /// Waits until what was kept and told the log before is on disk, for `timeoutMs` at most; returns whether it is.
    /// Implemented by the store.
    @FunctionalInterface
    public interface Disk {
        boolean await(long timeoutMs) throws InterruptedException;
    }

    /// For a box that has its own doors and no others.
    public DoorOrders(Lane lane, Disk disk, Time time) {
        this(lane, disk, time, Elsewhere.NOWHERE);
    }

    public DoorOrders(Lane lane, Disk disk, Time time, Elsewhere elsewhere) {
        this.lane = lane;
        this.disk = disk;
        this.time = time;
        this.elsewhere = elsewhere;
    }

    /// What came of it.
    public sealed interface Outcome {
        /// The door does so now, and that is on disk with its event.
        record Done() implements Outcome {}

        /// The door does not do so: `why` is a sentence.
        record Refused(String why) implements Outcome {}

        /// It is not known whether the door does so, or not now: `why` is a sentence.
        ///
        /// @param isDone whether the door has done it, and the disk does not have that
        record Unanswered(String why, boolean isDone) implements Outcome {
            public Unanswered(String why) {
                this(why, false);
            }
        }
    }

    /// `by` names the operator in the event.
    public Outcome give(long channelId, DoorCommand command, String by) {
        if (elsewhere.has(channelId)) return elsewhere.give(channelId, command, by);
        return ask(answer -> new LaneInput.Commanded(channelId, time.nowNs(), command, by, answer));
    }

    /// As [Elsewhere#withoutThreatLevel].
    public List<String> withoutThreatLevel(long siteId) {
        return elsewhere.withoutThreatLevel(siteId);
    }

    /// An installer's test of an output, which lasts longer than this takes. `by` names who tries it in the event.
    public Outcome test(long channelId, OutputTest test, String by) {
        if (elsewhere.has(channelId)) return new Outcome.Refused("this door is another box's: try its outputs there");
        return ask(answer -> new LaneInput.Tested(channelId, time.nowNs(), test, by, answer));
    }

    private Outcome ask(Function<Consumer<@Nullable String>, LaneInput> question) {
        var answer = new CompletableFuture<String>();
        LaneInput told = question.apply(refusal -> answer.complete(refusal == null ? DONE : refusal));
        if (!lane.offer(told)) return new Outcome.Unanswered("the doors are busy");
        try {
            String refusal = answer.get(ANSWER_MS_MAX, TimeUnit.MILLISECONDS);
            if (!refusal.equals(DONE)) return new Outcome.Refused(refusal);
            return disk.await(DISK_MS_MAX) ? new Outcome.Done() : new Outcome.Unanswered(NOT_KEPT, true);
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
