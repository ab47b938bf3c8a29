package dev.lintel.sync.push;

import dev.lintel.sync.Backoff;
import dev.lintel.sync.Gear;
import dev.lintel.sync.Progress;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.Wake;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Takes this box's events up as they come: at once when it is quiet, and while an upload is under way the
/// next one gathers. One thread runs it; the other methods may be called by any.
public final class Pusher implements Runnable {
    /// How long the log is waited for at a time.
    private static final long WAIT_MS = 10_000;

    private final Gear gear;
    private final Marks marks;
    private final Backoff backoff;
    private final Wake wake = new Wake();
    private volatile boolean closed;
    private volatile long delivered;
    /// Events at once: half as many after each failure, twice as many after each success. A line that does
    /// not carry all of them within an answer's time carries fewer, and the month's events get there all the
    /// same.
    private int most = Wire.EVENTS_MAX;

    private @Nullable LogMark at;
    private @Nullable Long headNs;

    public Pusher(Gear gear) {
        this.gear = gear;
        marks = new Marks(gear);
        backoff = new Backoff(gear.limits().backoffMs(), gear.limits().backoffMaxMs());
    }

    /// The hub is there: what waits for it goes on now.
    public void returned() {
        wake.call();
    }

    /// Events that the hub does not have yet, as far as it has said.
    public long waiting() {
        return Math.max(0, gear.target().head().id() - delivered);
    }

    @Override
    public void run() {
        try {
            while (!closed && gear.state().dismissed() == null) turn();
        } catch (InterruptedException _) {
            // closed
        }
    }

    private void turn() throws InterruptedException {
        try {
            push();
            gear.state().pushProblem(null);
            backoff.succeeded();
        } catch (UpstreamException e) {
            if (e.isDismissal()) {
                gear.state().dismiss(String.valueOf(e.getMessage()));
                return;
            }
            at = null; // what the hub has is asked again: an answer may be what was lost
            most = Math.max(1, most / 2);
            failed(e, e.retryAfterMs());
        } catch (WireException | TargetException e) {
            at = null;
            failed(e, 0);
        } catch (RuntimeException e) {
            // A fault of the program's: events that stay behind without a word would be worse than one that says so.
            at = null;
            failed(new TargetException("an unexpected fault: " + e, e), 0);
        }
    }

    private void failed(RuntimeException fault, long retryAfterMs) throws InterruptedException {
        if (closed) return;
        gear.state().pushProblem("events do not get to the hub: " + fault.getMessage());
        wake.await(backoff.failed(gear.pace().random(), retryAfterMs));
    }

    private void push() throws InterruptedException {
        LogMark from = at;
        if (from == null) {
            from = marks.common();
            at = from;
            deliver(from);
        }
        gear.target().awaitHeadAbove(from.id(), WAIT_MS);
        List<EventRow> events = gear.target().eventsAfter(from.id(), most);
        if (events.isEmpty() && !isHeadDue(from)) return;
        var upload = Upload.of(from, events, gear.pace().nowMs(), gear.target()::sign);
        String query = "?after=" + from.id() + "&hash=" + from.hash();
        String answer = gear.client()
                .post(
                        Wire.EVENTS + query,
                        Wire.NDJSON,
                        upload.body(),
                        gear.limits().answerMs());
        LogMark there = LogMark.parse(answer);
        headNs = gear.pace().nowNs();
        if (!there.equals(upload.last())) {
            throw new WireException("the hub has another event as the newest than was sent");
        }
        at = there;
        most = Math.min(Wire.EVENTS_MAX, 2 * most);
        if (!events.isEmpty()) deliver(there);
    }

    private boolean isHeadDue(LogMark from) {
        Long last = headNs;
        long gapNs = TimeUnit.MILLISECONDS.toNanos(gear.limits().headMs());
        return from.id() > 0 && (last == null || gear.pace().nowNs() - last >= gapNs);
    }

    private void deliver(LogMark mark) {
        delivered = mark.id();
        gear.target().progress(new Progress.Delivered(mark.id()));
    }

    /// Ends it at the next wait; who runs it interrupts the thread.
    public void close() {
        closed = true;
        wake.call();
    }
}
