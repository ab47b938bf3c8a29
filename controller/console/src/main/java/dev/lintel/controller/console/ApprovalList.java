package dev.lintel.controller.console;

import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.access.Approvals;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The requests for approval of the live page. `GET /live/approvals`: the persons who wait at a door with `approval`,
/// each with `left_ms`, as the clocks of box and browser may differ. `POST /live/approvals/:id {approved}`: such a
/// person may enter, or may not.
final class ApprovalList {
    private static final String PATH = "/live/approvals";
    private static final String APPROVED = "approved";
    private static final int BODY_BYTES_MAX = 256; // one short field

    private final ApprovalDesk desk;
    private final Time time;

    ApprovalList(ApprovalDesk desk, Time time) {
        this.desk = desk;
        this.time = time;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.on(Method.GET, PATH, gate.call((_, _) -> new Reply.Ok(Map.of("approvals", waiting()))));
        endpoints.bodyMax(PATH, BODY_BYTES_MAX);
        endpoints.on(Method.POST, PATH + "/:id", gate.call(this::decide));
    }

    private List<Map<String, Object>> waiting() {
        long nowNs = time.nowNs();
        var all = new ArrayList<Map<String, Object>>();
        for (Approvals.Asked one : desk.asked()) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(one.untilNs() - nowNs);
            if (leftMs <= 0) continue;
            all.add(Map.of("id", one.id(), "channel", one.channelId(), "person", one.personName(), "left_ms", leftMs));
        }
        return all;
    }

    private Reply decide(Request request, Session session) {
        Map<String, @Nullable Object> body = request.json();
        if (body.size() != 1 || !(body.get(APPROVED) instanceof Boolean approved)) {
            return refused(400, APPROVED + " must be true or false, and nothing else may be there");
        }
        return switch (desk.decide(request.id(), approved, session.email())) {
            case Outcome.Done _ -> new Reply.Ok(Map.of("ok", true));
            case Outcome.Refused(String why) -> refused(404, why);
            case Outcome.Unanswered(String why, boolean _) -> refused(503, why);
        };
    }

    private static Reply refused(int status, String why) {
        return new Reply.Json(status, Map.of("error", why));
    }
}
