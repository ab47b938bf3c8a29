package dev.lintel.controller.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventQueries;
import dev.lintel.controller.store.EventStore;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `/api/3/events`: what happened. Read only. A list is of the events that were on disk when it was asked for.
final class EventsResource {
    private static final Access READ = Access.anyOf(
            Scope.EVENT_READONLY,
            Scope.EVENT_GUARDING_READONLY,
            Scope.EVENT_ACCESS_READONLY,
            Scope.EVENT_PERIMETERS_READONLY,
            Scope.EVENT_PERIMETERS_READONLY_ALIAS);

    private static final int LATEST_DEFAULT = 50;
    private static final int LATEST_MAX = 1_000;
    /// Events in one read transaction of a long list.
    private static final int CHUNK = 500;

    private final Database database;
    private final EventStore events;
    private final EventQueries queries;
    private final AckTokens acks;

    EventsResource(Database database, EventStore events, EventQueries queries, AckTokens acks) {
        this.database = database;
        this.events = events;
        this.queries = queries;
        this.acks = acks;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/events", READ, this::list);
        endpoints.on(Method.GET, "/api/3/events/:id", READ, this::show);
    }

    /// One list as asked for. `paged`: by page rather than the latest n.
    private record Asked(
            EventQueries.Filter filter, Paging.Position position, boolean paged, boolean extended, EventRange range) {}

    /// Events as this client reads them.
    private record Rows(EventJson json, Shapes shapes, boolean extended) {
        Map<String, @Nullable Object> of(Event event) {
            return shapes.event(json.of(event, extended));
        }
    }

    private Reply list(Request request) {
        Listing listing = request.signedIn().listing();
        Asked asked = asked(request);
        var json = new Rows(json(listing), Shapes.of(request), asked.extended);
        boolean wrapped = Shapes.of(request).eventsWithPagination(asked.paged);
        var wanted = asked.position.wanted();
        if (wanted.all()) {
            return new Reply.Streamed(out -> stream(out, asked, json, wrapped)).with(Paging.headers(asked.position));
        }
        List<Event> page = page(asked, wanted.perPage(), wanted.offset());
        List<Map<String, @Nullable Object>> rows = page.stream().map(json::of).toList();
        if (!asked.paged) return new Reply.Ok(rows).with(Paging.headers(asked.position, links(request, asked, page)));
        if (!wrapped) return new Reply.Listed(rows, asked.position);
        var body = new LinkedHashMap<String, Object>();
        body.put("events", rows);
        body.put("pagination", Shapes.pagination(asked.position));
        return new Reply.Ok(body).with(Paging.headers(asked.position));
    }

    private Asked asked(Request request) {
        Set<String> names = request.queryNames();
        boolean paged = names.contains("page") || names.contains("per_page") || request.flag("skip_pagination", false);
        Paging.Wanted wanted = paged ? page(request) : latest(request);
        EventQueries.Filter filter = database.read(sql -> EventFilters.read(sql, request));
        EventRange range = EventRange.read(request, database.events().head());
        // Pages count from an end of the list: the links of every page name the same one, whatever comes meanwhile.
        String url = Paging.with(request.listUrl(Set.of("before_id")), "before_id=" + range.beforeId());
        var position = new Paging.Position(wanted, total(filter, range), url);
        boolean extended = Shapes.of(request).extendedEvents(paged, request.query("form"));
        return new Asked(filter, position, paged, extended, range);
    }

    private static Paging.Wanted page(Request request) {
        Paging.Wanted page = Paging.wanted(request, Paging.LONG_ROWS);
        if (page.all() || request.integer("n") == null || request.query("page") == null) return page;
        return Objects.requireNonNullElse(Shapes.of(request).pageOfN(page, latest(request)), page);
    }

    private List<String> links(Request request, Asked asked, List<Event> page) {
        int n = asked.position.wanted().perPage();
        var links = new EventLinks(request, asked.range, n, (range, nth) -> nth(asked.filter, range, nth));
        return links.of(page.stream().map(Event::id).toList(), asked.position.total() > page.size());
    }

    private @Nullable Long nth(EventQueries.Filter filter, EventRange range, int n) {
        List<Event> found = queries.list(filter, window(range, 1, n - 1));
        return found.isEmpty() ? null : (Long) found.getFirst().id();
    }

    private long total(EventQueries.Filter filter, EventRange range) {
        return queries.count(filter, range.afterId(), range.beforeId() - 1);
    }

    private static Paging.Wanted latest(Request request) {
        Integer n = request.integer("n");
        if (n != null && n < 1) throw RefusedException.badRequest("n must be at least 1");
        return new Paging.Wanted(1, n == null ? LATEST_DEFAULT : Math.min(n, LATEST_MAX), false);
    }

    private List<Event> page(Asked asked, int limit, long offset) {
        return queries.list(asked.filter, window(asked.range, limit, offset));
    }

    private static EventQueries.Window window(EventRange range, int limit, long offset) {
        return new EventQueries.Window(range.afterId(), range.beforeId(), range.ascending(), limit, offset);
    }

    private void stream(JsonGenerator out, Asked asked, Rows json, boolean wrapped) throws IOException {
        if (wrapped) {
            out.writeStartObject();
            out.writeFieldName("events");
        }
        out.writeStartArray();
        Asked rest = asked;
        List<Event> rows;
        do {
            rows = page(rest, CHUNK, 0);
            for (Event event : rows) Json.write(out, json.of(event));
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
        return new Asked(asked.filter, asked.position, asked.paged, asked.extended, asked.range.from(id));
    }

    private Reply show(Request request) {
        boolean extended = Shapes.of(request).extendedEvents(false, request.query("form"));
        Event event = events.get(request.id());
        var seen = EventSight.of(request.signedIn().scopes());
        boolean hidden = event != null && !seen.contains(event.kind().eventClass());
        if (!hidden) acks.fetched(request, "event", request.id()); // who may not read it was not told of it
        if (event == null || hidden) return new Reply.NotFound("event");
        var json = new Rows(json(request.signedIn().listing()), Shapes.of(request), extended);
        return new Reply.Ok(json.of(event));
    }

    private EventJson json(Listing listing) {
        return database.read(sql -> EventJson.in(sql, listing));
    }
}
