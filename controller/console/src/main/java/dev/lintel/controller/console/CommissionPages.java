package dev.lintel.controller.console;

import dev.lintel.controller.commission.BoxForm;
import dev.lintel.controller.commission.CommissionException;
import dev.lintel.controller.commission.Commissioning;
import dev.lintel.controller.commission.DoorSheet;
import dev.lintel.controller.commission.Report;
import dev.lintel.controller.commission.SiteDesk;
import dev.lintel.controller.commission.TestSheet;
import dev.lintel.controller.commission.TestSheet.State;
import dev.lintel.controller.commission.WiringFile;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.PlanPage.Act;
import dev.lintel.controller.console.PlanPage.Plan;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.system.Refusal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `/commission`: putting the box into service, step by step, for operators. A door's own pages are [CommissionDoors]'.
///
/// ```
///   GET  /commission            the steps, and how far each is
///   POST /commission/place      {box, customer, site, zone}
///   POST /commission/inputs     {chip, fire.line, fire.active, release-UNIT: on, power.line, power.active,
///                                battery_low.line, battery_low.active}
///   POST /commission/alone      this box follows nobody
///   POST /commission/begin      the box begins anew, with the wiring as it is written now
///   POST /commission/drop       changes of the wiring that no start has seen are forgotten
///   GET  /commission/wiring     the file, for whoever changes it by hand
///   POST /commission/wiring     {text}
///   GET  /commission/report     what is handed over: made to be printed
///   GET  /commission/finish     what is open
///   POST /commission/finish     {open: names what the page has shown}
/// ```
final class CommissionPages {
    static final String PATH = "/commission";

    /// The file of a large box is a tenth of it, percent-encoded.
    private static final int FORM_BYTES_MAX = 256 * 1024;
    /// Of a step among others; its own page has all.
    private static final int PASSES_SHOWN = 8;

    private static final Map<String, String> DONE = Map.of(
            "placed", "Names and time zone are set.",
            "alone", "This box follows nobody. It can be changed later, under Hub.",
            "dropped", "The wiring is as it was. Names that were given stay.",
            "saved", "Written. The box works so once it begins anew.",
            "removed", "Done. What was wired is free once the box begins anew.",
            "bus", "The line is written. Add the doors on it, then let the box begin anew.",
            "finished", "Handed over. The report has all of it.");

    private final Parts parts;

    /// What the pages show and act on.
    ///
    /// @param refusals of what the card was given
    record Parts(Pages pages, Commissioning commissioning, Moments moments, Supplier<List<Refusal>> refusals) {}

    CommissionPages(Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(
                Method.GET, PATH, gate.page(Who.OPERATOR, (request, session) -> show(request, session, 200, null)));
        endpoints.on(Method.POST, PATH + "/place", gate.page(Who.OPERATOR, this::place));
        endpoints.on(Method.POST, PATH + "/inputs", gate.page(Who.OPERATOR, this::inputs));
        endpoints.on(Method.POST, PATH + "/alone", gate.page(Who.OPERATOR, this::alone));
        endpoints.on(Method.POST, PATH + "/begin", gate.page(Who.OPERATOR, this::begin));
        endpoints.on(Method.POST, PATH + "/drop", gate.page(Who.OPERATOR, this::drop));
        endpoints.on(Method.GET, PATH + "/wiring", gate.page(Who.OPERATOR, (_, session) -> wiring(session, 200, null)));
        endpoints.on(Method.POST, PATH + "/wiring", gate.page(Who.OPERATOR, this::writeWiring));
        endpoints.on(Method.GET, PATH + "/report", gate.page(Who.OPERATOR, (_, session) -> report(session)));
        endpoints.on(Method.GET, PATH + "/finish", gate.page(Who.OPERATOR, (_, session) -> askFinish(session)));
        endpoints.on(Method.POST, PATH + "/finish", gate.page(Who.OPERATOR, this::finish));
    }

    /// The steps.
    ///
    /// @param done what came of the last thing that was asked for
    /// @param faults why the last thing was not done
    /// @param warnings doors that nothing releases in a fire, in sentences
    /// @param placeElsewhere who says names and zone; null: this page
    /// @param wiringElsewhere where the wiring is changed; null: on these pages
    /// @param following whom the box follows; null: nobody
    /// @param passes which groups pass which doors, in words
    /// @param barred names of doors that no group passes
    /// @param freeBus a name for another line
    /// @param inputs the form of the box's own inputs; empty where the wiring is changed elsewhere
    /// @param seen names the wiring as it stands
    /// @param waits the wiring was changed since the start
    /// @param refusal why new wiring was not kept
    /// @param card sentences about what the card was given and was refused
    record View(
            @Nullable String done,
            List<String> faults,
            List<String> warnings,
            Commissioning.Place place,
            Set<String> zones,
            @Nullable String placeElsewhere,
            @Nullable String wiringElsewhere,
            @Nullable String following,
            boolean alone,
            List<DoorRow> doors,
            List<String> passes,
            List<String> barred,
            List<CommissionBuses.Row> buses,
            String freeBus,
            Map<String, String> inputs,
            String seen,
            boolean waits,
            @Nullable String refusal,
            List<String> card,
            @Nullable String finished) {
        /// Whether the box has fire zones, which the form does not change.
        public boolean hasZones() {
            return !inputs.isEmpty() && !inputs.containsKey("fire.line");
        }

        /// Whether the fire panel releases that door.
        public boolean releases(int unit) {
            return List.of(inputs.getOrDefault("fire.release", "").split(",")).contains(Integer.toString(unit));
        }

        /// A field of the box's own inputs.
        public String input(String field) {
            return inputs.getOrDefault(field, "");
        }
    }

    /// A door in the list.
    record DoorRow(int unit, String name, String words, String tone, String href) {}

    /// The report.
    ///
    /// @param moment when it was made
    record ReportView(
            Report report,
            String moment,
            List<DoorTable> doors,
            @Nullable String finished) {}

    record DoorTable(String title, Map<String, String> wiring, List<TestRow> tests) {}

    record TestRow(String title, String words, String tone, String by, String note) {}

    private Reply show(Request request, Session session, int status, @Nullable List<String> faults) {
        Commissioning desk = parts.commissioning;
        String asked = request.query("done");
        String done = faults != null || asked == null ? null : DONE.get(asked);
        TestSheet.Finished finished = desk.sheet().finished();
        ZoneId zone = parts.moments.zone();
        var rows = new ArrayList<DoorRow>();
        for (DoorSheet door : desk.doors()) rows.add(row(door));
        String elsewhere = desk.policyElsewhere();
        var view = new View(
                done,
                faults == null ? desk.faults() : faults,
                desk.warnings(),
                desk.place(),
                new TreeSet<>(ZoneId.getAvailableZoneIds()),
                elsewhere == null ? null : SyncWords.sentence(elsewhere),
                desk.wiringElsewhere(),
                desk.following(),
                desk.sheet().standsAlone(),
                rows,
                passes(desk.siteDesk()),
                desk.siteDesk().barred(),
                CommissionBuses.rows(desk),
                desk.freeBus(),
                desk.wiringElsewhere() == null ? desk.inputs() : Map.of(),
                desk.seen(),
                desk.waitsForStart(),
                desk.refusal(),
                card(desk, finished != null),
                finished == null ? null : finished.by() + ", " + Moments.words(finished.atMs(), zone));
        return parts.pages.draw(
                status,
                Place.COMMISSION,
                "Commissioning",
                session,
                (out, tags, frame) -> JtecommissionGenerated.render(out, tags, frame, view));
    }

    /// Whoever has decided otherwise since, or handed the box over, has seen it.
    private List<String> card(Commissioning desk, boolean finished) {
        boolean hubOpen = desk.following() == null && !desk.sheet().standsAlone();
        return parts.refusals.get().stream()
                .filter(one -> one.isJoin() ? hubOpen : !finished)
                .map(one -> one.isJoin()
                        ? "The card's join was refused: " + one.why() + "; join by hand below."
                        : "The card's site was refused: " + one.why()
                                + "; set names and doors below, or apply a right one by 'lintel site apply'.")
                .toList();
    }

    /// A line a group and its hours.
    private static List<String> passes(SiteDesk desk) {
        return desk.passes().stream()
                .limit(PASSES_SHOWN)
                .map(pass -> pass.group().name() + ": "
                        + String.join(
                                ", ", pass.doors().stream().map(Channel::name).toList())
                        + (pass.shift() == null ? "" : ", " + pass.shift().name()))
                .toList();
    }

    private static DoorRow row(DoorSheet door) {
        String href = CommissionDoors.PATH + "/" + door.unit();
        if (!door.wired()) return new DoorRow(door.unit(), door.name(), "not wired", "warn", href);
        if (!door.running())
            return new DoorRow(door.unit(), door.name(), "works once the box begins anew", "warn", href);
        if (door.channelId() == null) return new DoorRow(door.unit(), door.name(), "has no name yet", "warn", href);
        int all = door.tests().size();
        long failed = door.count(State.FAILED);
        if (failed > 0) return new DoorRow(door.unit(), door.name(), failed + " failed", "bad", href);
        long open = door.open();
        return open == 0
                ? new DoorRow(door.unit(), door.name(), "all " + all + " tried", "good", href)
                : new DoorRow(door.unit(), door.name(), open + " of " + all + " to be tried", "", href);
    }

    private Reply place(Request request, Session session) {
        var wanted = new Commissioning.Place(
                field(request, "box"), field(request, "customer"), field(request, "site"), field(request, "zone"));
        return attempt(request, session, "placed", () -> parts.commissioning.place(wanted, session.email()));
    }

    private Reply inputs(Request request, Session session) {
        Map<String, String> form = new LinkedHashMap<>();
        for (String field : BoxForm.FIELDS) form.put(field, field(request, field));
        form.put(Commissioning.SEEN, field(request, Commissioning.SEEN));
        List<Integer> releases = parts.commissioning.doors().stream()
                .map(DoorSheet::unit)
                .filter(unit -> request.form("release-" + unit) != null)
                .toList();
        return attempt(
                request, session, "saved", () -> parts.commissioning.saveInputs(form, releases, session.email()));
    }

    private Reply alone(Request request, Session session) {
        return attempt(request, session, "alone", () -> parts.commissioning.standAlone(session.email()));
    }

    /// The page waits until the box is there again.
    private Reply begin(Request request, Session session) {
        try {
            parts.commissioning.begin(session.email());
        } catch (CommissionException e) {
            return show(request, session, 422, e.sentences());
        }
        return parts.pages.draw(
                200,
                Place.COMMISSION,
                "The box begins anew",
                session,
                (out, tags, frame) -> JtebeginGenerated.render(out, tags, frame));
    }

    private Reply drop(Request request, Session session) {
        return attempt(request, session, "dropped", () -> parts.commissioning.drop(session.email()));
    }

    private Reply attempt(Request request, Session session, String done, Runnable act) {
        try {
            act.run();
        } catch (CommissionException e) {
            return show(request, session, 422, e.sentences());
        }
        return parts.pages.redirect(PATH + "?done=" + done);
    }

    private Reply wiring(Session session, int status, @Nullable Attempt attempt) {
        String elsewhere = parts.commissioning.wiringElsewhere();
        String where = elsewhere == null ? "" : elsewhere;
        List<String> faults = attempt == null ? parts.commissioning.faults() : attempt.faults;
        String stands = elsewhere != null ? "" : stands();
        // Whoever was late has theirs beside what stands: nobody overwrites what they have not seen.
        String text = attempt == null || attempt.late ? stands : attempt.text;
        String own = attempt != null && attempt.late ? attempt.text : "";
        String seen = WiringFile.mark(stands);
        return parts.pages.draw(
                status,
                Place.COMMISSION,
                "Wiring",
                session,
                (out, tags, frame) -> JtewiringGenerated.render(out, tags, frame, text, own, seen, faults, where));
    }

    /// Empty for a file that is no text at all: its faults say so.
    private String stands() {
        try {
            return parts.commissioning.text();
        } catch (CommissionException e) {
            return "";
        }
    }

    /// A text that was refused.
    ///
    /// @param late somebody else was first
    private record Attempt(String text, List<String> faults, boolean late) {}

    private Reply writeWiring(Request request, Session session) {
        String text = Objects.requireNonNullElse(request.form("text"), "").replace("\r\n", "\n");
        try {
            parts.commissioning.text(text, field(request, "seen"), session.email());
        } catch (CommissionException e) {
            return wiring(session, 422, new Attempt(text, e.sentences(), e.isLate()));
        }
        return parts.pages.redirect(PATH + "?done=saved");
    }

    private Reply report(Session session) {
        Report report = parts.commissioning.report();
        ZoneId zone = parts.moments.zone();
        var doors = new ArrayList<DoorTable>();
        for (Report.Door door : report.doors()) {
            List<TestRow> tests =
                    door.tests().stream().map(line -> line(line, zone)).toList();
            doors.add(new DoorTable(door.name() + " (unit " + door.unit() + ")", door.wiring(), tests));
        }
        TestSheet.Finished finished = report.finished();
        long madeMs = java.time.Instant.parse(report.made()).toEpochMilli();
        var view = new ReportView(
                report,
                Moments.words(madeMs, zone),
                doors,
                finished == null ? null : finished.by() + ", " + Moments.words(finished.atMs(), zone));
        return parts.pages.draw(
                200,
                Place.COMMISSION,
                "Commissioning report",
                session,
                (out, tags, frame) -> JtecommissionreportGenerated.render(out, tags, frame, view));
    }

    private static TestRow line(Report.Line line, ZoneId zone) {
        TestSheet.Result result = line.result();
        String title = line.test().title();
        if (result == null) return new TestRow(title, "not tried", "warn", "", "");
        String how = result.seen() ? "seen by the box" : "said";
        String words = switch (result.state()) {
            case PASSED -> "passed, " + how;
            case FAILED -> "failed";
            case LEFT_OUT -> "left out";
        };
        String tone = switch (result.state()) {
            case PASSED -> "good";
            case FAILED -> "bad";
            case LEFT_OUT -> "warn";
        };
        return new TestRow(title, words, tone, result.by() + ", " + Moments.words(result.atMs(), zone), result.note());
    }

    private Reply askFinish(Session session) {
        Report report = parts.commissioning.report();
        List<String> open = report.open();
        String label = open.isEmpty() ? "Hand over" : "Hand over all the same";
        var act = new Act(label, PATH + "/finish", false, Map.of("open", report.openMark()), PATH, "");
        String lead = open.isEmpty()
                ? "Everything was tried. The report then says who handed it over, and when."
                : "This is open. The report says so, and who handed the box over all the same.";
        var plan = new Plan("Hand the box over?", lead, List.of(), open, List.of(), null, act);
        return PlanPage.draw(parts.pages, Place.COMMISSION, session, plan);
    }

    private Reply finish(Request request, Session session) {
        String open = parts.commissioning.report().openMark();
        if (!open.equals(request.form("open"))) return askFinish(session); // it has changed since
        return attempt(request, session, "finished", () -> parts.commissioning.finish(session.email()));
    }

    private static String field(Request request, String name) {
        return Objects.requireNonNullElse(request.form(name), "").strip();
    }
}
