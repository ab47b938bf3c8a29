package dev.lintel.controller.webhook;

import dev.lintel.controller.api.Announcements.Fetched;
import dev.lintel.controller.store.DeliveryStore.Delivery;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.OutboxStore;
import dev.lintel.controller.store.OutboxStore.Cursor;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.webhook.Lane.Moment;
import dev.lintel.controller.webhook.Sender.Outcome;
import dev.lintel.reader.Bytes;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is told to receivers, from the logs to their 2xx. One thread takes turns: each turn is one transaction, and
/// what
/// it sends leaves after that is on disk. Start reading at [#turn].
///
/// ```
///   Feed ─ notes ─┐                                    ┌─► Sender ─► receiver
///                 ├─► turn: settle · note · form ── commit
///   landed ───────┘      (one transaction)             └─► pages, which asked for something
///      ^──────────────────────────────────────────────────── outcome, on any thread
/// ```
///
/// Killed before the commit: nothing was sent, and the cursor stands before what was read. Killed after a receiver
/// answered and before that is on disk: it is sent again, with the same tokens.
final class Outbox {
    /// Nothing is read more often than that: what comes in between goes together anyway.
    private static final long FEED_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(50);
    /// Looked after: what is too old or too much, and cursors written down.
    private static final long CARE_EVERY_NS = TimeUnit.MINUTES.toNanos(1);
    /// How long a thread that has nothing to do may rest.
    static final long REST_MAX_NS = TimeUnit.MINUTES.toNanos(1);

    private final Parts parts;
    private final Lanes lanes = new Lanes();
    private final Inbox inbox;
    /// What is under way, by delivery.
    private final Map<Long, Flight> flights = new HashMap<>();

    private Map<Long, Cursor> written = Map.of();
    private @Nullable Bodies bodies;
    private @Nullable AckTokens tokens;
    private long audienceSeen = -1;
    private long nextFeedNs;
    private long nextCareNs;
    private volatile List<Lanes.View> views = List.of();

    /// What it is made of.
    ///
    /// @param base scheme, host and port by which this box is reached; null while that is not known
    record Parts(
            SideDatabase database,
            Feed feed,
            Audience audience,
            Sender sender,
            RetryPlan plan,
            Counters counters,
            Limits limits,
            Tell tell,
            Supplier<@Nullable String> base,
            Time time) {}

    /// Tells of what happened to an endpoint, where the developer and operators see it.
    @FunctionalInterface
    interface Tell {
        void of(EndpointStore.Key key, String what);
    }

    /// A delivery under way.
    ///
    /// @param begun when it was sent
    record Flight(long endpointId, Delivery delivery, Moment begun) {}

    /// One that came back.
    record Landed(Flight flight, Outcome outcome, long atNs) {}

    Outbox(Parts parts, Inbox inbox) {
        this.parts = parts;
        this.inbox = inbox;
        this.nextFeedNs = parts.time.nowNs();
        this.nextCareNs = parts.time.nowNs();
    }

    /// Does what is to be done now; returns for how long nothing is, in nanoseconds. Throws `StoreException` when a
    /// database refuses it: then nothing is lost, and the next turn does it.
    ///
    /// @param closing nothing leaves any more
    long turn(boolean closing) {
        String base = parts.base.get();
        if (base == null) return REST_MAX_NS;
        boolean anybody = parts.feed.anybody();
        if (!anybody && !parts.database.exists() && !inbox.hasOrders()) return idle();
        begin(base);
        Moment now = now();
        if (!anybody) skip();
        boolean feeding = anybody && now.ns() - nextFeedNs >= 0 && inbox.takeWoken();
        List<Feed.Batch> read = feeding ? parts.feed.read(work -> parts.database.read(work)) : List.of();
        if (feeding) nextFeedNs = now.ns() + FEED_EVERY_NS;
        if (read.stream().anyMatch(Feed.Batch::more)) inbox.wake();
        work(read, now, closing);
        return rest(anybody);
    }

    /// Nobody is told of anything, nor ever was.
    private long idle() {
        skip();
        long nowNs = parts.time.nowNs();
        if (nowNs - nextCareNs >= 0) {
            nextCareNs = nowNs + CARE_EVERY_NS;
            parts.feed.forget();
        }
        return REST_MAX_NS;
    }

    private void skip() {
        if (inbox.takeWoken()) parts.feed.skip();
    }

    private void begin(String base) {
        if (tokens == null) {
            Bytes key = parts.database.write(sql -> {
                parts.feed.begin(sql);
                return OutboxStore.ackKey(sql, Outbox::newKey);
            });
            tokens = new AckTokens(key);
        }
        if (bodies == null) bodies = new Bodies(base, tokens);
    }

    private static Bytes newKey() {
        byte[] key = new byte[AckTokens.KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return Bytes.copyOf(key);
    }

    private Moment now() {
        return new Moment(parts.time.nowNs(), parts.time.nowMs());
    }

    private void work(List<Feed.Batch> read, Moment now, boolean closing) {
        Inbox.Taken taken = inbox.take();
        boolean caring = now.ns() - nextCareNs >= 0;
        boolean notes = read.stream().anyMatch(batch -> !batch.notes().isEmpty());
        boolean changed = parts.audience.version() != audienceSeen;
        if (taken.isEmpty() && !notes && !caring && !changed && lanes.isLoaded() && !isSomethingDue(now)) {
            read.forEach(parts.feed::moved); // written down with the next thing that is
            return;
        }
        List<Step.Departure> departures;
        try {
            departures = parts.database.write(sql -> step(sql, read, taken, now, closing));
        } catch (RuntimeException e) { // whatever refused it: nothing of this turn is on disk
            lanes.unload();
            written = Map.of();
            inbox.putBack(taken, e);
            inbox.wake(); // what was read is read again
            throw e;
        }
        read.forEach(parts.feed::moved);
        for (Landed landed : taken.landed())
            flights.remove(landed.flight().delivery().id());
        taken.answer();
        if (caring) {
            nextCareNs = now.ns() + CARE_EVERY_NS;
            parts.feed.forget();
        }
        audienceSeen = parts.audience.version();
        views = lanes.views();
        for (Step.Departure departure : departures) depart(departure);
    }

    private boolean isSomethingDue(Moment now) {
        for (Lane lane : lanes.all()) if (lane.restNs(now) == 0 && Step.mayFly(lane, flights.size())) return true;
        return false;
    }

    private List<Step.Departure> step(Sql sql, List<Feed.Batch> read, Inbox.Taken taken, Moment now, boolean closing) {
        Set<Long> flying = new HashSet<>(flights.keySet());
        for (Landed landed : taken.landed())
            flying.remove(landed.flight().delivery().id());
        if (!lanes.isLoaded()) lanes.load(sql, flights.values(), now);
        var step = new Step(parts, lanes, new Step.Ground(bodies(), acks()), sql, flying, now);
        for (Landed landed : taken.landed()) step.settle(landed);
        for (Fetched fetched : taken.fetched()) step.acknowledge(fetched);
        for (Inbox.Order<?> order : taken.orders()) order.run(step);
        for (Feed.Batch batch : read) step.note(batch);
        boolean caring = now.ns() - nextCareNs >= 0;
        if (caring) new Care(parts, lanes, step).look(sql, now);
        if (!taken.orders().isEmpty()) lanes.load(sql, flights.values(), now);
        if (caring || !taken.orders().isEmpty() || parts.audience.version() != audienceSeen) {
            step.dropUnheard();
            step.touchAll();
        }
        writeCursors(sql, read);
        return closing ? List.of() : step.departures();
    }

    private void writeCursors(Sql sql, List<Feed.Batch> read) {
        var cursors = new LinkedHashMap<>(parts.feed.cursors());
        for (Feed.Batch batch : read) cursors.put(batch.source().accountId(), batch.to());
        for (var one : cursors.entrySet()) {
            if (!one.getValue().equals(written.get(one.getKey()))) OutboxStore.move(sql, one.getKey(), one.getValue());
        }
        written = Map.copyOf(cursors);
    }

    private void depart(Step.Departure departure) {
        Flight flight = departure.flight();
        flights.put(flight.delivery().id(), flight);
        try {
            parts.sender.send(
                    departure.post(), outcome -> inbox.landed(new Landed(flight, outcome, parts.time.nowNs())));
        } catch (RuntimeException e) { // a fault of the client's must cost one attempt, not the queue
            String fault = "It could not be sent: " + e.getMessage();
            inbox.landed(new Landed(flight, Outcome.none(fault), parts.time.nowNs()));
        }
    }

    /// For how long nothing is to be done.
    private long rest(boolean anybody) {
        Moment now = now();
        if (inbox.hasWork()) return 0;
        long rest = Math.max(0, nextCareNs - now.ns());
        if (anybody && inbox.isWoken()) rest = Math.min(rest, Math.max(0, nextFeedNs - now.ns()));
        for (Lane lane : lanes.all()) {
            if (Step.mayFly(lane, flights.size())) rest = Math.min(rest, lane.restNs(now));
        }
        return Math.min(rest, REST_MAX_NS);
    }

    /// Whether anything is under way.
    boolean isFlying() {
        return !flights.isEmpty();
    }

    /// What waits, endpoint by endpoint, as of the last turn. Any thread.
    List<Lanes.View> views() {
        return views;
    }

    private Bodies bodies() {
        return Objects.requireNonNull(bodies, "begun before");
    }

    private AckTokens acks() {
        return Objects.requireNonNull(tokens, "begun before");
    }
}
