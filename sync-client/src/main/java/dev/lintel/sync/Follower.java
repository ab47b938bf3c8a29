package dev.lintel.sync;

import dev.lintel.sync.http.HubClient;
import dev.lintel.sync.link.Link;
import dev.lintel.sync.pull.Puller;
import dev.lintel.sync.push.Pusher;
import dev.lintel.sync.tls.PinnedTrust;
import dev.lintel.sync.tls.Tls;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import dev.lintel.sync.wire.Tree;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Follows a hub: a puller, a pusher and a link, a thread each. Made and closed by the wiring; its methods
/// may be called by any thread, and block where they ask the hub. A box with a new certificate or another
/// address closes it and makes a new one.
public final class Follower implements AutoCloseable {
    private static final String JSON = "application/json";
    /// A person's picture; the hub keeps none that is larger.
    private static final int IMAGE_BYTES_MAX = 8 << 20;
    /// How long [#close()] waits for each thread: a batch on an SD card takes less.
    private static final long CLOSE_MS = 5_000;

    /// Writes on their way at once, each with a connection of its own; more wait. The hub answers four of a
    /// box's requests at a time, and has 32 connections for it.
    private static final int FORWARDED_MAX = 8;

    /// Whom to follow, as whom.
    ///
    /// @param hub `https://NAME:PORT`
    /// @param hubId as the hub told when this box joined
    /// @param authority the hub's CA, the only one that is believed
    /// @param version of this box's program
    /// @param units that its controller.yaml has
    public record Settings(
            URI hub, String hubId, Identity identity, X509Certificate authority, String version, List<Long> units) {
        public Settings {
            units = List.copyOf(units);
        }
    }

    /// This box's key, and the certificate that the hub gave it, first in `chain`.
    public record Identity(PrivateKey key, List<X509Certificate> chain) {
        public Identity {
            chain = List.copyOf(chain);
        }

        @Override
        public String toString() {
            return "Identity";
        }
    }

    /// How it goes.
    ///
    /// @param online the link stands
    /// @param lastContactNs by [Pace#nowNs()]; null: none since the start
    /// @param cursor null: nothing was followed yet
    /// @param waiting events that the hub does not have yet, as far as it has said
    /// @param problem in words; null: none
    /// @param held names a snapshot that is held back; null: none
    /// @param skewMs this box's clock less the hub's; null: not measured yet
    /// @param dismissed why the hub turned this box away: nothing is tried any more; null: it did not
    /// @param notice what the hub says about this box, for people; null: nothing
    public record Status(
            boolean online,
            @Nullable Long lastContactNs,
            @Nullable Cursor cursor,
            long waiting,
            @Nullable String problem,
            @Nullable String held,
            HubState.Phase phase,
            @Nullable Long skewMs,
            @Nullable String dismissed,
            @Nullable String notice) {}

    private final HubClient client;
    private final Gear gear;
    private final Puller puller;
    private final Semaphore forwarded = new Semaphore(FORWARDED_MAX, true);
    private final Pusher pusher;
    private final Link link;
    private final Thread pulling;
    private final Thread pushing;
    private final Thread linking;

    /// Reads the target's cursor; begins nothing.
    public Follower(Settings settings, SyncTarget target, Pace pace) {
        this(settings, target, pace, Limits.USUAL);
    }

    /// As above, with limits of its own.
    public Follower(Settings settings, SyncTarget target, Pace pace, Limits limits) {
        var trust = new PinnedTrust(settings.authority(), pace);
        var tls = Tls.mutual(settings.identity().key(), settings.identity().chain(), trust);
        var state = new HubState(target, pace);
        client = new HubClient(settings.hub(), tls, limits, state)
                .as(UUID.randomUUID().toString());
        gear = new Gear(settings.hubId(), client, target, pace, limits, state);
        puller = new Puller(gear);
        pusher = new Pusher(gear);
        link = new Link(new Link.Parts(gear, puller, pusher, settings.version(), settings.units()));
        // Both wait for disks, which would hold a carrier of virtual threads.
        pulling = Thread.ofPlatform().name("sync-pull").daemon().unstarted(puller);
        pushing = Thread.ofPlatform().name("sync-push").daemon().unstarted(pusher);
        linking = Thread.ofVirtual().name("sync-link").unstarted(link);
    }

    /// Once.
    public void start() {
        pulling.start();
        pushing.start();
        linking.start();
    }

    /// Asks for a sync. Several at once are one; what comes of it is told as [Progress]: `NotRequired`, or
    /// `Started` and `Completed`, or `Failed`. While a snapshot is held back, that is tried once more.
    public void syncNow() {
        puller.ask();
    }

    /// A door or the clock has changed; the hub is told within a second. Does not wait.
    public void doorsChanged() {
        link.changed();
    }

    /// Has the hub do a write. Returns once this box has applied all up to the answer's cursor. Where that
    /// takes longer than the whole may, or the hub holds back what it publishes, the answer is given all the
    /// same: the write is done. Throws [UpstreamException] after 10 s at most where the hub has not answered;
    /// whether it did the write is not known then, which is what idempotency keys are for.
    public ForwardAnswer forward(ForwardRequest request) {
        Pace pace = gear.pace();
        long fromNs = pace.nowNs();
        long wholeMs = gear.limits().forwardMs();
        return asking(() -> {
            if (!forwarded.tryAcquire(wholeMs / 2, TimeUnit.MILLISECONDS)) { // the other half is for the answer
                throw new UpstreamException("too many writes are on their way to the hub: not done, try again");
            }
            ForwardAnswer answer;
            try {
                long ms = wholeMs - TimeUnit.NANOSECONDS.toMillis(pace.nowNs() - fromNs);
                answer = ForwardAnswer.parse(client.post(Wire.FORWARD, JSON, request.toJson(), Math.max(1, ms)));
            } finally {
                forwarded.release();
            }
            long leftMs = wholeMs - TimeUnit.NANOSECONDS.toMillis(pace.nowNs() - fromNs);
            puller.await(answer.cursor(), Math.max(0, leftMs));
            return answer;
        });
    }

    /// A person's picture, as the hub names it. Throws [UpstreamException], of status 404 where there is none.
    public byte[] image(String name, boolean thumbnail) {
        String path = Wire.IMAGES + URLEncoder.encode(name, StandardCharsets.UTF_8) + (thumbnail ? "?thumbnail=1" : "");
        return asking(() -> client.bytes(path, gear.limits().answerMs(), IMAGE_BYTES_MAX));
    }

    /// A new certificate over the old one, PEM. Throws [UpstreamException].
    public String renew(String csrPem) {
        return asking(() -> Tree.parse(client.post(
                        Wire.RENEW, "application/pkcs10", csrPem, gear.limits().answerMs()))
                .text("certificate"));
    }

    /// Whether the hub has said since the last call that this box's certificate has ended: one of the two clocks is far
    /// off, or the box was away for long. [#renew] helps.
    public boolean saidCertificateEnded() {
        return gear.state().saidCertificateEnded();
    }

    /// Whether the hub has asked since the last call for another key: a box has a copy of this one's. [#renew] with a
    /// request of the new key brings its certificate.
    public boolean saidNewKey() {
        return gear.state().saidNewKey();
    }

    /// Tells the hub that this box follows it no more. Throws [UpstreamException] where the hub was not told.
    public void leave() {
        asking(() -> client.post(Wire.LEAVE, JSON, "{}", gear.limits().answerMs()));
    }

    private interface Asking<T> {
        T ask() throws InterruptedException;
    }

    private <T> T asking(Asking<T> asking) {
        String dismissed = gear.state().dismissed();
        if (dismissed != null) throw new UpstreamException(dismissed, 403, "dismissed", 0);
        try {
            return asking.ask();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UpstreamException("following has ended", e);
        } catch (WireException e) {
            throw new UpstreamException("the hub's answer cannot be read: " + e.getMessage(), e);
        }
    }

    public Status status() {
        HubState state = gear.state();
        return new Status(
                state.online(),
                state.lastContactNs(),
                puller.cursor(),
                pusher.waiting(),
                state.problem(),
                puller.held(),
                state.phase(),
                state.skewMs(),
                state.dismissed(),
                state.notice());
    }

    /// Ends the three, between two calls of the target where those are short, and what is under way to the hub. One
    /// that was never started is closed as well.
    @Override
    public void close() {
        puller.close();
        pusher.close();
        link.close();
        pushing.interrupt();
        linking.interrupt();
        client.close();
        try {
            for (Thread thread : List.of(pulling, pushing, linking)) end(thread);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void end(Thread thread) throws InterruptedException {
        if (thread.getState() == Thread.State.NEW) return; // made to ask something, such as to leave, and no more
        if (thread.join(Duration.ofMillis(CLOSE_MS))) return;
        thread.interrupt();
        thread.join(CLOSE_MS);
    }
}
