package dev.lintel.controller.api;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.ReservationStore;
import dev.lintel.controller.store.ReservationStore.Reservation;
import dev.lintel.controller.store.Sql;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/api/3/reservations`: a person's own channels for some hours of a day, whatever the roles say.
final class ReservationsResource {
    /// Reservations in one read transaction of a long list.
    private static final int CHUNK = 500;

    private final ApiParts parts;

    ReservationsResource(ApiParts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/reservations", this::list);
        endpoints.on(Method.POST, "/api/3/reservations", this::create);
        endpoints.on(Method.GET, "/api/3/reservations/:id", this::show);
        endpoints.on(Method.DELETE, "/api/3/reservations/:id", this::delete);
    }

    /// Those that have not ended, as they stand when the list begins.
    private Reply list(Request request) {
        Paging.Wanted wanted = Paging.wanted(request, Paging.SHORT_ROWS);
        long now = parts.time().nowMs();
        if (wanted.all()) return all(request, wanted, now);
        return parts.database().read(sql -> {
            var position = new Paging.Position(wanted, ReservationStore.countStanding(sql, now), request.listUrl());
            var json = new Rows(AccountTimes.of(sql));
            var rows = ReservationStore.standing(sql, now, wanted.perPage(), wanted.offset());
            return new Reply.Listed(rows.stream().map(json::of).toList(), position);
        });
    }

    private Reply all(Request request, Paging.Wanted wanted, long now) {
        long[] ends = parts.database()
                .read(sql -> new long[] {ReservationStore.countStanding(sql, now), ReservationStore.highestId(sql)});
        var position = new Paging.Position(wanted, ends[0], request.listUrl());
        return stream(now, ends[1]).with(Paging.headers(position));
    }

    private Reply stream(long now, long lastId) {
        return new Reply.Streamed(out -> {
            out.writeStartArray();
            var json = new Rows(parts.database().read(AccountTimes::of));
            List<Reservation> rows;
            long after = 0;
            do {
                long from = after;
                rows = parts.database().read(sql -> ReservationStore.chunk(sql, now, from, lastId, CHUNK));
                for (Reservation row : rows) Json.write(out, json.of(row));
                if (!rows.isEmpty()) after = rows.getLast().id();
            } while (rows.size() == CHUNK);
            out.writeEndArray();
        });
    }

    private Reply show(Request request) {
        Map<String, Object> json = json(request.id());
        return json == null ? new Reply.NotFound("reservation") : new Reply.Ok(json);
    }

    private Reply create(Request request) {
        Fields fields = request.fields("reservation");
        long id = parts.database().write(sql -> {
            var made = parts.once().before(sql, request);
            if (made != null) return made.resourceId();
            long created = insert(sql, request, fields);
            parts.once().made(sql, request, 201, created);
            return created;
        });
        Map<String, Object> json = json(id);
        return json == null ? new Reply.NotFound("reservation") : new Reply.Created(json);
    }

    private long insert(Sql sql, Request request, Fields fields) {
        long now = parts.time().nowMs();
        ReservationInput input = ReservationInput.ofChannels(sql, fields, now);
        long id = ReservationStore.insert(sql, input.personId(), input.ids(), input.span(), now);
        Reservation created = Objects.requireNonNull(ReservationStore.get(sql, id));
        tell(request, "create", created);
        return id;
    }

    private Reply delete(Request request) {
        boolean deleted = parts.database().write(sql -> {
            Reservation before = ReservationStore.get(sql, request.id());
            if (before == null) return false;
            ReservationStore.delete(sql, before.id());
            tell(request, "delete", before);
            return true;
        });
        return deleted ? new Reply.Ok(Map.of("result", "ok")) : new Reply.NotFound("reservation");
    }

    private void tell(Request request, String action, Reservation reservation) {
        var details = new LinkedHashMap<String, Object>();
        details.put("person_id", reservation.personId());
        details.put("channel_ids", reservation.channelIds());
        details.put("start_time", AccountTimes.utc(reservation.span().startMs()));
        details.put("end_time", AccountTimes.utc(reservation.span().endMs()));
        parts.audit().tell(request.signedIn(), new Audit.Change("reservation", action, reservation.id(), details));
    }

    private @Nullable Map<String, Object> json(long id) {
        return parts.database().read(sql -> {
            Reservation found = ReservationStore.get(sql, id);
            return found == null ? null : new Rows(AccountTimes.of(sql)).of(found);
        });
    }

    /// @param times of the account
    private record Rows(AccountTimes times) {
        Map<String, Object> of(Reservation reservation) {
            var json = new LinkedHashMap<String, Object>();
            json.put("id", reservation.id());
            json.put("person_id", reservation.personId());
            json.put("start_time", times.local(reservation.span().startMs()));
            json.put("end_time", times.local(reservation.span().endMs()));
            json.put("channel_ids", reservation.channelIds());
            json.put("created_at", times.local(reservation.createdAtMs()));
            json.put("updated_at", times.local(reservation.updatedAtMs()));
            return json;
        }
    }
}
