package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Operated;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.PlanPage.Act;
import dev.lintel.controller.console.PlanPage.Plan;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.system.Answer;
import dev.lintel.controller.system.MachineState;
import dev.lintel.controller.system.MachineState.Image;
import dev.lintel.controller.system.MachineState.Trial;
import dev.lintel.controller.system.SystemDesk;
import dev.lintel.controller.system.SystemException;
import dev.lintel.controller.system.SystemRequest;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockStep;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `/system`: the machine around the box, for operators. Nothing is done here: root is asked ([SystemDesk]).
///
/// ```
///   GET  /system                    versions, network, clock, and what became of the last request
///   GET  /system/state              that alone, for the page's script
///   POST /system/bundle             a bundle as it is (BundlePages has this and what follows of it)
///   GET  /system/rollback, /restart what that does         POST  has it done
///   GET  /system/network            the form               POST  what that does
///   POST /system/network/try        has it done; it ends by itself
///   POST /system/network/keep       {trial}, through the new network
///   POST /system/network/drop       {trial}
///   POST /system/clock              {at} in the site's zone, or {utc}: asks, where that is far off; {to} has it done
///   POST /system/time-servers       {servers}
/// ```
public final class SystemPages {
    static final String PATH = "/system";

    private static final int FORM_BYTES_MAX = 16 * 1024;
    /// Root's process starts, on the slowest board, and does something small.
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    private static final Map<String, String> DONE = Map.of(
            "kept", "The network is kept.",
            "dropped", "The network of before is back.",
            "clock", "The clock is set.",
            "clock-left", "A time service sets this clock, which was left as it is: its time counts as right.",
            "servers", "The time servers are changed.",
            "removed", "The upload is removed.");

    private final Parts parts;
    private final SystemDesk desk;
    private final NetworkForm network;
    private final ClockForm clock;
    private final BundlePages bundles;

    /// What the pages ask of the machine, and of the box's own clock.
    ///
    /// @param clock what it shows, and how far it is to be believed
    /// @param setByHand tells the box that somebody has set it
    public record Machinery(SystemDesk desk, Supplier<ClockReading> clock, Runnable setByHand) {}

    /// What they are made of.
    record Parts(Pages pages, Machinery machinery, Moments moments, UserAudit audit, Time time) {}

    SystemPages(Parts parts) {
        this.parts = parts;
        this.desk = parts.machinery.desk();
        this.network = new NetworkForm(parts.pages);
        this.clock = new ClockForm(parts.pages, parts.moments, parts.time);
        this.bundles = new BundlePages(this, parts);
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(Method.GET, PATH, page(gate, (request, session) -> show(request, session, 200, null)));
        endpoints.on(Method.GET, PATH + "/state", gate.call(Who.OPERATOR, (_, _) -> state()));
        endpoints.on(Method.GET, PATH + "/rollback", page(gate, (_, session) -> askRollback(session)));
        endpoints.on(Method.POST, PATH + "/rollback", page(gate, this::rollback));
        endpoints.on(Method.GET, PATH + "/restart", page(gate, (_, session) -> askRestart(session)));
        endpoints.on(Method.POST, PATH + "/restart", page(gate, this::restart));
        endpoints.on(Method.GET, PATH + "/network", page(gate, (_, session) -> network.show(session, image())));
        endpoints.on(Method.POST, PATH + "/network", page(gate, this::planNetwork));
        endpoints.on(Method.POST, PATH + "/network/try", page(gate, this::tryNetwork));
        endpoints.on(Method.POST, PATH + "/network/keep", page(gate, this::keep));
        endpoints.on(Method.POST, PATH + "/network/drop", page(gate, this::drop));
        endpoints.on(Method.POST, PATH + "/clock", page(gate, this::setClock));
        endpoints.on(Method.POST, PATH + "/time-servers", page(gate, this::timeServers));
        bundles.mount(endpoints, gate);
    }

    /// A page whose requests may be refused by the machine: the system's page says so.
    Handler page(Gate gate, Operated handler) {
        return gate.page(Who.OPERATOR, (request, session) -> {
            try {
                return handler.handle(request, session);
            } catch (SystemException e) {
                return show(request, session, 409, SyncWords.sentence(String.valueOf(e.getMessage())));
            }
        });
    }

    Reply show(Request request, Session session, int status, @Nullable String fault) {
        String word = request.query("done");
        String done = word == null || fault != null ? null : DONE.get(word);
        var view = words().view(
                        new SystemWords.Shown(done, fault, request.localAddress(), port(request)),
                        parts.machinery.clock.get());
        return parts.pages.draw(
                status,
                Place.SYSTEM,
                "System",
                session,
                (out, tags, frame) -> JtesystemGenerated.render(out, tags, frame, view));
    }

    private SystemWords words() {
        return new SystemWords(desk, parts.moments.zone(), parts.time);
    }

    private Reply state() {
        Answer answer = desk.answer();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("busy", desk.isBusy());
        json.put("state", answer == null ? null : answer.state().name());
        json.put("text", answer == null ? "" : SyncWords.sentence(answer.text()));
        json.put("told", desk.state() != null);
        return new Reply.Ok(json);
    }

    /// Throws [SystemException] where there is none.
    Image image() {
        String hindrance = desk.hindrance();
        if (hindrance != null) throw new SystemException(hindrance);
        MachineState state = desk.state();
        Image image = state == null ? null : state.image();
        if (image == null) {
            throw new SystemException("this machine was not made by a Lintel image: apt or dpkg brings new versions,"
                    + " and the network is its own system's");
        }
        return image;
    }

    /// Asks root, and tells the log who did. What becomes of it is on the page.
    String ask(SystemRequest request, String about, Session session) {
        String id = desk.ask(request);
        parts.audit.system("asked for: " + request.kind(), about, session.email());
        return id;
    }

    /// The same for what is done in seconds. Throws [SystemException] when it is not.
    /// Returns what was done, in words.
    private String done(SystemRequest request, String about, Session session) {
        Answer answer = answer(request, about, session);
        if (answer == null) throw new SystemException("the machine has not answered: look again in a moment");
        return answer.text();
    }

    /// What was done in seconds; null: it is under way, and the page tells what comes of it. Throws
    /// [SystemException] when it is refused.
    private @Nullable Answer answer(SystemRequest request, String about, Session session) {
        Answer answer = desk.await(ask(request, about, session), PATIENCE);
        if (answer != null && answer.state() == Answer.State.REFUSED) throw new SystemException(answer.text());
        return answer;
    }

    private Reply askRollback(Session session) {
        Image image = image();
        if (!image.hindrance().isEmpty()) throw new SystemException(image.hindrance());
        return PlanPage.draw(parts.pages, Place.SYSTEM, session, words().rollback(image));
    }

    private Reply rollback(Request request, Session session) {
        ask(new SystemRequest.Rollback(), "the version in the other slot", session);
        return parts.pages.redirect(PATH);
    }

    private Reply askRestart(Session session) {
        return PlanPage.draw(
                parts.pages,
                Place.SYSTEM,
                session,
                new Plan(
                        "Restart the board?",
                        "Its doors are away until it is back, for a minute or so.",
                        List.of(),
                        List.of(
                                "Nobody is let in by card, code or from here meanwhile. A lock that holds by power"
                                        + " opens, if its wiring has it so; a strike stays shut.",
                                "Whoever is inside gets out as the door's hardware has it without the box."),
                        List.of(),
                        null,
                        new Act("Restart", PATH + "/restart", true, Map.of(), PATH, "")));
    }

    private Reply restart(Request request, Session session) {
        ask(new SystemRequest.Restart(), "the board", session);
        return parts.pages.redirect(PATH);
    }

    private Reply planNetwork(Request request, Session session) {
        image();
        return network.plan(request, session);
    }

    private Reply tryNetwork(Request request, Session session) {
        image();
        SystemRequest.TryNetwork asked = NetworkForm.read(request);
        ask(asked, asked.plan().dhcp() ? "DHCP" : asked.plan().address(), session);
        return network.tried(session, asked.plan(), port(request));
    }

    private Trial trial(Request request) {
        Trial trial = image().trial();
        if (trial == null || !trial.id().equals(request.form("trial"))) {
            throw new SystemException("that network is not being tried any more: the one of before is back");
        }
        return trial;
    }

    private Reply keep(Request request, Session session) {
        Trial trial = trial(request);
        if (!trial.plan().isReachedBy(request.localAddress())) {
            throw new SystemException("this page came to you through the network of before: open the box at "
                    + NetworkForm.address(trial.plan(), port(request)) + " and keep the new one there");
        }
        var keep = new SystemRequest.KeepNetwork(trial.id());
        boolean kept = answer(keep, "the network that was tried", session) != null; // a small board takes its time
        return parts.pages.redirect(kept ? PATH + "?done=kept" : PATH);
    }

    private Reply drop(Request request, Session session) {
        ask(new SystemRequest.DropNetwork(trial(request).id()), "the network of before", session);
        return parts.pages.redirect(PATH + "?done=dropped");
    }

    private Reply setClock(Request request, Session session) {
        Instant to = clock.read(request);
        if (to == null) throw new SystemException("the clock is not set: give a date and a time");
        var step = new ClockStep(parts.time.now(), to);
        if (step.isFar() && !ClockForm.isAgreed(request)) return clock.ask(session, step);
        String done = done(new SystemRequest.SetClock(to), step.exactly(), session);
        parts.machinery.setByHand.run();
        return parts.pages.redirect(
                PATH + (done.equals(SystemRequest.SetClock.LEFT) ? "?done=clock-left" : "?done=clock"));
    }

    private Reply timeServers(Request request, Session session) {
        String text = Objects.requireNonNullElse(request.form("servers"), "").strip();
        List<String> servers = text.isEmpty() ? List.of() : List.of(text.split("[\\s,;]+", -1));
        done(new SystemRequest.TimeServers(servers), String.join(" ", servers), session);
        return parts.pages.redirect(PATH + "?done=servers");
    }

    /// By which the client has come; empty: the usual one.
    private static String port(Request request) {
        String host = Objects.requireNonNullElse(request.header("Host"), "");
        int colon = host.lastIndexOf(':');
        String port = colon < 0 ? "" : host.substring(colon + 1);
        return port.matches("[0-9]{1,5}") ? ":" + port : "";
    }
}
