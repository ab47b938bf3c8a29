package dev.lintel.controller.control;

import dev.lintel.controller.access.ThreatLevels;
import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.ThreatStore;
import dev.lintel.controller.store.ThreatStore.Change;
import dev.lintel.controller.store.ThreatStore.Threat;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `threat show`: one line for each site with `site_id`, `site`, `level`, `changed_at` (null: never), `changed_by` and
/// `note`. `threat set`: sets the level of a site and answers the same line. Fields: `site` (an id), `level` (0 to 5),
/// and if wanted `note`.
public final class ThreatCommands {
    private final Database database;

    public ThreatCommands(Database database) {
        this.database = database;
    }

    public void show(Request request, Responses out) {
        for (Threat threat : database.read(ThreatStore::all)) out.send(json(threat));
    }

    public void set(Request request, Responses out) {
        long site = request.number("site");
        long level = request.number("level");
        if (level < 0 || level > ThreatLevels.MAX) throw new Refused("a threat level is from 0 to " + ThreatLevels.MAX);
        String note =
                Objects.requireNonNullElse(request.nullableText("note"), "").strip();
        if (note.length() > ThreatStore.NOTE_MAX) {
            throw new Refused("a note has " + ThreatStore.NOTE_MAX + " characters at most");
        }
        var change = new Change((int) level, "command line", note);
        // Also while the database is in memory only: who raises a level then must not be refused.
        Threat set = ClientWork.losable(() -> database.threats().set(site, change));
        if (set == null) throw new Refused("there is no site " + site);
        out.send(json(set));
    }

    private static Map<String, @Nullable Object> json(Threat threat) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        Long atMs = threat.changedAtMs();
        json.put("site_id", threat.siteId());
        json.put("site", threat.site());
        json.put("level", threat.level());
        json.put("changed_at", atMs == null ? null : Instant.ofEpochMilli(atMs).toString());
        json.put("changed_by", threat.by());
        json.put("note", threat.note());
        return json;
    }
}
