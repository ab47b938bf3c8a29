package dev.lintel.controller.webhook;

import dev.lintel.controller.api.Announcements;
import dev.lintel.controller.client.HttpSender;
import dev.lintel.controller.client.Sender;
import dev.lintel.controller.client.Trust;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.net.WebAddress;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.DeliveryStore;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Webhooks and notification rules, put together: the outbox and its thread. Made once by the wiring; [#start]ed when
/// the doors work and the web is open. Any thread.
public final class Webhooks implements Announcements, AutoCloseable {
    /// What the disk refused is tried again.
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(1);
    /// What is under way when the box closes may come back; what does not is sent again at the next start.
    private static final long CLOSE_NS_MAX = TimeUnit.SECONDS.toNanos(1);

    /// It is a daemon's thread: a disk that hangs must not keep the box from ending.
    private static final long JOIN_MS_MAX = 5_000;

    private static final long CLOSING_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final Logger LOG = System.getLogger(Webhooks.class.getName());

    private final Parts parts;
    private final Inbox inbox = new Inbox();
    private final Audience audience;
    private final Counters counters = new Counters();
    private final HttpSender sender;
    private final Outbox outbox;
    private final DeliveryDesk desk;
    private volatile @Nullable Thread thread;
    private volatile @Nullable String fault;
    private volatile boolean closing;

    /// What they are made of.
    ///
    /// @param database `webhooks.db`
    /// @param box the customer's, whose log tells of what happens to endpoints
    /// @param sources the accounts whose events and changes are told
    /// @param guard says which addresses may be posted to
    /// @param policy what else may
    /// @param base scheme, host and port by which this box is reached; null while that is not known
    /// @param vertx asked once `base` is known
    /// @param version of this program
    public record Parts(
            SideDatabase database,
            Database box,
            OAuth oauth,
            List<Source> sources,
            AddressGuard guard,
            Policy policy,
            Supplier<@Nullable String> base,
            Supplier<Vertx> vertx,
            String version,
            Time time) {
        public Parts {
            sources = List.copyOf(sources);
        }
    }

    /// What the configuration says of receivers.
    ///
    /// @param loopback whether this machine's own addresses may be posted to where they are written as such
    /// @param trust files (PEM) of authorities that are trusted beside the usual ones
    public record Policy(boolean loopback, List<Path> trust) {
        public Policy {
            trust = List.copyOf(trust);
        }
    }

    public Webhooks(Parts parts) {
        this.parts = parts;
        this.audience = new Audience(parts.oauth);
        this.sender = new HttpSender(new HttpSender.Parts(
                parts.vertx,
                parts.guard,
                parts.policy.loopback,
                parts.policy.trust,
                "Lintel/" + parts.version,
                InetAddress::getAllByName,
                (int) TimeUnit.SECONDS.toMillis(Sender.LIMIT_S),
                parts.time));
        this.outbox = new Outbox(
                new Outbox.Parts(
                        parts.database,
                        new Feed(parts.sources, audience),
                        audience,
                        sender,
                        new RetryPlan(() -> ThreadLocalRandom.current().nextDouble()),
                        counters,
                        Limits.USUAL,
                        this::tell,
                        parts.base,
                        parts.time),
                inbox);
        this.desk = new DeliveryDesk(parts.database, inbox, parts.time);
    }

    /// Begins. Nothing is told while the box works on another database than the one beside `webhooks.db`: that knows
    /// other events under the same numbers.
    public void start() {
        if (!parts.database.isBeside(parts.box)) {
            LOG.log(Level.WARNING, "nobody is told of events while the box works on a database in memory");
            inbox.close();
            return;
        }
        String untrusted = Trust.fault(HttpSender.TRUST, parts.policy.trust);
        if (untrusted != null) {
            LOG.log(Level.ERROR, untrusted);
            fault = "nobody is told of anything: " + untrusted;
            inbox.close();
            return;
        }
        Thread started = Thread.ofPlatform().name("webhooks").daemon(true).unstarted(this::run);
        thread = started;
        inbox.owner(started);
        for (Source source : parts.sources) {
            Database database = source.database();
            if (database != null) database.onCommit(inbox::wake);
        }
        parts.oauth.database().onCommit(inbox::wake);
        started.start();
    }

    /// An account was opened: what is written there is told from now on.
    public void opened(Database database) {
        database.onCommit(inbox::wake);
        inbox.wake();
    }

    private void run() {
        long endNs = Long.MAX_VALUE;
        while (!closing || outbox.isFlying()) {
            if (closing && endNs == Long.MAX_VALUE) endNs = parts.time.nowNs() + CLOSE_NS_MAX;
            if (closing && parts.time.nowNs() - endNs >= 0) break;
            long rest = turn();
            if (closing) rest = CLOSING_NS; // one that comes back wakes it
            if (rest > 0) LockSupport.parkNanos(this, rest);
        }
        turn(); // what came back last
    }

    /// For how long nothing is to be done.
    private long turn() {
        try {
            long rest = outbox.turn(closing);
            RuntimeException unread = outbox.unread();
            fault = unread == null ? null : "webhooks wait for a log: " + unread.getMessage();
            return rest;
        } catch (RuntimeException | Error e) { // a database's refusal, or a fault of ours: the next turn does it
            if (fault == null) LOG.log(Level.WARNING, "what receivers are to be told cannot be written or read", e);
            fault = "webhooks wait: " + e.getMessage();
            inbox.refuse(new StoreException(StoreException.Reason.CLOSED, String.valueOf(fault), e));
            return AGAIN_NS;
        }
    }

    /// For /health: why nobody is told of anything; null while that works.
    public @Nullable String fault() {
        return fault;
    }

    /// What developers and operators see and do.
    public DeliveryDesk desk() {
        return desk;
    }

    public Counters counters() {
        return counters;
    }

    /// An endpoint's queue.
    ///
    /// @param waiting items that it has not been told
    /// @param ageMs of the oldest of those; 0: none waits
    public record Queue(EndpointStore.Key key, long waiting, long ageMs, boolean paused) {}

    /// What waits, endpoint by endpoint. Throws `StoreException`.
    public List<Queue> queues() {
        var queues = new ArrayList<Queue>();
        for (Lanes.View view : outbox.views()) {
            Long oldest = parts.database.read(sql -> DeliveryStore.oldest(sql, view.endpointId()));
            long age = oldest == null ? 0 : Math.max(0, parts.time.nowMs() - oldest);
            queues.add(new Queue(view.key(), view.waiting(), age, view.paused()));
        }
        return List.copyOf(queues);
    }

    @Override
    public void fetched(Fetched what) {
        inbox.fetched(what);
    }

    @Override
    public void rulesChanged(long accountId) {
        audience.rulesChanged();
        inbox.wake();
    }

    @Override
    public @Nullable String refusal(String url) {
        String fault = WebAddress.fault(url, "A call back address");
        if (fault != null) return fault;
        URI address = URI.create(url);
        boolean own = WebAddress.isLoopback(address);
        InetAddress literal = literal(address.getHost());
        if (own && parts.policy.loopback) return null;
        boolean passes =
                own ? literal != null && parts.guard.passes(literal) : literal == null || parts.guard.passes(literal);
        return passes
                ? null
                : "A call back address must not be in a private network (webhooks: allow_networks in controller.yaml"
                        + " lets it).";
    }

    /// An address that is written as such; null for a name, which is looked up when it is posted to.
    private static @Nullable InetAddress literal(String host) {
        if (host.equals("localhost")) return InetAddress.getLoopbackAddress();
        try {
            return InetAddress.ofLiteral(host.startsWith("[") ? host.substring(1, host.length() - 1) : host);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private void tell(EndpointStore.Key key, String what) {
        var details = Map.<String, Object>of(
                "what", "webhook endpoint", "new", name(key), "id", key.ownerId(), "by", "Lintel", "action", what);
        parts.box
                .events()
                .append(new EventDraft(
                        EventKind.CONFIGURATION_CHANGED,
                        parts.time.nowMs(),
                        parts.time.nowNs(),
                        EventDraft.Subject.NOBODY,
                        details));
    }

    private String name(EndpointStore.Key key) {
        Receiver known = audience.find(key);
        if (known != null) return known.name();
        if (key.kind() == EndpointStore.Kind.RULE) return "rule " + key.ownerId();
        Application application = parts.oauth.applications().get(key.ownerId());
        return application == null
                ? "application " + key.ownerId()
                : application.details().name();
    }

    /// Waits a moment for what is under way. What has not come back is sent again at the next start.
    @Override
    public void close() {
        closing = true;
        Thread running = thread;
        if (running != null) {
            LockSupport.unpark(running);
            try {
                running.join(JOIN_MS_MAX);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        inbox.close();
        sender.close();
    }
}
