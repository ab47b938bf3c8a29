package dev.lintel.controller.hub;

import dev.lintel.controller.event.Listing;
import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.HourlyRefusals;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.Reentry;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.http.Shape;
import dev.lintel.controller.hub.BoxDoor.Caller;
import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import dev.lintel.sync.wire.ForwardRequest.By;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// `POST /sync/1/forward`: a write that a client asked of a box, done here through the same routes. The
/// hub knows only
/// the box, by its certificate. So the box itself is the actor, never an operator; it reaches only what
/// its own doors
/// concern ([Principal#via]), and what it says of its client only narrows that and is kept as a claim.
/// Boxes write
/// only where the operator has allowed it. Each write leaves an event, also one that is refused or
/// changes nothing.
final class ForwardResource {
    /// What a box takes from its client, which becomes twice as long at most where it is a text inside of JSON, and who
    /// asks for what.
    private static final int BODY_MAX = 2 * Endpoints.BODY_BYTES_MAX + 64 * 1024;

    private static final Set<Method> WRITES = Set.of(Method.POST, Method.PUT, Method.PATCH, Method.DELETE);
    /// Writes whose resources keep to what a box may reach; no others.
    private static final Pattern PATH =
            Pattern.compile("/api/3/(?:people(?:/ID(?:/passport_invite|/credentials(?:/ID)?)?)?"
                    .concat("|(?:credentials|reservations|group_reservations)(?:/ID)?)(?:\\.json)?/?(?:\\?.*)?")
                    .replace("ID", "[0-9]{1,18}"));
    /// What a box's clients may do at the hub at most.
    private static final Set<Scope> SCOPES = Set.of(Scope.PERSON, Scope.RESERVATION, Scope.GROUP_RESERVATION);
    /// Of what the box says of its client, in characters: an address is no longer.
    private static final int CLAIM_MAX = 254;
    /// Writes of one box a minute: an API client that imports people through it, at two a second.
    static final int WRITES_MAX = 120;
    /// Of a path in an event.
    private static final int PATH_MAX = 200;

    private final Hub hub;
    private final Endpoints endpoints;
    private final RateLimit writes;
    private final HourlyRefusals refusals;

    /// `endpoints`: those that the hub itself answers by.
    ForwardResource(Hub hub, Endpoints endpoints) {
        this.hub = hub;
        this.endpoints = endpoints;
        this.writes = new RateLimit(WRITES_MAX, hub.time());
        this.refusals = new HourlyRefusals(hub.time());
    }

    void mount() {
        endpoints.bodyMax(Wire.FORWARD, BODY_MAX);
        endpoints.on(Method.POST, Wire.FORWARD, hub.door().in(this::forward));
    }

    private Reply forward(Caller caller, Request request) {
        var asked = ForwardRequest.parse(Ndjson.body(request));
        Method method = method(asked.method());
        Box box = caller.box();
        Reentry.Outcome outcome = outcome(box, request, method, asked);
        var answer = new ForwardAnswer(outcome.status(), outcome.headers(), outcome.body(), hub.latest());
        return Ndjson.json(200, answer.toJson());
    }

    /// A refusal is an answer to the box's client as well: boxes of all versions pass it on as it is.
    private Reentry.Outcome outcome(Box box, Request request, Method method, ForwardRequest asked) {
        long waitS = refusals.waitS(actor(box));
        if (waitS > 0) return Reentry.outcome(tooManyRefusals(box, waitS));
        var standing = writes.count(actor(box));
        if (standing.over()) return Reentry.outcome(new Reply.TooMany(WRITES_MAX, standing.resetInS()));
        Reentry.Outcome outcome = done(box, request, method, asked);
        if (outcome.status() >= 400) {
            if (outcome.status() < 500) refusals.count(actor(box));
            tellRefused(box, asked, outcome.status());
        }
        return outcome;
    }

    private static Reply tooManyRefusals(Box box, long waitS) {
        String why = "the hub refused " + HourlyRefusals.MAX + " writes of the box " + box.name()
                + " within an hour: it takes" + " its writes again in " + waitS + " s";
        return new Reply.Json(429, BoxDoor.error("too_many_refusals", why)).with("Retry-After", Long.toString(waitS));
    }

    private Reentry.Outcome done(Box box, Request request, Method method, ForwardRequest asked) {
        if (box.readOnly()) {
            return Reentry.outcome(new Reply.Forbidden(
                    "read_only", "the hub takes no writes through the box " + box.name() + ": write at the hub"));
        }
        if (!PATH.matcher(asked.path()).matches()) {
            return Reentry.outcome(
                    new Reply.Forbidden("not_forwarded", "this is not written at a hub: write at the box"));
        }
        var inner = new Reentry.Inner(
                method,
                asked.path(),
                asked.body(),
                asked.idempotencyKey(),
                asked.by().base());
        return Reentry.answer(endpoints, request, principal(box, asked.by()), inner);
    }

    /// What a write changes tells the log itself, in its transaction.
    private void tellRefused(Box box, ForwardRequest asked, int status) {
        int end = asked.path().indexOf('?');
        String path = end < 0 ? asked.path() : asked.path().substring(0, end);
        hub.log()
                .appendNow(Map.of(
                        "what",
                        "forwarded write",
                        "action",
                        "refuse",
                        "by",
                        "box " + box.name(),
                        "credential",
                        actor(box),
                        Principal.Via.CLAIMED,
                        claim(asked.by().email()),
                        "method",
                        asked.method(),
                        "path",
                        cut(path, PATH_MAX),
                        "status",
                        status));
    }

    private static String actor(Box box) {
        return Principal.Kind.BOX.named(box.id());
    }

    private static String claim(String text) {
        return cut(text, CLAIM_MAX);
    }

    /// On one line: the text is the box's own.
    private static String cut(String text, int max) {
        String line = text.replaceAll("\\p{Cntrl}", " ");
        return line.length() <= max ? line : line.substring(0, max);
    }

    private static Method method(String name) {
        for (Method method : WRITES) if (method.name().equals(name)) return method;
        throw new WireException("method is none that writes");
    }

    /// What the box says of its client narrows what the box may do, and gives nothing.
    private static Principal principal(Box box, By by) {
        var scopes = new HashSet<Scope>();
        for (String text : by.scopes()) {
            Scope scope = Scope.of(text);
            if (scope != null && SCOPES.contains(scope)) scopes.add(scope);
        }
        return new Principal(
                Principal.Kind.BOX,
                box.id(),
                actor(box) + " " + cut(by.client(), CLAIM_MAX),
                0,
                Principal.ACCOUNT,
                "box " + box.name(),
                Shape.of(by.shape()),
                by.listing().equals("B") ? Listing.B : Listing.A,
                scopes,
                false,
                new Principal.Via(box.name(), box.everything(), claim(by.email())));
    }
}
