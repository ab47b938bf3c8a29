package dev.lintel.controller.console;

import dev.lintel.controller.access.ThreatLevels;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.PlanPage.Act;
import dev.lintel.controller.console.PlanPage.Plan;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.ThreatStore;
import dev.lintel.controller.store.ThreatStore.Threat;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `/threat-levels`: the threat level of each site, for operators. A change is shown before it is made.
///
/// ```
///   GET  /threat-levels                           the levels, and a form for each site
///   POST /threat-levels {site, level, note}       what the change does, and a button
///                       {…, confirmed: yes}       the level is set
///   GET  /live/threat-levels                      the levels, for the live page
/// ```
final class ThreatPages {
    static final String PATH = "/threat-levels";
    /// A note of the longest kind, percent-encoded in any script.
    private static final int FORM_BYTES_MAX = 9 * ThreatStore.NOTE_MAX + 1_024;
    /// More than anybody reads; the rest is counted.
    private static final int ROLES_SHOWN = 50;

    private final Pages pages;
    private final Database database;
    private final DoorOrders orders;
    private final Moments moments;

    ThreatPages(Pages pages, Database database, DoorOrders orders, Moments moments) {
        this.pages = pages;
        this.database = database;
        this.orders = orders;
        this.moments = moments;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(Method.GET, PATH, gate.page(Who.OPERATOR, this::show));
        endpoints.on(Method.POST, PATH, gate.page(Who.OPERATOR, this::send));
        endpoints.on(Method.GET, "/live/threat-levels", gate.call((_, _) -> new Reply.Ok(live())));
    }

    /// The page.
    ///
    /// @param levels from 0 to the highest
    record View(
            List<SiteView> sites,
            List<Integer> levels,
            @Nullable String done,
            @Nullable String fault) {
        View {
            sites = List.copyOf(sites);
            levels = List.copyOf(levels);
        }
    }

    /// One site.
    ///
    /// @param change when and by whom its level was set, in words; null: never
    /// @param pending boxes that have not taken the level yet, in words; null: none
    record SiteView(
            Threat threat,
            @Nullable String change,
            @Nullable String pending) {}

    /// Sites with a level above 0, in words for the live page; empty: none.
    static String raised(List<Threat> threats) {
        List<String> raised = threats.stream()
                .filter(threat -> threat.level() > 0)
                .map(threat -> Visible.line(threat.site()) + " " + threat.level())
                .toList();
        return raised.isEmpty() ? "" : "Threat level: " + String.join(", ", raised);
    }

    /// As [#raised], of now.
    String raised() {
        return raised(database.read(ThreatStore::all));
    }

    private Map<String, Object> live() {
        return Map.of("raised", raised());
    }

    private Reply show(Request request, Session session) {
        String done = request.query("done");
        Threat changed = done == null
                ? null
                : sites().stream()
                        .filter(threat -> done.equals("" + threat.siteId()))
                        .findFirst()
                        .orElse(null);
        String words =
                changed == null ? null : "Saved. " + changed.site() + " is at threat level " + changed.level() + ".";
        return draw(session, 200, words, null);
    }

    private List<Threat> sites() {
        return database.read(ThreatStore::all);
    }

    private Reply draw(Session session, int status, @Nullable String done, @Nullable String fault) {
        ZoneId zone = moments.zone();
        List<SiteView> sites =
                sites().stream().map(threat -> site(threat, zone)).toList();
        var levels = new ArrayList<Integer>();
        for (int level = 0; level <= ThreatLevels.MAX; level++) levels.add(level);
        var view = new View(sites, levels, done, fault);
        return pages.draw(
                status,
                Place.SITE,
                "Threat levels",
                session,
                (out, tags, frame) -> JtethreatlevelsGenerated.render(out, tags, frame, view));
    }

    private SiteView site(Threat threat, ZoneId zone) {
        Long atMs = threat.changedAtMs();
        String change = atMs == null
                ? null
                : "Set on " + Moments.words(atMs, zone) + " by " + Visible.line(threat.by())
                        + (threat.note().isEmpty() ? "" : ": " + Visible.line(threat.note()));
        List<String> pending = orders.withoutThreatLevel(threat.siteId());
        return new SiteView(
                threat,
                change,
                pending.isEmpty() ? null : "Boxes that do not have it yet: " + String.join(", ", pending));
    }

    private Reply send(Request request, Session session) {
        Long siteId = number(request.form("site"));
        Long level = number(request.form("level"));
        String note = Objects.requireNonNullElse(request.form("note"), "").strip();
        Threat now = siteId == null ? null : database.read(sql -> ThreatStore.get(sql, siteId));
        if (now == null) return draw(session, 404, null, "This site is gone.");
        if (level == null || level < 0 || level > ThreatLevels.MAX) {
            return draw(session, 422, null, "Choose a level from 0 to " + ThreatLevels.MAX + ".");
        }
        if (note.length() > ThreatStore.NOTE_MAX) {
            return draw(session, 422, null, "The note is too long: " + ThreatStore.NOTE_MAX + " characters at most.");
        }
        if (!"yes".equals(request.form("confirmed"))) {
            return PlanPage.draw(pages, Place.SITE, session, plan(now, level.intValue(), note));
        }
        var change = new ThreatStore.Change(level.intValue(), session.email(), note);
        ClientWork.losable(() -> database.threats().set(now.siteId(), change));
        return pages.redirect(PATH + "?done=" + now.siteId());
    }

    private static @Nullable Long number(@Nullable String text) {
        return text == null || !text.matches("[0-9]{1,18}") ? null : (Long) Long.parseLong(text);
    }

    private Plan plan(Threat now, int level, String note) {
        List<String> invalid = invalid(now.siteId(), level);
        var lines = new ArrayList<String>();
        if (level > 0) lines.add("Reservations of doors are valid at level 0 only.");
        lines.add("First responders enter, and exits that the box must release let people out, at each level.");
        List<String> shown = invalid.stream().limit(ROLES_SHOWN).toList();
        String more = invalid.size() > shown.size() ? "And " + (invalid.size() - shown.size()) + " more roles." : null;
        Map<String, String> fields =
                Map.of("site", "" + now.siteId(), "level", "" + level, "note", note, "confirmed", "yes");
        return new Plan(
                "Set threat level " + level + " at " + Visible.line(now.site()) + "?",
                "The level is " + now.level() + " now. The change takes effect at once. "
                        + (invalid.isEmpty()
                                ? "All roles are valid at level " + level + "."
                                : "At level " + level + " these roles are not valid at the doors of the site:"),
                List.of(),
                lines,
                shown,
                more,
                new Act("Set level " + level, PATH, level > now.level(), fields, PATH, ""));
    }

    /// Names of the roles with doors at the site that are not valid there at the level.
    private List<String> invalid(long siteId, int level) {
        Policy policy = database.read(PolicyStore::policy);
        Set<Long> doors = policy.channels().stream()
                .filter(channel -> channel.siteId() == siteId)
                .map(Channel::id)
                .collect(Collectors.toSet());
        return policy.roles().stream()
                .filter(role -> isBelow(role, level) && !Collections.disjoint(role.channels(), doors))
                .map(role -> Visible.line(role.name()))
                .toList();
    }

    private static boolean isBelow(Role role, int level) {
        Integer max = role.rules().threatLevelMax();
        return max != null && max < level;
    }
}
