package dev.lintel.controller.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventQueries;
import dev.lintel.controller.store.EventStore;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `/api/3/events`: what happened. Read only. A list is of the events that were on disk when it was asked for.
final class EventsResource {
    private static final int LATEST_DEFAULT = 50;
    private static final int LATEST_MAX = 1_000;
    /// Events in one read transaction of a long list.
    private static final int CHUNK = 500;

    private final Database database;
    private final EventStore events;
    private final EventQueries queries;

    EventsResource(Database database, EventStore events, EventQueries queries) {
        this.database = database;
        this.events = events;
        this.queries = queries;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/events", this::list);
        endpoints.on(Method.GET, "/api/3/events/:id", this::show);
    }

    /// One list as asked for. `paged`: by page rather than the latest n.
    private record Asked(
            EventQueries.Filter filter, Paging.Position position, boolean paged, boolean extended, Range range) {}

    /// Ids between two, both exclusive, and the order.
    private record Range(long afterId, long beforeId, boolean ascending) {}

    private Reply list(Request request) {
        Listing listing = request.signedIn().listing();
        Asked asked = asked(request, listing);
        EventJson json = json(listing);
        boolean wrapped = Shapes.of(request).eventsWithPagination(asked.paged);
        var wanted = asked.position.wanted();
        if (wanted.all()) {
            return new Reply.Streamed(out -> stream(out, asked, json, wrapped)).with(Paging.headers(asked.position));
        }
        List<Map<String, @Nullable Object>> rows = page(asked, wanted.perPage(), wanted.offset()).stream()
                .map(event -> json.of(event, asked.extended))
                .toList();
        if (!wrapped) return new Reply.Listed(rows, asked.position);
        var body = new LinkedHashMap<String, Object>();
        body.put("events", rows);
        body.put("pagination", Shapes.pagination(asked.position));
        return new Reply.Ok(body).with(Paging.headers(asked.position));
    }

    private Asked asked(Request request, Listing listing) {
        Set<String> names = request.queryNames();
        boolean paged = names.contains("page") || names.contains("per_page") || request.flag("skip_pagination", false);
        Paging.Wanted wanted = paged ? Paging.wanted(request, Paging.LONG_ROWS) : latest(request);
        EventQueries.Filter filter = database.read(sql -> EventFilters.read(sql, request, listing));
        Range range = range(request);
        long total = total(filter, range);
        var position = new Paging.Position(wanted, total, request.listUrl());
        boolean extended = Shapes.of(request).extendedEvents(paged, request.query("form"));
        return new Asked(filter, position, paged, extended, range);
    }

    private long total(EventQueries.Filter filter, Range range) {
        if (range.beforeId - 1 <= range.afterId) return 0;
        long upTo = queries.count(filter, range.beforeId - 1);
        return range.afterId <= 0 ? upTo : upTo - queries.count(filter, range.afterId);
    }

    private static Paging.Wanted latest(Request request) {
        Integer n = request.integer("n");
        if (n != null && n < 1) throw RefusedException.badRequest("n must be at least 1");
        return new Paging.Wanted(1, n == null ? LATEST_DEFAULT : Math.min(n, LATEST_MAX), false);
    }

    private Range range(Request request) {
        Long before = request.number("before_id");
        Long after = request.number("after_id");
        String sort = request.query("sort");
        boolean ascending = "asc".equalsIgnoreCase(sort);
        if (sort != null && !sort.isBlank() && !ascending && !"desc".equalsIgnoreCase(sort)) {
            throw RefusedException.badRequest("sort must be ASC or DESC");
        }
        long end = database.events().head() + 1;
        return new Range(
                after == null ? 0 : Math.max(0, after), before == null ? end : Math.min(before, end), ascending);
    }

    private List<Event> page(Asked asked, int limit, long offset) {
        Range range = asked.range;
        var window = new EventQueries.Window(range.afterId, range.beforeId, range.ascending, limit, offset);
        return queries.list(asked.filter, window);
    }

    private void stream(JsonGenerator out, Asked asked, EventJson json, boolean wrapped) throws IOException {
        if (wrapped) {
            out.writeStartObject();
            out.writeFieldName("events");
        }
        out.writeStartArray();
        Asked rest = asked;
        List<Event> rows;
        do {
            rows = page(rest, CHUNK, 0);
            for (Event event : rows) Json.write(out, json.of(event, asked.extended));
            if (!rows.isEmpty()) rest = after(rest, rows.getLast().id());
        } while (rows.size() == CHUNK);
        out.writeEndArray();
        if (wrapped) {
            out.writeFieldName("pagination");
            Json.write(out, Shapes.pagination(asked.position));
            out.writeEndObject();
        }
    }

    private static Asked after(Asked asked, long id) {
        Range range = asked.range;
        Range rest = range.ascending ? new Range(id, range.beforeId, true) : new Range(range.afterId, id, false);
        return new Asked(asked.filter, asked.position, asked.paged, asked.extended, rest);
    }

    private Reply show(Request request) {
        boolean extended = Shapes.of(request).extendedEvents(false, request.query("form"));
        Event event = events.get(request.id());
        if (event == null) return new Reply.NotFound("event");
        return new Reply.Ok(json(request.signedIn().listing()).of(event, extended));
    }

    private EventJson json(Listing listing) {
        return database.read(sql -> new EventJson(listing, AccountTimes.of(sql), ChannelStore.names(sql)));
    }
}
