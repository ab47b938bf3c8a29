package dev.lintel.controller.control;

import dev.lintel.controller.door.DoorNote;
import dev.lintel.controller.evacuation.Evacuations;
import dev.lintel.controller.evacuation.Report;
import dev.lintel.controller.evacuation.SiteDoors;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `evacuation show`: one line for each door of each site, or of `site`, with `site_id`, `site`, `channel_id`, `name`,
/// `box` (null: this one), `evacuation` (`unlock`, `off`) and `evacuated` (null: not known). `evacuation start` and
/// `evacuation end` order the doors of `site`, with a `note` if wanted, and answer the same lines with `result` and
/// `reason`.
public final class EvacuationCommands {
    private static final String BY = "command line";
    private static final String SITE = "site";

    private final Evacuations evacuations;

    public EvacuationCommands(Evacuations evacuations) {
        this.evacuations = evacuations;
    }

    public void show(Request request, Responses out) {
        Long wanted = request.nullableNumber(SITE);
        boolean found = wanted == null;
        for (SiteDoors site : evacuations.all()) {
            if (wanted != null && wanted != site.siteId()) continue;
            found = true;
            for (SiteDoors.Door door : site.doors()) out.send(json(site.siteId(), site.site(), door));
        }
        if (!found) throw new Refused("there is no site " + wanted);
    }

    public void start(Request request, Responses out) {
        long site = request.number(SITE);
        send(site, evacuations.start(site, note(request), BY), out);
    }

    public void end(Request request, Responses out) {
        long site = request.number(SITE);
        send(site, evacuations.end(site, note(request), BY), out);
    }

    private static @Nullable String note(Request request) {
        String note = request.nullableText("note");
        if (note == null || note.isBlank()) return null;
        String fault = DoorNote.fault(note);
        if (fault != null) throw new Refused("the note " + fault);
        return note.strip();
    }

    private static void send(long siteId, @Nullable Report report, Responses out) {
        if (report == null) throw new Refused("there is no site " + siteId);
        for (Report.Line line : report.lines()) {
            Map<String, @Nullable Object> json = json(report.siteId(), report.site(), line.door());
            json.put("result", line.result().word());
            json.put("reason", line.why());
            out.send(json);
        }
    }

    private static Map<String, @Nullable Object> json(long siteId, String site, SiteDoors.Door door) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("site_id", siteId);
        json.put("site", site);
        json.put("channel_id", door.channelId());
        json.put("name", door.name());
        json.put("box", door.box());
        json.put("evacuation", door.takesPart() ? "unlock" : "off");
        json.put("evacuated", door.reachable() ? (Boolean) door.evacuated() : null);
        return json;
    }
}
