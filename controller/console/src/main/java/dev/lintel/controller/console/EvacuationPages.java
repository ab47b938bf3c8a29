package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.PlanPage.Act;
import dev.lintel.controller.console.PlanPage.Plan;
import dev.lintel.controller.door.DoorNote;
import dev.lintel.controller.evacuation.Evacuations;
import dev.lintel.controller.evacuation.Report;
import dev.lintel.controller.evacuation.Report.Line;
import dev.lintel.controller.evacuation.Report.Result;
import dev.lintel.controller.evacuation.SiteDoors;
import dev.lintel.controller.evacuation.SiteDoors.Door;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// `/evacuation`: evacuations of sites, for those who may control doors. An order is shown before it is given.
///
/// ```
///   GET  /evacuation                            the doors of each site, and a form
///   POST /evacuation {site, act, note}          act: start or end; what the order does, and a button
///                    {…, confirmed: yes}        the order is given; what came of it
/// ```
final class EvacuationPages {
    static final String PATH = "/evacuation";
    /// A note of the longest kind, percent-encoded in any script.
    private static final int FORM_BYTES_MAX = 9 * DoorNote.MAX + 1_024;
    /// More than anybody reads; the rest is counted.
    private static final int DOORS_SHOWN = 100;

    private static final String START = "start";
    private static final String END = "end";

    private final Pages pages;
    private final Evacuations evacuations;

    EvacuationPages(Pages pages, Evacuations evacuations) {
        this.pages = pages;
        this.evacuations = evacuations;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(Method.GET, PATH, gate.page(Who.HOUSE, (_, session) -> draw(session, 200, Said.NOTHING)));
        endpoints.on(Method.POST, PATH, gate.page(Who.HOUSE, this::send));
    }

    /// The first sentence of the page.
    ///
    /// @param problems doors that have not done what was ordered, in sentences
    record Said(@Nullable String done, @Nullable String fault, List<String> problems) {
        static final Said NOTHING = new Said(null, null, List.of());

        Said {
            problems = List.copyOf(problems);
        }

        static Said fault(String sentence) {
            return new Said(null, sentence, List.of());
        }
    }

    /// The page.
    record View(List<SiteView> sites, Said said) {
        View {
            sites = List.copyOf(sites);
        }
    }

    /// One site.
    ///
    /// @param isOn whether an evacuation unlocks at least one of its doors
    /// @param state in words
    /// @param more how many doors are not listed
    /// @param startable whether there is a door that the order would unlock
    record SiteView(
            long id, String name, boolean isOn, String state, List<DoorLine> doors, int more, boolean startable) {
        SiteView {
            doors = List.copyOf(doors);
        }
    }

    /// One door.
    ///
    /// @param box where it is not this one; empty: here
    record DoorLine(String name, String box, String words, String tone) {}

    private Reply draw(Session session, int status, Said said) {
        List<SiteView> sites =
                evacuations.all().stream().map(EvacuationPages::site).toList();
        var view = new View(sites, said);
        return pages.draw(
                status,
                Place.SITE,
                "Evacuation",
                session,
                (out, tags, frame) -> JteevacuationGenerated.render(out, tags, frame, view));
    }

    private static SiteView site(SiteDoors site) {
        List<Door> doors = site.doors();
        long on = site.evacuated();
        boolean startable = doors.stream().anyMatch(door -> door.takesPart() && !door.evacuated());
        List<DoorLine> lines =
                doors.stream().limit(DOORS_SHOWN).map(EvacuationPages::line).toList();
        String state = on == 0 ? "No evacuation" : "Evacuation: " + on + " of " + count(doors.size()) + " unlocked";
        return new SiteView(
                site.siteId(), Visible.line(site.site()), on > 0, state, lines, doors.size() - lines.size(), startable);
    }

    private static DoorLine line(Door door) {
        String box = door.box() == null ? "" : "Box " + Visible.line(door.box());
        return new DoorLine(Visible.line(door.name()), box, words(door), tone(door));
    }

    private static String words(Door door) {
        if (door.evacuated()) return "Unlocked";
        if (!door.takesPart()) return "Stays as it is";
        if (door.reachable()) return "Takes part";
        return door.box() == null ? "Not wired" : "Not connected";
    }

    private static String tone(Door door) {
        if (door.evacuated()) return "bad";
        if (!door.takesPart()) return "";
        return door.reachable() ? "good" : "warn";
    }

    private Reply send(Request request, Session session) {
        Long siteId = number(request.form("site"));
        String act = Objects.requireNonNullElse(request.form("act"), "");
        String note = Objects.requireNonNullElse(request.form("note"), "").strip();
        SiteDoors site = siteId == null ? null : evacuations.of(siteId);
        if (site == null) return draw(session, 404, Said.fault("This site no longer exists."));
        if (!act.equals(START) && !act.equals(END)) {
            return draw(session, 422, Said.fault("Choose whether to start or to end the evacuation."));
        }
        String fault = DoorNote.fault(note);
        if (fault != null) return draw(session, 422, Said.fault("The note " + fault + "."));
        if (!"yes".equals(request.form("confirmed"))) {
            Plan plan = act.equals(START) ? startPlan(site, note) : endPlan(site, note);
            return PlanPage.draw(pages, Place.SITE, session, plan);
        }
        String kept = note.isEmpty() ? null : note;
        Report report = act.equals(START)
                ? evacuations.start(site.siteId(), kept, session.email())
                : evacuations.end(site.siteId(), kept, session.email());
        if (report == null) return draw(session, 404, Said.fault("This site no longer exists."));
        return draw(session, 200, said(report, act.equals(START)));
    }

    private static @Nullable Long number(@Nullable String text) {
        return text == null || !text.matches("[0-9]{1,18}") ? null : (Long) Long.parseLong(text);
    }

    private static Said said(Report report, boolean starts) {
        String site = Visible.line(report.site());
        String done = starts
                ? "Evacuation of " + site + ": " + count(report.count(Result.DONE)) + " unlocked."
                : "The evacuation of " + site + " has ended at " + count(report.count(Result.DONE)) + ".";
        var problems = new ArrayList<String>();
        for (Line line : report.lines()) {
            if (line.result() == Result.DONE || line.result() == Result.OFF) continue;
            problems.add(Visible.line(line.door().name()) + ": "
                    + Visible.line(Objects.requireNonNullElse(line.why(), "no answer")) + ".");
        }
        return new Said(done, null, problems);
    }

    private static Plan startPlan(SiteDoors site, String note) {
        List<String> unlocks = names(site, door -> door.takesPart() && door.reachable());
        List<String> stays = names(site, door -> !door.takesPart());
        var lines = new ArrayList<String>();
        lines.add("Lockdowns, modes and hours of these doors are suspended. The evacuation continues after a restart.");
        if (!stays.isEmpty()) lines.add("Doors that stay as they are: " + listed(stays) + ".");
        var boxes = new TreeSet<String>();
        site.doors().stream()
                .filter(door -> door.takesPart() && !door.reachable())
                .forEach(door -> boxes.add(door.box() == null ? door.name() + " (not wired)" : door.box()));
        if (!boxes.isEmpty()) {
            String names = listed(List.copyOf(boxes));
            lines.add("Not connected: " + names + ". Unlock these doors on site, or repeat the order.");
        }
        String lead = "These doors are unlocked at once, until somebody ends the evacuation:";
        if (unlocks.isEmpty()) lead = "No door of this site can be unlocked now.";
        return new Plan(
                "Evacuate " + Visible.line(site.site()) + "?",
                lead,
                List.of(),
                lines,
                unlocks.stream().limit(DOORS_SHOWN).toList(),
                more(unlocks),
                new Act("Start evacuation", PATH, true, fields(site, START, note), PATH, ""));
    }

    private static Plan endPlan(SiteDoors site, String note) {
        List<String> ends = names(site, Door::evacuated);
        return new Plan(
                "End the evacuation of " + Visible.line(site.site()) + "?",
                "Lockdowns, modes and hours of these doors count again at once:",
                List.of(),
                List.of("Check first that nobody needs these doors to leave."),
                ends.stream().limit(DOORS_SHOWN).toList(),
                more(ends),
                new Act("End evacuation", PATH, false, fields(site, END, note), PATH, ""));
    }

    private static Map<String, String> fields(SiteDoors site, String act, String note) {
        return Map.of("site", "" + site.siteId(), "act", act, "note", note, "confirmed", "yes");
    }

    private static List<String> names(SiteDoors site, Predicate<Door> which) {
        return site.doors().stream()
                .filter(which)
                .map(door -> Visible.line(door.name()))
                .toList();
    }

    private static String listed(List<String> names) {
        List<String> shown =
                names.stream().limit(DOORS_SHOWN).map(Visible::line).toList();
        String more = names.size() > shown.size() ? " and " + (names.size() - shown.size()) + " more" : "";
        return String.join(", ", shown) + more;
    }

    private static @Nullable String more(List<String> names) {
        return names.size() > DOORS_SHOWN ? "And " + (names.size() - DOORS_SHOWN) + " more doors." : null;
    }

    private static String count(long doors) {
        return doors == 1 ? "1 door" : doors + " doors";
    }
}
