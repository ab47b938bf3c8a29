package dev.lintel.controller.webhook;

import dev.lintel.controller.store.DeliveryLog;
import dev.lintel.controller.store.DeliveryLog.Given;
import dev.lintel.controller.store.DeliveryLog.Line;
import dev.lintel.controller.store.DeliveryLog.Recent;
import dev.lintel.controller.store.DeliveryLog.Stretch;
import dev.lintel.controller.store.DeliveryStore;
import dev.lintel.controller.store.DeliveryStore.Attempt;
import dev.lintel.controller.store.DeliveryStore.Delivery;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.EndpointStore.Endpoint;
import dev.lintel.controller.store.OutboxStore;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What developers and operators see of deliveries, and what they can do about them. Any thread but an event loop;
/// throws `StoreException` when the disk refuses it.
public final class DeliveryDesk {
    /// Of one endpoint, sent again at once: what is left is sent again by doing it once more.
    public static final int AGAIN_MAX = 5_000;
    /// What an endpoint's health looks back on.
    public static final Duration HEALTH = Duration.ofHours(24);

    private static final int GIVEN_MAX = 50;

    private final SideDatabase database;
    private final Inbox inbox;
    private final Time time;

    DeliveryDesk(SideDatabase database, Inbox inbox, Time time) {
        this.database = database;
        this.inbox = inbox;
        this.time = time;
    }

    /// An endpoint as it stands.
    ///
    /// @param recent its attempts of the last [#HEALTH]
    /// @param waiting items that it has not been told
    /// @param oldestMs when the oldest of those was noted; null: none waits
    /// @param lastFault why its last attempt failed, as a sentence; null: it did not
    /// @param given what was given up of late, the newest first
    public record Health(
            Endpoint endpoint,
            Recent recent,
            long waiting,
            @Nullable Long oldestMs,
            @Nullable String lastFault,
            List<Given> given) {
        public Health {
            given = List.copyOf(given);
        }

        public boolean isPaused() {
            return endpoint.standing().pausedAtMs() != null;
        }

        /// Nothing has got through for a while.
        public boolean isOut() {
            return endpoint.standing().failures() >= Lane.OUTAGE_FAILURES;
        }
    }

    /// Every endpoint that anything was ever to be sent to.
    public List<Health> endpoints() {
        if (!database.exists()) return List.of();
        return database.read(sql ->
                EndpointStore.list(sql).stream().map(one -> health(sql, one)).toList());
    }

    /// Those of an application, or of a rule, in the order of accounts.
    public List<Health> of(EndpointStore.Kind kind, long ownerId) {
        if (!database.exists()) return List.of();
        return database.read(sql -> EndpointStore.list(sql).stream()
                .filter(one -> one.key().kind() == kind && one.key().ownerId() == ownerId)
                .map(one -> health(sql, one))
                .toList());
    }

    /// Null for one that is not there.
    public @Nullable Health endpoint(long id) {
        if (!database.exists()) return null;
        return database.read(sql -> {
            Endpoint found = EndpointStore.get(sql, id);
            return found == null ? null : health(sql, found);
        });
    }

    /// Applications with a paused endpoint, by id.
    public Set<Long> pausedApplications() {
        if (!database.exists()) return Set.of();
        return database.read(EndpointStore::list).stream()
                .filter(one -> one.key().kind() == EndpointStore.Kind.APPLICATION)
                .filter(one -> one.standing().pausedAtMs() != null)
                .map(one -> one.key().ownerId())
                .collect(Collectors.toUnmodifiableSet());
    }

    private Health health(Sql sql, Endpoint endpoint) {
        long id = endpoint.id();
        return new Health(
                endpoint,
                DeliveryLog.recent(sql, id, time.nowMs() - HEALTH.toMillis()),
                OutboxStore.waiting(sql, id) + DeliveryStore.waitingItems(sql, id),
                DeliveryStore.oldest(sql, id),
                endpoint.standing().failures() == 0 ? null : DeliveryLog.lastFault(sql, id),
                DeliveryLog.given(sql, id, GIVEN_MAX));
    }

    /// The newest first.
    public List<Line> list(long endpointId, DeliveryLog.Wanted wanted) {
        return database.read(sql -> DeliveryLog.list(sql, endpointId, wanted));
    }

    /// A delivery, whole.
    ///
    /// @param body what was posted, or will be
    /// @param attempts oldest first
    public record Whole(Line line, String body, List<Attempt> attempts) {
        public Whole {
            attempts = List.copyOf(attempts);
        }
    }

    /// Null for one that is not there.
    public @Nullable Whole get(long deliveryId) {
        if (!database.exists()) return null;
        return database.read(sql -> {
            Line line = DeliveryLog.get(sql, deliveryId);
            Bytes body = DeliveryLog.body(sql, deliveryId);
            if (line == null || body == null) return null;
            String text = new String(Bodies.inflated(body), StandardCharsets.UTF_8);
            return new Whole(line, text, DeliveryLog.attempts(sql, deliveryId));
        });
    }

    /// Sends a delivery now: one that has ended once more, one that waits before its time. False for one that is not
    /// there.
    public boolean again(long endpointId, long deliveryId) {
        var one = DeliveryStore.Span.one(deliveryId);
        return inbox.ask(step -> {
            Delivery waiting = DeliveryStore.waiting(step.sql(), deliveryId);
            if (waiting == null || waiting.endpointId() != endpointId) {
                return !DeliveryStore.again(step.sql(), endpointId, one, DeliveryStore.BY_HAND, time.nowMs())
                        .isEmpty();
            }
            DeliveryStore.tryAgain(step.sql(), deliveryId, DeliveryStore.BY_HAND); // under way: of no matter
            return true;
        });
    }

    /// How many deliveries [#again(long, long, long, boolean)] would send, were there no [#AGAIN_MAX].
    public long count(long endpointId, long fromMs, long toMs, boolean deliveredToo) {
        return database.read(sql -> DeliveryLog.ended(sql, endpointId, fromMs, toMs, deliveredToo));
    }

    /// Sends those deliveries once more that were put together between these times and have ended, [#AGAIN_MAX] at
    /// most; returns how many. A paused endpoint is asked again.
    ///
    /// @param deliveredToo also those that arrived
    public int again(long endpointId, long fromMs, long toMs, boolean deliveredToo) {
        return inbox.ask(step -> {
            Sql sql = step.sql();
            Stretch found = DeliveryLog.between(sql, endpointId, fromMs, toMs);
            Endpoint endpoint = EndpointStore.get(sql, endpointId);
            if (found == null || endpoint == null) return 0;
            var span = new DeliveryStore.Span(found.firstId(), found.lastId(), fromMs, toMs, deliveredToo, AGAIN_MAX);
            int again = DeliveryStore.again(sql, endpointId, span, time.nowMs(), time.nowMs())
                    .size();
            if (again > 0) resume(sql, endpoint);
            return again;
        });
    }

    /// Tries a paused endpoint, or one that nothing gets through to, as if nothing had failed. What has failed stays
    /// so.
    public void resume(long endpointId) {
        inbox.ask(step -> {
            Sql sql = step.sql();
            Endpoint endpoint = EndpointStore.get(sql, endpointId);
            if (endpoint != null) resume(sql, endpoint);
            return null;
        });
    }

    private void resume(Sql sql, Endpoint endpoint) {
        var standing = new EndpointStore.Standing(
                0, null, null, null, endpoint.standing().succeededAtMs());
        EndpointStore.keep(sql, endpoint.id(), standing);
        DeliveryStore.release(sql, endpoint.id(), time.nowMs());
    }

    /// Posts something that has not happened to an application's address; returns the delivery's id once it is on its
    /// way; null when it has none.
    ///
    /// @param accountId whose users it is to be for
    public @Nullable Long test(long applicationId, long accountId) {
        return inbox.ask(
                step -> step.test(new EndpointStore.Key(EndpointStore.Kind.APPLICATION, accountId, applicationId)));
    }
}
