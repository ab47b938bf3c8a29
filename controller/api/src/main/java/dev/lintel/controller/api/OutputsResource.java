package dev.lintel.controller.api;

import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.action.OutputView;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `GET /api/3/outputs`: the named outputs of this box, and which actions want them on. `POST
/// /api/3/outputs/:name/test` switches one on for two seconds. An extension of ours.
final class OutputsResource {
    private static final Access READ = Access.anyOf(Scope.CHANNEL_READONLY, Scope.CHANNEL_ADMIT);
    private static final Access TEST = Access.anyOf(Scope.CHANNEL_ADMIT);

    private static final int RETRY_AFTER_S = 5;

    private final Once once;
    private final OutputDesk desk;

    OutputsResource(ApiParts parts, OutputDesk desk) {
        this.once = parts.once();
        this.desk = desk;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/outputs", READ, _ -> list());
        endpoints.on(Method.POST, "/api/3/outputs/:name/test", TEST, this::test);
    }

    private Reply list() {
        var rows = new ArrayList<Map<String, @Nullable Object>>();
        for (OutputView output : desk.outputs()) rows.add(json(output));
        return new Reply.Ok(rows);
    }

    private static Map<String, @Nullable Object> json(OutputView output) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("name", output.name());
        json.put("on", output.on());
        json.put("actions", List.copyOf(output.actions()));
        json.put("tested", output.tested());
        json.put("fault", output.fault());
        return json;
    }

    private Reply test(Request request) {
        String name = request.variable("name");
        if (desk.outputs().stream().noneMatch(output -> output.name().equals(name)))
            return new Reply.NotFound("output");
        return once.act(
                request, () -> test(name, request.signedIn().email()), () -> new Reply.Ok(Map.of("result", "ok")));
    }

    private Once.Acted test(String name, String by) {
        return switch (desk.test(name, by)) {
            case Outcome.Done _ -> Once.Acted.DONE;
            case Outcome.Refused(String why) -> new Once.Acted(false, new Reply.BadRequest(why));
            case Outcome.Unanswered(String why, boolean isDone) ->
                new Once.Acted(isDone, new Reply.Unavailable(why, RETRY_AFTER_S));
        };
    }
}
