package dev.lintel.sync.link;

import dev.lintel.sync.Backoff;
import dev.lintel.sync.Gear;
import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.Wake;
import dev.lintel.sync.pull.Puller;
import dev.lintel.sync.push.Pusher;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Hello;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps a connection to the hub standing. One thread runs it; the other methods may be called by any.
public final class Link implements Runnable {
    /// What the link tells of, and whom it tells.
    ///
    /// @param version of this box's program
    /// @param units that its controller.yaml has
    public record Parts(Gear gear, Puller puller, Pusher pusher, String version, List<Long> units) {
        public Parts {
            units = List.copyOf(units);
        }

        Hello hello() {
            return new Hello(version, units, puller.cursor());
        }

        Beat beat(SyncTarget.State state) {
            String problem = gear.state().problem();
            return new Beat(
                    puller.cursor(),
                    state.clock(),
                    gear.state().skewMs(),
                    pusher.waiting(),
                    problem == null ? state.problem() : problem,
                    puller.held(),
                    state.doors(),
                    state.revocations());
        }
    }

    private final Parts parts;
    private final Gear gear;
    private final Orders orders;
    private final Backoff backoff;
    private final Wake wake = new Wake();
    private volatile boolean closed;
    private volatile @Nullable Session session;

    public Link(Parts parts) {
        this.parts = parts;
        this.gear = parts.gear();
        orders = new Orders(gear.target());
        backoff = new Backoff(gear.limits().backoffMs(), gear.limits().backoffMaxMs());
    }

    /// A door or the clock has changed: a beat says so within a second. Without this call it is seen a second
    /// later.
    public void changed() {
        Session standing = session;
        if (standing != null) standing.wake();
    }

    @Override
    public void run() {
        try {
            while (!closed && gear.state().dismissed() == null) connect();
        } catch (InterruptedException _) {
            // closed
        }
    }

    private void connect() throws InterruptedException {
        String reason;
        long retryAfterMs = 0;
        try {
            var opened = new Session(parts, orders);
            session = opened;
            try {
                reason = opened.run(() -> closed);
            } finally {
                if (opened.stood()) backoff.succeeded();
            }
        } catch (UpstreamException e) {
            reason = String.valueOf(e.getMessage());
            retryAfterMs = e.retryAfterMs();
            if (e.status() == 403) askWhy();
        } catch (WireException e) {
            reason = String.valueOf(e.getMessage());
        } catch (RuntimeException e) {
            reason = "an unexpected fault: " + e; // as in Puller
        } finally {
            session = null;
        }
        gear.state().unlinked(reason);
        if (!closed) wake.await(backoff.failed(gear.pace().random(), retryAfterMs));
    }

    /// The JDK hands on no words of a refused WebSocket: a plain question brings them.
    private void askWhy() throws InterruptedException {
        try {
            gear.client().get(Wire.EVENTS, gear.limits().answerMs());
        } catch (UpstreamException e) {
            if (e.isDismissal()) gear.state().dismiss(String.valueOf(e.getMessage()));
        }
    }

    /// Ends it at the next wait; who runs it interrupts the thread.
    public void close() {
        closed = true;
        wake.call();
    }
}
