package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.GroupReservationStore;
import dev.lintel.controller.store.GroupReservationStore.GroupReservation;
import dev.lintel.controller.store.GroupReservationStore.State;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/api/3/group_reservations`: membership of groups for a time, kept apart from that given through the person. What
/// state one is in follows from the box's clock whenever it is read; nothing happens at its start or end.
final class GroupReservationsResource {
    private static final Access READ = Access.anyOf(
            Scope.GROUP_RESERVATION_READONLY, Scope.GROUP_RESERVATION, Scope.PERSON_READONLY, Scope.PERSON);
    private static final Access WRITE = Access.anyOf(Scope.GROUP_RESERVATION, Scope.PERSON);

    private final ApiParts parts;

    GroupReservationsResource(ApiParts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/group_reservations", READ, this::list);
        endpoints.on(Method.POST, "/api/3/group_reservations", WRITE, this::create);
        endpoints.on(Method.GET, "/api/3/group_reservations/:id", READ, this::show);
        endpoints.on(Method.DELETE, "/api/3/group_reservations/:id", WRITE, this::delete);
    }

    private Reply list(Request request) {
        var standing = new Standing(parts.time().nowMs());
        return new LongList(parts.database(), standing).answer(request, Paging.SHORT_ROWS);
    }

    private Reply show(Request request) {
        Map<String, Object> json = parts.database().read(sql -> json(sql, request.id()));
        return json == null ? new Reply.NotFound("group reservation") : new Reply.Ok(json);
    }

    private Reply create(Request request) {
        Fields fields = request.fields("group_reservation");
        Map<String, Object> json =
                parts.once().create(request, sql -> insert(sql, request, fields), (sql, made) -> json(sql, made.id()));
        return json == null ? new Reply.NotFound("group reservation") : new Reply.Created(json);
    }

    private long insert(Sql sql, Request request, Fields fields) {
        long now = parts.time().nowMs();
        ReservationInput input = ReservationInput.ofGroups(sql, fields, now);
        BoxReach reach = BoxReach.of(sql, request.signedIn());
        if (reach != null) reach.requireGroups(input.personId(), input.ids());
        long id = GroupReservationStore.insert(sql, input.personId(), input.ids(), input.span(), now);
        GroupReservation created = Objects.requireNonNull(GroupReservationStore.get(sql, id));
        tell(request, "create", created, Map.of());
        return id;
    }

    /// A pending one goes, an active one ends, and so does the membership by it; one that has ended stays as it is.
    private Reply delete(Request request) {
        boolean deleted = parts.database().write(sql -> {
            GroupReservation before = GroupReservationStore.get(sql, request.id());
            BoxReach reach = BoxReach.of(sql, request.signedIn());
            if (before == null || (reach != null && !reach.reaches(before.personId()))) return false;
            if (reach != null) reach.requireGroups(before.personId(), before.groupIds());
            long now = parts.time().nowMs();
            State state = before.state(now);
            if (state == State.DEACTIVATED) return true;
            GroupReservationStore.delete(sql, before.id(), now);
            // who follows people by `since` sees that their groups have changed
            if (state == State.ACTIVE) PersonStore.update(sql, before.personId(), Map.of(), now);
            tell(request, "delete", before, Map.of("state", word(state)));
            return true;
        });
        return deleted ? new Reply.Ok(Map.of("result", "ok")) : new Reply.NotFound("group reservation");
    }

    private static String word(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private void tell(Request request, String action, GroupReservation reservation, Map<String, Object> more) {
        var details = new LinkedHashMap<String, Object>();
        details.put("person_id", reservation.personId());
        details.put("group_ids", reservation.groupIds());
        details.put("start_time", AccountTimes.utc(reservation.span().startMs()));
        details.put("end_time", AccountTimes.utc(reservation.span().endMs()));
        details.putAll(more);
        parts.audit()
                .tell(request.signedIn(), new Audit.Change("group_reservation", action, reservation.id(), details));
    }

    private @Nullable Map<String, Object> json(Sql sql, long id) {
        GroupReservation found = GroupReservationStore.get(sql, id);
        return found == null
                ? null
                : new Rows(AccountTimes.of(sql), parts.time().nowMs()).of(found);
    }

    /// Those that have not ended, as they stand when the list begins.
    private record Standing(long nowMs) implements LongList.Source {
        @Override
        public long count(Sql sql) {
            return GroupReservationStore.countStanding(sql, nowMs);
        }

        @Override
        public long highestId(Sql sql) {
            return GroupReservationStore.highestId(sql);
        }

        @Override
        public List<LongList.Row> page(Sql sql, int limit, long offset) {
            return rows(sql, GroupReservationStore.standing(sql, nowMs, limit, offset));
        }

        @Override
        public List<LongList.Row> chunk(Sql sql, long afterId, long lastId, int limit) {
            return rows(sql, GroupReservationStore.chunk(sql, nowMs, afterId, lastId, limit));
        }

        private List<LongList.Row> rows(Sql sql, List<GroupReservation> reservations) {
            var json = new Rows(AccountTimes.of(sql), nowMs);
            return reservations.stream()
                    .map(one -> new LongList.Row(one.id(), json.of(one)))
                    .toList();
        }
    }

    /// @param times of the account
    /// @param nowMs by which the states are told
    private record Rows(AccountTimes times, long nowMs) {
        Map<String, Object> of(GroupReservation reservation) {
            var json = new LinkedHashMap<String, Object>();
            json.put("id", reservation.id());
            json.put("person_id", reservation.personId());
            json.put("start_time", times.local(reservation.span().startMs()));
            json.put("end_time", times.local(reservation.span().endMs()));
            json.put("state", word(reservation.state(nowMs)));
            json.put("group_ids", reservation.groupIds());
            json.put("created_at", times.local(reservation.createdAtMs()));
            json.put("updated_at", times.local(reservation.updatedAtMs()));
            return json;
        }
    }
}
