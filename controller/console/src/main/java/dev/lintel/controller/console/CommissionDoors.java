package dev.lintel.controller.console;

import dev.lintel.controller.commission.CommissionException;
import dev.lintel.controller.commission.Commissioning;
import dev.lintel.controller.commission.DoorForm;
import dev.lintel.controller.commission.DoorSheet;
import dev.lintel.controller.commission.DoorTest;
import dev.lintel.controller.commission.Doubt;
import dev.lintel.controller.commission.LetIn;
import dev.lintel.controller.commission.TestSheet.Result;
import dev.lintel.controller.commission.TestSheet.State;
import dev.lintel.controller.commission.TrialWatch;
import dev.lintel.controller.commission.WiringWords;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.PlanPage.Act;
import dev.lintel.controller.console.PlanPage.Plan;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.door.OutputTest;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.reader.ReaderSignal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// `/commission/doors`: wiring a door, and trying each of its parts while the page shows what the box sees.
///
/// ```
///   GET  /commission/doors/new              the form of a door that is not there yet
///   GET  /commission/doors/:unit            what is wired, and the tests
///   GET  /commission/doors/:unit/wiring     the form
///   POST /commission/doors/:unit/wiring     {name, entry.driver, …}
///   GET  /commission/doors/:unit/stream     event: door, a picture at each change; while it is open, the box notes
///   POST /commission/doors/:unit/release    lets somebody in, as the live page does
///   POST /commission/doors/:unit/show       {output: entry, exit or sounder}: its light and beep for a moment
///   POST /commission/doors/:unit/rest       {test}: what was not at rest as its test began is at rest now
///   POST /commission/doors/:unit/say        {test, state, note}
///   GET, POST /commission/doors/:unit/remove
/// ```
final class CommissionDoors {
    static final String PATH = CommissionPages.PATH + "/doors";
    private static final String ONE = PATH + "/:unit";

    /// Some fifty short fields.
    private static final int FORM_BYTES_MAX = 32 * 1024;
    /// Installers who try doors of one box at once.
    private static final int STREAMS_MAX = 8;

    private static final int RETRY_S = 5;

    private final Parts parts;
    private final Semaphore places = new Semaphore(STREAMS_MAX);

    /// What the pages show and act on.
    record Parts(Pages pages, Commissioning commissioning, TrialWatch trials, LetIn letIn, DoorOrders tests) {}

    CommissionDoors(Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(Method.GET, ONE, gate.page(Who.OPERATOR, this::show));
        endpoints.on(Method.GET, ONE + "/wiring", gate.page(Who.OPERATOR, this::form));
        endpoints.on(Method.POST, ONE + "/wiring", gate.page(Who.OPERATOR, this::save));
        endpoints.on(
                Method.GET,
                ONE + "/stream",
                gate.call(Who.OPERATOR, (request, session) -> stream(request, session, gate)));
        endpoints.on(Method.POST, ONE + "/release", gate.call(Who.OPERATOR, this::release));
        endpoints.on(Method.POST, ONE + "/show", gate.call(Who.OPERATOR, this::showSignal));
        endpoints.on(Method.POST, ONE + "/rest", gate.call(Who.OPERATOR, this::atRest));
        endpoints.on(Method.POST, ONE + "/say", gate.page(Who.OPERATOR, this::say));
        endpoints.on(Method.GET, ONE + "/remove", gate.page(Who.OPERATOR, this::askRemove));
        endpoints.on(Method.POST, ONE + "/remove", gate.page(Who.OPERATOR, this::remove));
    }

    /// A door that is tried.
    ///
    /// @param fault why the last thing was not done
    record DoorView(
            int unit,
            @Nullable Long channelId,
            String name,
            Map<String, String> wiring,
            List<TestView> tests,
            @Nullable String waits,
            boolean changeable,
            @Nullable String fault) {}

    /// A test.
    ///
    /// @param word names it
    /// @param seen the box sees by itself that it works
    /// @param required it cannot be left out
    /// @param state `open`, `passed`, `failed`, `left-out`
    /// @param doubt what is asked where the box does not see it at rest to begin with; null: nothing
    record TestView(
            String word,
            String title,
            boolean seen,
            boolean required,
            String instruction,
            String state,
            String words,
            @Nullable Doubt doubt) {}

    /// A door's form.
    ///
    /// @param fresh it is not wired yet
    record FormView(
            int unit,
            boolean fresh,
            String name,
            Map<String, String> fields,
            Map<String, Object> buses,
            List<String> faults,
            boolean namedElsewhere,
            String seen) {
        /// Of a template's field.
        public String at(String field) {
            return fields.getOrDefault(field, "");
        }
    }

    private Reply show(Request request, Session session) {
        if (request.variable("unit").equals("new")) return draw(session, 200, fresh(request));
        return show(request, session, 200, null);
    }

    private Reply show(Request request, Session session, int status, @Nullable String fault) {
        DoorSheet door = parts.commissioning.door(unit(request));
        if (door == null) return new Reply.NotFound("door");
        ChannelWiring wiring = parts.commissioning.running().channel(door.unit());
        var tests = new ArrayList<TestView>();
        door.tests().forEach((test, result) -> tests.add(test(door.unit(), test, result)));
        String waits = null;
        if (!door.wired()) waits = "It is not wired on this box.";
        else if (!door.running())
            waits = "Its wiring was changed: it works so, and can be tried, once the box begins anew.";
        else if (door.channelId() == null) waits = "No channel of the site has this unit. Give it a name under Wiring.";
        var view = new DoorView(
                door.unit(),
                door.channelId(),
                door.name(),
                wiring == null
                        ? Map.of()
                        : WiringWords.of(wiring, parts.commissioning.running().inputs()),
                waits == null ? tests : List.of(),
                waits,
                parts.commissioning.wiringElsewhere() == null,
                fault);
        return parts.pages.draw(
                status,
                Place.COMMISSION,
                door.name(),
                session,
                (out, tags, frame) -> JtecommissiondoorGenerated.render(out, tags, frame, view));
    }

    private TestView test(int unit, DoorTest test, @Nullable Result result) {
        String state = result == null ? "open" : result.state().word();
        String words = result == null ? "to be tried" : words(result);
        Doubt doubt = parts.commissioning.doubts().asked(unit, test);
        boolean required = test.isRequired(parts.commissioning.running().channel(unit));
        return new TestView(test.word(), test.title(), test.seen(), required, test.instruction(), state, words, doubt);
    }

    private static String words(Result result) {
        String note = result.note().isEmpty() ? "" : ": " + result.note();
        return switch (result.state()) {
            case PASSED -> "works" + note;
            case FAILED -> "failed" + note;
            case LEFT_OUT -> "left out" + note;
        };
    }

    private FormView fresh(Request request) {
        Map<String, String> fields = DoorForm.of(null);
        for (String field : DoorForm.fields()) {
            String given = request.query(field);
            if (given != null) fields.put(field, given);
        }
        int unit = parts.commissioning.freeUnit();
        return new FormView(unit, true, "", fields, parts.commissioning.buses(), List.of(), namedElsewhere(), seen());
    }

    private Reply form(Request request, Session session) {
        int unit = unit(request);
        DoorSheet door = parts.commissioning.door(unit);
        if (door == null) return new Reply.NotFound("door");
        try {
            return draw(session, 200, standing(door, List.of()));
        } catch (CommissionException e) {
            return show(request, session, 409, e.getMessage());
        }
    }

    /// What stands of a door.
    private FormView standing(DoorSheet door, List<String> faults) {
        Map<String, String> fields = parts.commissioning.form(door.unit());
        String name = door.channelId() == null ? "" : door.name();
        Map<String, Object> buses = parts.commissioning.buses();
        return new FormView(door.unit(), false, name, fields, buses, faults, namedElsewhere(), seen());
    }

    private String seen() {
        return parts.commissioning.seen();
    }

    private boolean namedElsewhere() {
        return parts.commissioning.policyElsewhere() != null;
    }

    private Reply draw(Session session, int status, FormView view) {
        return parts.pages.draw(
                status,
                Place.COMMISSION,
                view.fresh ? "Add a door" : "Wiring of unit " + view.unit,
                session,
                (out, tags, frame) -> JtecommissionwiringGenerated.render(out, tags, frame, view));
    }

    private Reply save(Request request, Session session) {
        boolean fresh = request.variable("unit").equals("new");
        int unit = fresh ? number(request.form("unit")) : unit(request);
        String name = Objects.requireNonNullElse(request.form("name"), "").strip();
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : DoorForm.fields()) {
            fields.put(
                    field, Objects.requireNonNullElse(request.form(field), "").strip());
        }
        String seen = request.form(Commissioning.SEEN);
        if (seen != null) fields.put(Commissioning.SEEN, seen);
        try {
            if (fresh && parts.commissioning.door(unit) != null) {
                throw new CommissionException("unit " + unit + " is there already");
            }
            parts.commissioning.saveDoor(unit, name, fields, session.email());
        } catch (CommissionException e) {
            return draw(session, 422, again(unit, fresh, name, fields, e));
        }
        return parts.pages.redirect(CommissionPages.PATH + "?done=saved");
    }

    /// What was typed, with its faults; where somebody else was first, what they have made of it.
    private FormView again(int unit, boolean fresh, String name, Map<String, String> fields, CommissionException e) {
        DoorSheet door = e.isLate() && !fresh ? parts.commissioning.door(unit) : null;
        if (door != null) return standing(door, e.sentences());
        Map<String, Object> buses = parts.commissioning.buses();
        return new FormView(unit, fresh, name, fields, buses, e.sentences(), namedElsewhere(), seen());
    }

    private Reply say(Request request, Session session) {
        DoorTest test = DoorTest.named(Objects.requireNonNullElse(request.form("test"), ""));
        State state = State.named(Objects.requireNonNullElse(request.form("state"), ""));
        String note = Objects.requireNonNullElse(request.form("note"), "");
        if (test == null || state == null) return new Reply.NotFound("test");
        try {
            parts.commissioning.say(unit(request), test, state, note, session.email());
        } catch (CommissionException e) {
            return show(request, session, 422, test.title() + ": " + e.getMessage());
        }
        return parts.pages.redirect(PATH + "/" + unit(request) + "#" + test.word());
    }

    private Reply release(Request request, Session session) {
        DoorSheet door = parts.commissioning.door(unit(request));
        Long channel = door == null ? null : door.channelId();
        if (channel == null) return new Reply.Json(404, Map.of("error", "there is no such door"));
        return answer(parts.letIn.somebody(channel, session.email(), "session " + session.userId()));
    }

    /// What was asked for, and for no longer than a test takes.
    private Reply showSignal(Request request, Session session) {
        DoorSheet door = parts.commissioning.door(unit(request));
        Long channel = door == null ? null : door.channelId();
        if (channel == null) return new Reply.Json(404, Map.of("error", "there is no such door"));
        OutputTest test = switch (String.valueOf(request.json().get("output"))) {
            case "entry" -> new OutputTest.Show("entry", ReaderSignal.ADMITTED);
            case "exit" -> new OutputTest.Show("exit", ReaderSignal.ADMITTED);
            case "sounder" -> new OutputTest.Sound();
            default -> null;
        };
        if (test == null) return new Reply.Json(400, Map.of("error", "output is entry, exit or sounder"));
        return answer(parts.tests.test(channel, test, session.email()));
    }

    private Reply atRest(Request request, Session session) {
        DoorTest test = DoorTest.named(String.valueOf(request.json().get("test")));
        if (test == null) return new Reply.Json(400, Map.of("error", "there is no such test"));
        try {
            parts.trials.atRest(unit(request), Set.of(test));
            return new Reply.Ok(Map.of("ok", true));
        } catch (CommissionException e) {
            return new Reply.Json(400, Map.of("error", String.valueOf(e.getMessage())));
        }
    }

    private static Reply answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done _ -> new Reply.Ok(Map.of("ok", true));
            case Outcome.Refused(String why) -> new Reply.Json(400, Map.of("error", why));
            case Outcome.Unanswered(String why, boolean _) -> new Reply.Json(503, Map.of("error", why));
        };
    }

    private Reply stream(Request request, Session session, Gate gate) {
        if (places.availablePermits() == 0) return new Reply.Unavailable("too many pages try doors", RETRY_S);
        int unit = unit(request);
        return new Reply.EventStream(sink -> {
            if (!places.tryAcquire()) return; // taken here, for a stream that never starts must not keep its place
            try {
                parts.trials.run(unit, session.email(), new Shown(sink, () -> gate.lets(Who.OPERATOR, request)));
            } catch (CommissionException e) {
                sink.send("refused", null, Json.write(Map.of("error", e.getMessage())));
            } finally {
                places.release();
            }
        });
    }

    /// A page that is shown what is seen. Now and then it is asked whether it may still look, and a beat finds out that
    /// nobody looks any more.
    private static final class Shown implements TrialWatch.Watcher {
        private static final int ASKED_EVERY = 25; // looks: five seconds

        private final Reply.Sink sink;
        private final BooleanSupplier allowed;
        private int looks;

        Shown(Reply.Sink sink, BooleanSupplier allowed) {
            this.sink = sink;
            this.allowed = allowed;
        }

        @Override
        public void see(Map<String, @Nullable Object> picture) throws InterruptedException {
            sink.send("door", null, Json.write(picture));
        }

        @Override
        public boolean goesOn() throws InterruptedException {
            looks++;
            if (looks % ASKED_EVERY != 0) return true;
            sink.send("beat", null, "{}");
            return allowed.getAsBoolean();
        }
    }

    private Reply askRemove(Request request, Session session) {
        int unit = unit(request);
        DoorSheet door = parts.commissioning.door(unit);
        if (door == null) return new Reply.NotFound("door");
        String here = PATH + "/" + unit;
        var act = new Act("Remove it", here + "/remove", true, Map.of(), here, "");
        var plan = new Plan(
                "Remove " + door.name() + "?",
                "Nothing that works at the door now is taken away before the box begins anew.",
                List.of(),
                parts.commissioning.removal(unit),
                List.of(),
                null,
                act);
        return PlanPage.draw(parts.pages, Place.COMMISSION, session, plan);
    }

    private Reply remove(Request request, Session session) {
        try {
            parts.commissioning.removeDoor(unit(request), session.email());
        } catch (CommissionException e) {
            return show(request, session, 422, e.getMessage());
        }
        return parts.pages.redirect(CommissionPages.PATH + "?done=removed");
    }

    private static int unit(Request request) {
        return number(request.variable("unit"));
    }

    /// 0 for what is no number: no unit and no speed is.
    static int number(@Nullable String text) {
        return text != null && text.strip().matches("[0-9]{1,9}") ? Integer.parseInt(text.strip()) : 0;
    }
}
