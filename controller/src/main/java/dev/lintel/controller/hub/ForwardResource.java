package dev.lintel.controller.hub;

import dev.lintel.controller.api.Endpoints;
import dev.lintel.controller.api.Method;
import dev.lintel.controller.api.Principal;
import dev.lintel.controller.api.Reentry;
import dev.lintel.controller.api.RefusedException;
import dev.lintel.controller.api.Reply;
import dev.lintel.controller.api.Request;
import dev.lintel.controller.api.Scope;
import dev.lintel.controller.api.Shape;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.hub.BoxDoor.Caller;
import dev.lintel.controller.store.BoxStore.Box;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import dev.lintel.sync.wire.ForwardRequest.By;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `POST /sync/1/forward`: a write that somebody asked of a box, done here as if they had asked the hub: by the
/// same routes, with the scopes that they have at the box. Only writes, and only of what boxes follow. The box is
/// believed: who asks, and what they may, is what it says. One whose code was made read-only writes nothing.
final class ForwardResource {
    /// What a box takes from its client, which becomes twice as long at most where it is a text inside of JSON, and who
    /// asks for what.
    private static final int BODY_MAX = 2 * Endpoints.BODY_BYTES_MAX + 64 * 1024;

    private static final Set<Method> WRITES = Set.of(Method.POST, Method.PUT, Method.PATCH, Method.DELETE);
    private static final Pattern PATH = Pattern.compile(
            "/api/3/(?:people|credentials|reservations|group_reservations)(?:\\.json|/[^?]*)?(?:\\?.*)?");
    private static final Pattern CLIENT = Pattern.compile("\\D*([0-9]{1,15})");

    private final Hub hub;
    private final Endpoints endpoints;

    /// `endpoints`: those that the hub itself answers by.
    ForwardResource(Hub hub, Endpoints endpoints) {
        this.hub = hub;
        this.endpoints = endpoints;
    }

    void mount() {
        endpoints.bodyMax(Wire.FORWARD, BODY_MAX);
        endpoints.on(Method.POST, Wire.FORWARD, hub.door().in(this::forward));
    }

    private Reply forward(Caller caller, Request request) {
        if (caller.box().readOnly()) {
            throw new RefusedException(new Reply.Forbidden(
                    "read_only",
                    "this hub takes no writes through the box " + caller.box().name() + ": do it at the hub"));
        }
        var asked = ForwardRequest.parse(Ndjson.body(request));
        Method method = method(asked.method());
        if (!PATH.matcher(asked.path()).matches()) {
            throw new RefusedException(
                    new Reply.Forbidden("not_forwarded", "this is not written at a hub; do it at the box"));
        }
        var inner = new Reentry.Inner(
                method,
                asked.path(),
                asked.body(),
                asked.idempotencyKey(),
                asked.by().base());
        Reentry.Outcome outcome = Reentry.answer(endpoints, request, principal(caller.box(), asked.by()), inner);
        Cursor cursor = hub.latest();
        var answer = new ForwardAnswer(outcome.status(), outcome.headers(), outcome.body(), cursor);
        return Ndjson.json(200, answer.toJson());
    }

    private static Method method(String name) {
        for (Method method : WRITES) if (method.name().equals(name)) return method;
        throw new WireException("method is none that writes");
    }

    /// Their keys are not the hub's, and their numbers neither: the log names the box beside whom it let in.
    private static Principal principal(Box box, By by) {
        var scopes = new HashSet<Scope>();
        for (String text : by.scopes()) {
            Scope scope = Scope.of(text);
            if (scope != null) scopes.add(scope); // an older hub does not know a newer box's
        }
        Matcher number = CLIENT.matcher(by.client());
        return new Principal(
                kind(by.kind()),
                number.matches() ? Long.parseLong(number.group(1)) : 0,
                "box " + box.id() + " " + by.client(),
                0,
                Principal.ACCOUNT,
                by.email() + " at " + box.name(),
                Shape.of(by.shape()),
                by.listing().equals("B") ? Listing.B : Listing.A,
                scopes,
                by.operator());
    }

    private static Principal.Kind kind(String name) {
        for (Principal.Kind kind : Principal.Kind.values()) if (kind.name().equalsIgnoreCase(name)) return kind;
        throw new WireException("by.kind is none that is known");
    }
}
