package dev.lintel.controller.api;

import dev.lintel.controller.access.ThreatLevels;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.ThreatStore;
import dev.lintel.controller.store.ThreatStore.Change;
import dev.lintel.controller.store.ThreatStore.Threat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/api/3/sites/:id/threat_level`: how high the threat at a site is, from 0 to 5. An extension of ours.
///
/// ```
///   GET                    the level and its last change
///   PUT  {level, note}     sets it; note: 500 characters at most, may be left out
/// ```
///
/// The next decision after the answer has the new level, and it is on disk with its event. A body that says anything
/// else is refused. With an `Idempotency-Key` the same request again changes nothing, and shows the present level.
public final class ThreatLevelResource {
    private static final Access READ = Access.anyOf(Scope.SITE_READONLY, Scope.SITE_THREAT_LEVEL);
    private static final Access WRITE = Access.anyOf(Scope.SITE_THREAT_LEVEL);
    private static final String PATH = "/api/3/sites/:id/threat_level";
    private static final String LEVEL = "level";
    private static final String NOTE = "note";

    private final Database database;
    private final Once once;
    private final Elsewhere elsewhere;

    ThreatLevelResource(ApiParts parts, Elsewhere elsewhere) {
        this.database = parts.database();
        this.once = parts.once();
        this.elsewhere = elsewhere;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, PATH, READ, request -> show(request.id()));
        endpoints.on(Method.PUT, PATH, WRITE, this::set);
    }

    /// Of a body. Throws [RefusedException] with a 400 where it is no level.
    public static int level(Fields fields) {
        Long level = fields.number(LEVEL);
        if (level == null) throw RefusedException.badRequest("level is missing");
        if (level < 0 || level > ThreatLevels.MAX) throw RefusedException.badRequest("level must be from 0 to 5");
        return level.intValue();
    }

    private Reply show(long siteId) {
        return database.read(sql -> {
            Threat threat = ThreatStore.get(sql, siteId);
            return threat == null ? new Reply.NotFound("site") : new Reply.Ok(json(threat, AccountTimes.of(sql)));
        });
    }

    private Reply set(Request request) {
        if (database.read(sql -> ThreatStore.get(sql, request.id())) == null) return new Reply.NotFound("site");
        Fields fields = request.order("threat_level");
        fields.allow(LEVEL, NOTE);
        int level = level(fields);
        String note = Objects.requireNonNullElse(fields.nonBlank(NOTE), "");
        if (note.length() > ThreatStore.NOTE_MAX) {
            return new Reply.Invalid(NOTE, "is too long (maximum is " + ThreatStore.NOTE_MAX + " characters)");
        }
        var change = new Change(level, request.signedIn().email(), note);
        return once.act(request, () -> act(request.id(), change), () -> show(request.id()));
    }

    /// Also while the database is in memory only: who raises a level then must not be refused.
    private Once.Acted act(long siteId, Change change) {
        Threat set = ClientWork.losable(() -> database.threats().set(siteId, change));
        return set == null ? new Once.Acted(false, new Reply.NotFound("site")) : Once.Acted.DONE;
    }

    private Map<String, @Nullable Object> json(Threat threat, AccountTimes times) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("site_id", threat.siteId());
        json.put(LEVEL, threat.level());
        json.put("changed_at", threat.changedAtMs() == null ? null : times.local(threat.changedAtMs()));
        json.put("changed_by", threat.by().isEmpty() ? null : threat.by());
        json.put(NOTE, threat.note());
        json.put("pending_boxes", elsewhere.withoutThreatLevel(threat.siteId()));
        return json;
    }
}
