package dev.lintel.controller.console;

import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Reply.Sink;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.ConsoleStore;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.reader.hardware.Simulator;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// `/sim`: the simulator's own files, what stands at its doorways, and what a person does there. Mounted only with
/// simulated hardware. On a server bound to loop-back nobody need sign in; a random token of this process then
/// stands in for the session's CSRF token, so that another site's page still cannot post here.
final class SimPage {
    private static final int STREAMS_MAX = 8;
    private static final int RETRY_S = 10;
    /// The simulator has no bell for LEDs and strikes: it is asked this often while a page listens.
    private static final long POLL_MS = 100;

    private static final int POLLS_A_BEAT = 150; // 15 s

    /// What the page has room for under its doors.
    private static final int BACKLOG = 20;

    private static final int BODY_BYTES_MAX = 4 * 1024;

    private final Parts parts;
    private final SimState state;
    private final SimActions actions;
    private final String csrf = new Tokens().make();
    private final Semaphore places = new Semaphore(STREAMS_MAX);

    /// What the page works with.
    ///
    /// @param open whether nobody need sign in
    record Parts(
            Simulator simulator,
            DoorViews doors,
            EventLog log,
            EventFeed events,
            ConsoleStore names,
            Pages pages,
            Sessions sessions,
            boolean open) {}

    SimPage(Parts parts) {
        this.parts = parts;
        this.state = new SimState(parts.simulator, parts.doors, parts.names);
        this.actions = new SimActions(parts.simulator, state);
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax("/sim", BODY_BYTES_MAX);
        endpoints.on(Method.GET, "/sim", page(gate));
        endpoints.on(Method.GET, "/sim/*", request -> asset(gate, request));
        endpoints.on(Method.GET, "/sim/state", call(gate, this::showState));
        endpoints.on(Method.GET, "/sim/state/:channel", call(gate, (request, _) -> one(request.id("channel"))));
        endpoints.on(Method.GET, "/sim/stream", call(gate, (request, token) -> stream(gate, request, token)));
        post(endpoints, gate, "present", actions::present);
        post(endpoints, gate, "keys", actions::keys);
        post(endpoints, gate, "contact", actions::contact);
        post(endpoints, gate, "rex", actions::rex);
        post(endpoints, gate, "aux", actions::aux);
        post(endpoints, gate, "tamper", actions::tamper);
        post(endpoints, gate, "fire", actions::fire);
        post(endpoints, gate, "lockdown", actions::lockdown);
        post(endpoints, gate, "evacuation", actions::evacuation);
        post(endpoints, gate, "threat", actions::threat);
        post(endpoints, gate, "input", actions::input);
        post(endpoints, gate, "fault", actions::fault);
    }

    /// Answers whoever may use the page; `token` is their CSRF token.
    private interface Allowed {
        Reply handle(Request request, String token);
    }

    private Handler call(Gate gate, Allowed handler) {
        Handler signedIn = gate.call((request, session) -> handler.handle(request, session.csrfToken()));
        if (!parts.open) return signedIn;
        return request -> {
            Session session = parts.sessions.of(request);
            if (session != null) return signedIn.handle(request);
            boolean post = request.method() != Method.GET;
            if (post && !Tokens.same(csrf, request.header("X-CSRF-Token"))) return Gate.forged();
            return handler.handle(request, csrf);
        };
    }

    private void post(Endpoints endpoints, Gate gate, String name, Consumer<Map<String, @Nullable Object>> action) {
        endpoints.on(Method.POST, "/sim/" + name, call(gate, (request, _) -> {
            try {
                action.accept(request.json());
                return new Reply.Ok(Map.of("ok", true));
            } catch (IllegalArgumentException e) { // an unknown unit, reader or fault, in words for the page
                return new Reply.Json(400, Map.of("error", Objects.requireNonNullElse(e.getMessage(), "refused")));
            }
        }));
    }

    private Handler page(Gate gate) {
        Handler signedIn = gate.page((_, session) -> framed(session));
        if (!parts.open) return signedIn;
        return request -> parts.sessions.of(request) == null ? framed(null) : signedIn.handle(request);
    }

    private Reply framed(@Nullable Session session) {
        byte[] page = parts.simulator.asset("index.html");
        if (page == null) return new Reply.NotFound("file");
        return parts.pages.simulator(new String(page, StandardCharsets.UTF_8), session);
    }

    private Reply asset(Gate gate, Request request) {
        String name = request.variable("*");
        return call(gate, (_, _) -> file(name)).handle(request);
    }

    private Reply file(String name) {
        byte[] content = parts.simulator.asset(name);
        if (content == null) return new Reply.NotFound("file");
        return parts.pages.guarded(Assets.reply(name, content));
    }

    private Reply showState(Request request, String token) {
        String channel = request.query("channel");
        if (channel == null) return new Reply.Ok(everything(token));
        Long id = request.number("channel");
        return one(id == null ? Request.NO_ID : id);
    }

    private Reply one(long channelId) {
        Map<String, Object> door = state.door(channelId);
        return door == null ? new Reply.NotFound("simulated door") : new Reply.Ok(door);
    }

    private Map<String, Object> everything(String token) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("csrf", token);
        json.putAll(state.everything());
        return json;
    }

    private Reply stream(Gate gate, Request request, String token) {
        if (places.availablePermits() == 0) return new Reply.Unavailable("too many simulator pages are open", RETRY_S);
        boolean anybody = parts.open && parts.sessions.of(request) == null;
        return new Reply.EventStream(sink -> {
            if (!places.tryAcquire()) return; // taken here, for a stream that never starts must not keep its place
            try {
                run(sink, token, () -> anybody || gate.lets(Gate.Who.HOUSE, request));
            } finally {
                places.release();
            }
        });
    }

    private void run(Sink sink, String token, BooleanSupplier allowed) throws InterruptedException {
        long cursor = parts.events.newest(sink, BACKLOG);
        String shown = "";
        int quiet = 0;
        while (true) {
            String now = Json.write(everything(token));
            if (!now.equals(shown)) {
                sink.send("state", null, now);
                shown = now;
            }
            long head = parts.log.head();
            if (head > cursor) cursor = parts.events.after(sink, cursor);
            if (++quiet >= POLLS_A_BEAT) {
                if (!allowed.getAsBoolean()) return;
                sink.comment("beat");
                quiet = 0;
            }
            parts.log.awaitHeadAbove(head, POLL_MS); // wakes at once for an event, else looks around again
        }
    }
}
