package dev.lintel.controller.webhook;

import dev.lintel.controller.api.Announcements.Fetched;
import dev.lintel.controller.client.Sender;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.DeliveryStore;
import dev.lintel.controller.store.DeliveryStore.Attempt;
import dev.lintel.controller.store.DeliveryStore.Delivery;
import dev.lintel.controller.store.DeliveryStore.Due;
import dev.lintel.controller.store.DeliveryStore.State;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.OutboxStore;
import dev.lintel.controller.store.OutboxStore.Action;
import dev.lintel.controller.store.OutboxStore.Item;
import dev.lintel.controller.store.OutboxStore.Matter;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.webhook.Lane.Moment;
import dev.lintel.controller.webhook.Outbox.Flight;
import dev.lintel.controller.webhook.Outbox.Landed;
import dev.lintel.controller.webhook.Outbox.Parts;
import dev.lintel.reader.Bytes;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One turn's transaction: what came back is settled, what is new is noted, and what is ripe or due is made ready to
/// leave. Lives as long as the transaction; the outbox's thread.
final class Step {
    /// Deliveries of one endpoint under way at once, while it works.
    static final int FLYING_MAX = 4;
    /// Of all endpoints beside one each, which nobody can take from them: bounds memory and sockets.
    static final int SHARED_MAX = 32;
    /// Given up at once: bounds the transaction.
    private static final int DROP_MAX = 1_000;
    /// Deliveries that are looked through for one that may leave: the rest at the next turn.
    private static final int LOOKED_AT_MAX = 50;

    static final String TOO_MANY = "more waited than are kept for one receiver";
    static final String UNHEARD = "its receiver may not hear of it any more";

    private static final Logger LOG = System.getLogger(Step.class.getName());

    private final Parts parts;
    private final Lanes lanes;
    private final Ground ground;
    private final Sql sql;
    private final Set<Long> flying;
    private final Moment now;
    private final Set<Lane> touched = new LinkedHashSet<>();
    private final List<Departure> departures = new ArrayList<>();
    private final List<Told> told = new ArrayList<>();

    /// What it stands on.
    ///
    /// @param sql the transaction
    record Ground(Bodies bodies, AckTokens tokens, Sql sql, Moment now) {}

    /// A delivery that leaves when the transaction is on disk.
    record Departure(Flight flight, Sender.Post post) {}

    /// @param flying deliveries under way; of this step alone
    Step(Parts parts, Lanes lanes, Ground ground, Set<Long> flying) {
        this.parts = parts;
        this.lanes = lanes;
        this.ground = ground;
        this.sql = ground.sql;
        this.flying = flying;
        this.now = ground.now;
    }

    /// What came of an attempt.
    void settle(Landed landed) {
        Flight flight = landed.flight();
        Lane lane = lanes.get(flight.endpointId());
        if (lane == null) return; // its endpoint is gone, and all of it
        lane.flying(lane.flying() - 1);
        touched.add(lane);
        var outcome = landed.outcome();
        long tookMs =
                TimeUnit.NANOSECONDS.toMillis(landed.atNs() - flight.begun().ns());
        long id = flight.delivery().id();
        int items = flight.delivery().items();
        parts.counters().attempted(outcome.arrived(), items, tookMs);
        Delivery delivery = DeliveryStore.waiting(sql, id);
        if (delivery == null) return; // given up meanwhile
        DeliveryStore.attempted(
                sql, id, new Attempt(flight.begun().ms(), tookMs, outcome.status(), outcome.fault(), outcome.answer()));
        if (outcome.arrived()) {
            DeliveryStore.end(sql, id, State.DELIVERED, now.ms());
            lane.ended(items);
            if (lane.succeeded(flight.begun().ns(), now.ms())) DeliveryStore.release(sql, lane.id(), now.ms());
        } else {
            lane.failed(flight.begun().ns(), now, outcome.askedMs(), parts.plan());
            tryAgain(lane, delivery, outcome.askedMs());
        }
        EndpointStore.keep(sql, lane.id(), lane.standing());
    }

    private void tryAgain(Lane lane, Delivery delivery, @Nullable Long askedMs) {
        Long next = parts.plan().next(delivery.tries() + 1, delivery.begunAtMs(), now.ms(), askedMs);
        if (next == null) {
            DeliveryStore.end(sql, delivery.id(), State.FAILED, now.ms());
            lane.ended(delivery.items());
        } else {
            DeliveryStore.tryAgain(sql, delivery.id(), next);
        }
    }

    void acknowledge(Fetched fetched) {
        Long item = ground.tokens.item(fetched.token());
        if (item == null) return;
        var what = new OutboxStore.Fetched(fetched.type(), fetched.resourceId(), fetched.accountId());
        if (OutboxStore.acknowledge(sql, item, what, now.ms())) parts.counters().acknowledged();
    }

    void note(Feed.Batch batch) {
        Map<Lane, Integer> noted = new LinkedHashMap<>();
        for (Feed.Note note : batch.notes()) {
            Lane lane = lanes.of(sql, note.to(), now);
            OutboxStore.note(sql, lane.id(), note.matter(), now.ms());
            noted.merge(lane, 1, Integer::sum);
        }
        noted.forEach((lane, items) -> lane.noted(items, now.ns()));
        for (Lane lane : noted.keySet()) {
            if (lane.waiting() <= parts.limits().waiting() || lane.fresh() == 0) continue;
            int excess = (int) Math.min(lane.waiting() - parts.limits().waiting(), DROP_MAX);
            give(lane, TOO_MANY, OutboxStore.dropOldest(sql, lane.id(), Long.MAX_VALUE, excess));
        }
    }

    /// Writes down what was given up of a lane's fresh items.
    void give(Lane lane, String why, OutboxStore.Dropped dropped) {
        if (dropped.items() == 0) return;
        lane.gone(dropped.items());
        parts.counters().dropped(dropped.items());
        DeliveryStore.dropped(sql, lane.id(), why, dropped, now.ms());
    }

    /// Gives up what is in no delivery and is for those who may not hear of it any more. Somebody has come or gone.
    void dropUnheard() {
        for (Lane lane : lanes.all()) {
            if (lane.fresh() == 0 || !parts.audience().knows(lane.key())) continue;
            Receiver receiver = parts.audience().find(lane.key());
            for (OutboxStore.Type type : OutboxStore.Type.values()) {
                if (hears(receiver, type)) continue;
                OutboxStore.Dropped dropped = OutboxStore.dropType(sql, lane.id(), type, DROP_MAX);
                while (dropped.items() > 0) {
                    give(lane, UNHEARD, dropped);
                    dropped = OutboxStore.dropType(sql, lane.id(), type, DROP_MAX);
                }
            }
        }
    }

    /// A test goes to whoever has an address.
    private static boolean hears(@Nullable Receiver receiver, OutboxStore.Type type) {
        return type == OutboxStore.Type.TEST
                || (receiver != null && receiver.interest().hears(type));
    }

    /// Gives up a delivery whose receiver may not hear of something in it any more; what it may hear of waits for
    /// another one.
    private void drop(Lane lane, Delivery delivery, List<Item> items, @Nullable Receiver receiver) {
        DeliveryStore.end(sql, delivery.id(), State.DROPPED, now.ms());
        lane.ended(delivery.items());
        List<Long> heard = items.stream()
                .filter(item ->
                        receiver != null && hears(receiver, item.matter().type()))
                .map(Item::id)
                .toList();
        if (!heard.isEmpty()) lane.noted(OutboxStore.free(sql, delivery.id(), heard), now.ns());
        List<Item> lost =
                items.stream().filter(item -> !heard.contains(item.id())).toList();
        if (lost.isEmpty()) return;
        var dropped = new OutboxStore.Dropped(
                lost.size(), lost.getFirst().notedAtMs(), lost.getLast().notedAtMs());
        parts.counters().dropped(dropped.items());
        DeliveryStore.dropped(sql, lane.id(), UNHEARD, dropped, now.ms());
    }

    /// The transaction.
    Sql sql() {
        return sql;
    }

    /// Puts a test into a delivery that leaves at once; returns its id, null where there is no address to send it to.
    @Nullable
    Long test(EndpointStore.Key key) {
        Receiver receiver = parts.audience().owner(key);
        if (receiver == null) return null;
        Lane lane = lanes.of(sql, key, now);
        var matter = new Matter(OutboxStore.Type.TEST, Action.CREATE, key.accountId(), null);
        var item = new Item(OutboxStore.note(sql, lane.id(), matter, now.ms()), matter, now.ms());
        lane.noted(1, now.ns());
        Delivery delivery = form(lane, List.of(item), ground.bodies.of(receiver, List.of(item), null));
        DeliveryStore.tryAgain(sql, delivery.id(), DeliveryStore.BY_HAND);
        return delivery.id();
    }

    /// Ends a delivery that is too old. One that is under way ends by itself.
    void expire(long id) {
        Delivery delivery = flying.contains(id) ? null : DeliveryStore.waiting(sql, id);
        Lane lane = delivery == null ? null : lanes.get(delivery.endpointId());
        if (lane == null || delivery == null) return;
        DeliveryStore.end(sql, id, State.FAILED, now.ms());
        lane.ended(delivery.items());
        touched.add(lane);
    }

    /// Puts what waits longest into a delivery that has failed before it was tried: it can be sent again by hand.
    /// Returns whether there was anything.
    boolean failOldest(Lane lane, long beforeMs) {
        List<Item> items = OutboxStore.ready(sql, lane.id(), Lane.BATCH_MAX).stream()
                .filter(item -> item.notedAtMs() < beforeMs)
                .toList();
        Receiver receiver = parts.audience().find(lane.key());
        if (items.isEmpty() || receiver == null) return false;
        byte[] body = body(lane, receiver, items);
        if (body == null) return false;
        Delivery delivery = form(lane, items, body);
        DeliveryStore.end(sql, delivery.id(), State.FAILED, now.ms());
        lane.ended(items.size());
        return true;
    }

    /// Looks at every lane anew: what kept one may have ended.
    void touchAll() {
        touched.addAll(lanes.all());
        for (Lane lane : lanes.all()) lane.unblock();
    }

    /// Told when the transaction is on disk.
    void tell(EndpointStore.Key key, String what) {
        told.add(new Told(key, what));
    }

    List<Told> told() {
        return List.copyOf(told);
    }

    /// Something that happened to an endpoint.
    record Told(EndpointStore.Key key, String what) {}

    /// What is to leave now.
    List<Departure> departures() {
        for (Lane lane : touched) lanes.time(sql, lane, flying);
        for (Lane lane : List.copyOf(lanes.all())) {
            while (mayFly(lane, lanes.shared()) && lane.restNs(now) == 0) {
                if (!launch(lane)) break;
            }
        }
        return List.copyOf(departures);
    }

    /// Whether there is a place for another delivery of this endpoint.
    ///
    /// @param shared deliveries under way of all endpoints, beside one each
    static boolean mayFly(Lane lane, int shared) {
        if (lane.flying() == 0) return true;
        return !lane.isOut() && lane.flying() < FLYING_MAX && shared < SHARED_MAX;
    }

    /// Makes the next delivery ready: one that is due before one that is new. False when there is none.
    private boolean launch(Lane lane) {
        Receiver receiver = parts.audience().find(lane.key());
        if (lane.isDue(now.ms())) return launchDue(lane, receiver);
        if (receiver == null) {
            lane.blocked(); // until somebody says who is told
            return false;
        }
        List<Item> items = OutboxStore.ready(sql, lane.id(), Lane.BATCH_MAX);
        byte[] body = items.isEmpty() ? null : body(lane, receiver, items);
        if (body == null) {
            lane.blocked();
            return false;
        }
        return leave(lane, receiver, form(lane, items, body));
    }

    /// Null while the account's database cannot be read: that is no reason for other lanes to wait.
    private byte @Nullable [] body(Lane lane, Receiver receiver, List<Item> items) {
        Database database = database(lane);
        if (receiver.interest() instanceof Receiver.ByRule && database == null) return null;
        try {
            return ground.bodies.of(receiver, items, database);
        } catch (RuntimeException e) { // a row of that account that cannot be read, say; looked at again each minute
            LOG.log(
                    Level.WARNING,
                    "what " + receiver.name() + " is to be told cannot be put together: " + e.getMessage());
            return null;
        }
    }

    private Delivery form(Lane lane, List<Item> items, byte[] body) {
        Delivery delivery = DeliveryStore.make(sql, lane.id(), items, Bodies.deflated(body), now.ms());
        lane.formed(items.size());
        return delivery;
    }

    private @Nullable Database database(Lane lane) {
        for (Source source : parts.feed().sources()) {
            if (source.accountId() == lane.key().accountId()) return source.database();
        }
        return null;
    }

    /// The first that is due and not under way. What its receiver may not hear of any more is given up here: a token
    /// may have ended since it failed the last time.
    private boolean launchDue(Lane lane, @Nullable Receiver receiver) {
        for (Due due : DeliveryStore.due(sql, lane.id(), flying.size() + LOOKED_AT_MAX)) {
            if (flying.contains(due.id())) continue;
            boolean kept = due.atMs() != DeliveryStore.BY_HAND && (lane.isPaused() || lane.isHeld(now.ms()));
            if (kept || due.atMs() > now.ms()) break;
            Delivery delivery = DeliveryStore.waiting(sql, due.id());
            if (delivery == null) continue;
            List<Item> items = OutboxStore.of(sql, due.id());
            if (items.stream().allMatch(item -> hears(receiver, item.matter().type()))) {
                Receiver to = receiver == null ? parts.audience().owner(lane.key()) : receiver;
                if (to != null) return leave(lane, to, delivery);
            }
            if (!parts.audience().knows(lane.key())) {
                lane.due(Lane.NEVER); // until it is known who it is for
                return false;
            }
            drop(lane, delivery, items, receiver);
        }
        lanes.time(sql, lane, flying);
        return false;
    }

    private boolean leave(Lane lane, Receiver receiver, Delivery delivery) {
        byte[] body;
        try {
            body = Bodies.inflated(delivery.body());
        } catch (UncheckedIOException e) { // of one delivery: the others are none the worse for it
            DeliveryStore.attempted(sql, delivery.id(), new Attempt(now.ms(), 0, null, e.getMessage(), ""));
            DeliveryStore.end(sql, delivery.id(), State.FAILED, now.ms());
            lane.ended(delivery.items());
            lanes.time(sql, lane, flying);
            return true;
        }
        flying.add(delivery.id());
        lane.flying(lane.flying() + 1);
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", "application/json");
        headers.put("Delivery", Long.toString(delivery.id()));
        headers.put("Attempt", Integer.toString(delivery.tries() + 1));
        headers.putAll(Signature.headers(receiver.secrets(), now.ms(), body));
        var post = new Sender.Post(URI.create(receiver.url()), delivery.tries(), headers, Bytes.copyOf(body));
        departures.add(new Departure(new Flight(lane.id(), delivery, now), post));
        lanes.time(sql, lane, flying);
        return true;
    }
}
