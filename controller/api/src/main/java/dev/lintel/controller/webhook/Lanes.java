package dev.lintel.controller.webhook;

import dev.lintel.controller.store.DeliveryStore;
import dev.lintel.controller.store.DeliveryStore.Due;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.EndpointStore.Endpoint;
import dev.lintel.controller.store.OutboxStore;
import dev.lintel.controller.store.Sql;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The queues of all endpoints. Where the disk refused a transaction, or somebody changed much at once, they are read
/// anew. The outbox's thread.
final class Lanes {
    private final Map<Long, Lane> byId = new LinkedHashMap<>();
    private final Map<EndpointStore.Key, Lane> byKey = new HashMap<>();
    private boolean loaded;

    boolean isLoaded() {
        return loaded;
    }

    void unload() {
        loaded = false;
        byId.clear();
        byKey.clear();
    }

    void load(Sql sql, Collection<Outbox.Flight> flights, Lane.Moment now) {
        unload();
        for (Endpoint endpoint : EndpointStore.list(sql)) {
            var lane = new Lane(
                    endpoint,
                    OutboxStore.waiting(sql, endpoint.id()),
                    DeliveryStore.waitingItems(sql, endpoint.id()),
                    now.ns());
            lane.flying((int) flights.stream()
                    .filter(flight -> flight.endpointId() == lane.id())
                    .count());
            add(lane);
        }
        loaded = true;
    }

    private void add(Lane lane) {
        byId.put(lane.id(), lane);
        byKey.put(lane.key(), lane);
    }

    Collection<Lane> all() {
        return byId.values();
    }

    @Nullable
    Lane get(long id) {
        return byId.get(id);
    }

    /// Made when it is needed first.
    Lane of(Sql sql, EndpointStore.Key key, Lane.Moment now) {
        Lane known = byKey.get(key);
        if (known != null) return known;
        var made = new Lane(EndpointStore.make(sql, key, now.ms()), 0, 0, now.ns());
        add(made);
        return made;
    }

    /// Deliveries under way beside one for each endpoint.
    int shared() {
        int shared = 0;
        for (Lane lane : byId.values()) shared += Math.max(0, lane.flying() - 1);
        return shared;
    }

    void remove(Lane lane) {
        byId.remove(lane.id());
        byKey.remove(lane.key());
    }

    /// Finds out when each lane's next delivery is due, of those that are not under way.
    void time(Sql sql, Lane lane, Collection<Long> flying) {
        lane.due(Lane.NEVER);
        for (Due due : DeliveryStore.due(sql, lane.id(), flying.size() + 1)) {
            if (flying.contains(due.id())) continue;
            lane.due(due.atMs());
            return;
        }
    }

    /// What they are like, for pages and metrics.
    List<View> views() {
        var views = new ArrayList<View>();
        for (Lane lane : byId.values()) views.add(new View(lane.id(), lane.key(), lane.waiting(), lane.isPaused()));
        return List.copyOf(views);
    }

    /// @param waiting items
    record View(long endpointId, EndpointStore.Key key, long waiting, boolean paused) {}
}
