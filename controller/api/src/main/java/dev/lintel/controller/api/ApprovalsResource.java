package dev.lintel.controller.api;

import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.access.Approvals.Asked;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.ChannelStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// `GET /api/3/approvals`: the persons who wait at a door with `approval` for an operator. `POST
/// /api/3/approvals/:id/approve` and `…/deny` decide; the person's event tells what came of it. That a PIN was typed
/// under duress is for those who may read the DURESS event. An extension of ours.
final class ApprovalsResource {
    private static final Access DECIDE = Access.anyOf(Scope.CHANNEL_ADMIT);
    /// A box that lost contact is back within seconds, and the person waits for 30.
    private static final int RETRY_AFTER_S = 3;

    private final ApiParts parts;
    private final ApprovalDesk desk;

    ApprovalsResource(ApiParts parts, ApprovalDesk desk) {
        this.parts = parts;
        this.desk = desk;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/approvals", DECIDE, this::list);
        endpoints.on(Method.POST, "/api/3/approvals/:id/approve", DECIDE, request -> decide(request, true));
        endpoints.on(Method.POST, "/api/3/approvals/:id/deny", DECIDE, request -> decide(request, false));
    }

    private Reply list(Request request) {
        List<Asked> asked = desk.asked();
        boolean duress = EventSight.of(request.signedIn().scopes()).contains(EventKind.DURESS.eventClass());
        long nowNs = parts.time().nowNs();
        return parts.database().read(sql -> {
            var rows = new ArrayList<Map<String, @Nullable Object>>();
            for (Asked one : asked) {
                var channel = ChannelStore.get(sql, one.channelId());
                var row = json(one, channel == null ? "" : channel.name(), nowNs);
                row.put("duress", duress ? (Boolean) one.duress() : null);
                rows.add(row);
            }
            return new Reply.Ok(rows);
        });
    }

    private static Map<String, @Nullable Object> json(Asked one, String channel, long nowNs) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", one.id());
        json.put("channel", named(one.channelId(), channel));
        json.put("person", named(one.personId(), one.personName()));
        json.put("seconds_left", Math.max(0, TimeUnit.NANOSECONDS.toSeconds(one.untilNs() - nowNs)));
        return json;
    }

    private static Map<String, @Nullable Object> named(long id, String name) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", id);
        json.put("name", name);
        return json;
    }

    private Reply decide(Request request, boolean approved) {
        return parts.once().act(request, () -> act(request, approved), () -> new Reply.Ok(Map.of("result", "ok")));
    }

    private Once.Acted act(Request request, boolean approved) {
        return switch (desk.decide(request.id(), approved, request.signedIn().email())) {
            case Outcome.Done _ -> Once.Acted.DONE;
            case Outcome.Refused _ -> new Once.Acted(false, new Reply.NotFound("approval"));
            case Outcome.Unanswered(String why, boolean isDone) ->
                new Once.Acted(isDone, new Reply.Unavailable(why, RETRY_AFTER_S));
        };
    }
}
