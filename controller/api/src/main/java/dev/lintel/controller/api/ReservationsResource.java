package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
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
    private static final Access READ =
            Access.anyOf(Scope.RESERVATION_READONLY, Scope.RESERVATION, Scope.PERSON_READONLY, Scope.PERSON);
    private static final Access WRITE = Access.anyOf(Scope.RESERVATION, Scope.PERSON);

    private final ApiParts parts;

    ReservationsResource(ApiParts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/reservations", READ, this::list);
        endpoints.on(Method.POST, "/api/3/reservations", WRITE, this::create);
        endpoints.on(Method.GET, "/api/3/reservations/:id", READ, this::show);
        endpoints.on(Method.DELETE, "/api/3/reservations/:id", WRITE, this::delete);
    }

    private Reply list(Request request) {
        var standing = new Standing(parts.time().nowMs());
        return new LongList(parts.database(), standing).answer(request, Paging.SHORT_ROWS);
    }

    private Reply show(Request request) {
        Map<String, Object> json = parts.database().read(sql -> json(sql, request.id()));
        return json == null ? new Reply.NotFound("reservation") : new Reply.Ok(json);
    }

    private Reply create(Request request) {
        Fields fields = request.fields("reservation");
        Map<String, Object> json =
                parts.once().create(request, sql -> insert(sql, request, fields), (sql, made) -> json(sql, made.id()));
        return json == null ? new Reply.NotFound("reservation") : new Reply.Created(json);
    }

    private long insert(Sql sql, Request request, Fields fields) {
        long now = parts.time().nowMs();
        ReservationInput input = ReservationInput.ofChannels(sql, fields, now);
        BoxReach reach = BoxReach.of(sql, request.signedIn());
        if (reach != null) reach.requireChannels(input.personId(), input.ids());
        long id = ReservationStore.insert(sql, input.personId(), input.ids(), input.span(), now);
        Reservation created = Objects.requireNonNull(ReservationStore.get(sql, id));
        tell(request, "create", created);
        return id;
    }

    private Reply delete(Request request) {
        boolean deleted = parts.database().write(sql -> {
            Reservation before = ReservationStore.get(sql, request.id());
            BoxReach reach = BoxReach.of(sql, request.signedIn());
            if (before == null || (reach != null && !reach.reaches(before.personId()))) return false;
            if (reach != null) reach.requireChannels(before.personId(), before.channelIds());
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

    private static @Nullable Map<String, Object> json(Sql sql, long id) {
        Reservation found = ReservationStore.get(sql, id);
        return found == null ? null : new Rows(AccountTimes.of(sql)).of(found);
    }

    /// Those that have not ended, as they stand when the list begins.
    private record Standing(long nowMs) implements LongList.Source {
        @Override
        public long count(Sql sql) {
            return ReservationStore.countStanding(sql, nowMs);
        }

        @Override
        public long highestId(Sql sql) {
            return ReservationStore.highestId(sql);
        }

        @Override
        public List<LongList.Row> page(Sql sql, int limit, long offset) {
            return rows(sql, ReservationStore.standing(sql, nowMs, limit, offset));
        }

        @Override
        public List<LongList.Row> chunk(Sql sql, long afterId, long lastId, int limit) {
            return rows(sql, ReservationStore.chunk(sql, nowMs, afterId, lastId, limit));
        }

        private List<LongList.Row> rows(Sql sql, List<Reservation> reservations) {
            var json = new Rows(AccountTimes.of(sql));
            return reservations.stream()
                    .map(one -> new LongList.Row(one.id(), json.of(one)))
                    .toList();
        }
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
