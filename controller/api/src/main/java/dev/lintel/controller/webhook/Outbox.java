package dev.lintel.controller.webhook;

import dev.lintel.controller.api.Announcements.Fetched;
import dev.lintel.controller.client.Sender;
import dev.lintel.controller.client.Sender.Outcome;
import dev.lintel.controller.store.DeliveryStore;
import dev.lintel.controller.store.DeliveryStore.Delivery;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.OutboxStore;
import dev.lintel.controller.store.OutboxStore.Cursor;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.webhook.Lane.Moment;
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
/// what it sends leaves after that is on disk. Start reading at [#turn].
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
    /// How soon an account whose log could not be read is read again.
    private static final long UNREAD_NS = TimeUnit.SECONDS.toNanos(1);
    /// Clocks drift by less between two turns: by more, somebody set the wall clock.
    private static final long SET_MS = 60_000;
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
    /// Both clocks at the last transaction.
    private @Nullable Moment clockSeen;
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
        boolean again = parts.feed.isDueAgain(now.ns());
        boolean feeding = anybody && now.ns() - nextFeedNs >= 0 && (inbox.takeWoken() || again);
        List<Feed.Batch> read = feeding ? parts.feed.read(work -> parts.database.read(work), now.ns()) : List.of();
        if (feeding) nextFeedNs = now.ns() + FEED_EVERY_NS;
        if (read.stream().anyMatch(Feed.Batch::more)) inbox.again();
        work(read, now, closing);
        long rest = rest(anybody);
        return parts.feed.fault() == null ? rest : Math.min(rest, UNREAD_NS);
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
        Moment clockBefore = clockSeen;
        Done done;
        try {
            done = parts.database.write(sql -> step(sql, read, taken, now, closing));
        } catch (RuntimeException | Error e) { // whatever refused it: nothing of this turn is on disk
            lanes.unload();
            clockSeen = clockBefore;
            written = Map.of();
            inbox.putBack(taken, e instanceof RuntimeException why ? why : new IllegalStateException(e));
            inbox.again(); // what was read is read again, when the disk has had time to recover
            throw e;
        }
        finish(read, taken, done);
        if (!caring) return;
        nextCareNs = now.ns() + CARE_EVERY_NS;
        inbox.again(); // for a wake-up that was missed
        parts.feed.forget();
        openWanted();
    }

    /// What a turn's transaction leads to.
    private record Done(List<Step.Departure> departures, List<Step.Told> told) {}

    /// It is on disk: what leaves leaves, before anything that may fail.
    private void finish(List<Feed.Batch> read, Inbox.Taken taken, Done done) {
        for (Landed landed : taken.landed())
            flights.remove(landed.flight().delivery().id());
        for (Step.Departure departure : done.departures) depart(departure);
        read.forEach(parts.feed::moved);
        taken.answer();
        audienceSeen = parts.audience.version();
        views = lanes.views();
        for (Step.Told told : done.told) parts.tell.of(told.key(), told.what());
    }

    /// Rules of an account that is not open cannot be read, but what waits for their receivers is to leave.
    private void openWanted() {
        for (Lane lane : lanes.all()) {
            if (lane.waiting() == 0 || parts.audience.knows(lane.key())) continue;
            for (Source source : parts.feed.sources()) {
                if (source.accountId() == lane.key().accountId()) parts.feed.open(source);
            }
        }
    }

    private boolean isSomethingDue(Moment now) {
        for (Lane lane : lanes.all()) if (lane.restNs(now) == 0 && Step.mayFly(lane, lanes.shared())) return true;
        return false;
    }

    private Done step(Sql sql, List<Feed.Batch> read, Inbox.Taken taken, Moment now, boolean closing) {
        Set<Long> flying = new HashSet<>(flights.keySet());
        for (Landed landed : taken.landed())
            flying.remove(landed.flight().delivery().id());
        followClock(sql, now);
        boolean anew = !lanes.isLoaded();
        if (anew) lanes.load(sql, flights.values(), now);
        var step = new Step(parts, lanes, new Step.Ground(bodies(), acks(), sql, now), flying);
        for (Landed landed : taken.landed()) step.settle(landed);
        for (Fetched fetched : taken.fetched()) step.acknowledge(fetched);
        for (Inbox.Order<?> order : taken.orders()) order.run(step);
        for (Feed.Batch batch : read) step.note(batch);
        boolean caring = now.ns() - nextCareNs >= 0;
        boolean changed = anew || parts.audience.version() != audienceSeen;
        if (!taken.orders().isEmpty()) {
            var up = flights.values().stream().filter(one -> flying.contains(one.delivery.id()));
            lanes.load(sql, up.toList(), now);
        }
        if (caring) new Care(parts, lanes, step).look(sql, now);
        if (changed) step.dropUnheard();
        if (changed || caring || !taken.orders().isEmpty()) step.touchAll();
        writeCursors(sql, read);
        return new Done(closing ? List.of() : step.departures(), step.told());
    }

    /// Ages and waits are those of a wall clock. When somebody sets it, they are set with it: a board that wakes up in
    /// 1970 and learns the time a minute later has not waited for fifty years.
    private void followClock(Sql sql, Moment now) {
        Moment before = clockSeen;
        clockSeen = now;
        if (before != null) {
            long byMs = now.ms() - before.ms() - TimeUnit.NANOSECONDS.toMillis(now.ns() - before.ns());
            if (Math.abs(byMs) < SET_MS) return;
            OutboxStore.shift(sql, byMs);
            DeliveryStore.shift(sql, byMs);
            EndpointStore.shift(sql, byMs);
        }
        // What was written by another clock before this start, or moved with it, may lie where no plan puts it.
        OutboxStore.clamp(sql, now.ms());
        DeliveryStore.clamp(sql, now.ms(), now.ms() + RetryPlan.WAIT_MAX.toMillis());
        EndpointStore.clamp(sql, now.ms(), now.ms() + RetryPlan.ASKED_MAX.toMillis());
        lanes.unload();
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
        } catch (RuntimeException | Error e) { // a fault of the client's must cost one attempt, not the queue
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
            if (Step.mayFly(lane, lanes.shared())) rest = Math.min(rest, lane.restNs(now));
        }
        return Math.min(rest, REST_MAX_NS);
    }

    /// Why an account's log could not be read; null: all were.
    @Nullable
    RuntimeException unread() {
        return parts.feed.fault();
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
