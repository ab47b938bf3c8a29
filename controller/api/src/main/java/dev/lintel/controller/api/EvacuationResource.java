package dev.lintel.controller.api;

import dev.lintel.controller.door.DoorNote;
import dev.lintel.controller.evacuation.Evacuations;
import dev.lintel.controller.evacuation.Report;
import dev.lintel.controller.evacuation.SiteDoors;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// `/api/3/sites/:id/evacuation`: evacuations of a whole site. An extension of ours.
///
/// ```
///   GET  sites/:id/evacuation                which doors take part, and which an evacuation unlocks now
///   POST sites/:id/evacuate {note}           unlocks each door that takes part; note: 500 characters at most
///   POST sites/:id/end_evacuation {note}     ends the evacuation of each door
/// ```
///
/// An answer lists each door with what came of the order there; it is 200 also where a door did not do it. The same
/// order again changes nothing at doors that have done it. A body that says anything else is refused.
final class EvacuationResource {
    private static final Access READ = Access.anyOf(Scope.CHANNEL_READONLY, Scope.CHANNEL_ADMIT);
    private static final String NOTE = "note";
    private static final String SITE = "/api/3/sites/:id/";

    private final Evacuations evacuations;
    private final Once once;

    EvacuationResource(ApiParts parts, Evacuations evacuations) {
        this.evacuations = evacuations;
        this.once = parts.once();
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, SITE + "evacuation", READ, request -> show(request.id()));
        endpoints.on(Method.POST, SITE + "evacuate", ChannelCommandsResource.COMMAND, request -> order(request, true));
        endpoints.on(
                Method.POST,
                SITE + "end_evacuation",
                ChannelCommandsResource.COMMAND,
                request -> order(request, false));
    }

    /// Of a body that may have a note and nothing else; null: none. Throws [RefusedException] with a 400.
    static @Nullable String note(Fields fields) {
        fields.allow(NOTE);
        String note = fields.isEmpty() ? null : fields.text(NOTE);
        if (note == null || note.isBlank()) return null;
        String fault = DoorNote.fault(note);
        if (fault != null) throw RefusedException.badRequest("note " + fault);
        return note.strip();
    }

    private Reply show(long siteId) {
        SiteDoors site = evacuations.of(siteId);
        if (site == null) return new Reply.NotFound("site");
        return new Reply.Ok(json(
                site.siteId(),
                site.site(),
                site.evacuated(),
                site.doors().stream().map(EvacuationResource::json).toList()));
    }

    private Reply again(long siteId, boolean starts) {
        Report report = evacuations.present(siteId, starts);
        return report == null ? new Reply.NotFound("site") : new Reply.Ok(json(report));
    }

    private Reply order(Request request, boolean starts) {
        long siteId = request.id();
        if (evacuations.of(siteId) == null) return new Reply.NotFound("site");
        String note = note(request.order("evacuation"));
        String by = request.signedIn().email();
        var came = new AtomicReference<@Nullable Reply>();
        return once.act(request, () -> act(siteId, starts, note, by, came), () -> {
            Reply reply = came.get();
            return reply == null ? again(siteId, starts) : reply;
        });
    }

    /// Where a door has not done it the key stays free: the same request again asks that door again.
    private Once.Acted act(
            long siteId, boolean starts, @Nullable String note, String by, AtomicReference<@Nullable Reply> came) {
        Report report = starts ? evacuations.start(siteId, note, by) : evacuations.end(siteId, note, by);
        if (report == null) return new Once.Acted(false, new Reply.NotFound("site"));
        Reply reply = new Reply.Ok(json(report));
        came.set(reply);
        return report.isComplete() ? Once.Acted.DONE : new Once.Acted(false, reply);
    }

    private static Map<String, @Nullable Object> json(Report report) {
        long evacuated =
                report.lines().stream().filter(line -> line.door().evacuated()).count();
        List<Map<String, @Nullable Object>> doors =
                report.lines().stream().map(EvacuationResource::json).toList();
        Map<String, @Nullable Object> json = json(report.siteId(), report.site(), evacuated, doors);
        json.put("complete", report.isComplete());
        return json;
    }

    private static Map<String, @Nullable Object> json(
            long siteId, String site, long evacuated, List<Map<String, @Nullable Object>> doors) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("site_id", siteId);
        json.put("site", site);
        json.put("evacuated", evacuated);
        json.put("doors", doors);
        return json;
    }

    private static Map<String, @Nullable Object> json(SiteDoors.Door door) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("channel_id", door.channelId());
        json.put("name", door.name());
        json.put("box", door.box());
        json.put("evacuation", door.takesPart() ? "unlock" : "off");
        json.put("evacuated", door.reachable() ? (Boolean) door.evacuated() : null);
        return json;
    }

    private static Map<String, @Nullable Object> json(Report.Line line) {
        Map<String, @Nullable Object> json = json(line.door());
        json.put("result", line.result().word());
        json.put("reason", line.why());
        return json;
    }
}
