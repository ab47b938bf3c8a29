package dev.lintel.controller.api;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Filter;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Rendering;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.UpstreamDesk;
import dev.lintel.controller.http.UpstreamDesk.Answer;
import dev.lintel.controller.http.UpstreamDesk.RefusedWriteException;
import dev.lintel.controller.http.UpstreamDesk.Write;
import dev.lintel.controller.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Has the hub, or the service, do what changes people, credentials and reservations, while this box follows one: after
/// the client was signed in, counted and found to be allowed it, before any resource. The answer is theirs, given once
/// this box has what it tells of; while they are away, or this box has no line to them, it is 503 and nothing is done
/// anywhere. Where only the answer was lost it is 503 as well, and the same once more is not done twice: [Unanswered].
/// On the request's virtual thread.
///
/// ```
///   POST PUT PATCH DELETE   /api/3/people…, credentials…, reservations…, group_reservations…   ──► hub
///   everything else, and POST /api/3/people/:id/forgive_passback                               ──► here
/// ```
final class Forwarding implements Filter {
    static final String AWAY = "upstream unavailable";

    /// A link that fails comes back within a minute.
    private static final int RETRY_AFTER_S = 10;

    private static final Pattern FORWARDED =
            Pattern.compile("/api/3/(people|credentials|reservations|group_reservations)(/.*)?");
    /// A longer body is read as it comes where it is written, and would be whole in memory on its way through here.
    private static final String TOO_LONG = "through this box a body has " + Endpoints.BODY_BYTES_MAX
            + " bytes at most: add a larger picture where people are kept, or by its address";
    /// Who is where is known at the doors.
    private static final String LOCAL = "/api/3/people/:id/forgive_passback";

    private final Supplier<@Nullable UpstreamDesk> desk;
    private final Supplier<@Nullable String> elsewhere;
    private final Unanswered unanswered;
    private final ForwardedPins pins;

    /// `elsewhere`: where people are changed, in a sentence; null: here.
    Forwarding(
            Supplier<@Nullable UpstreamDesk> desk,
            Supplier<@Nullable String> elsewhere,
            Time time,
            ForwardedPins pins) {
        this.desk = desk;
        this.pins = pins;
        this.elsewhere = elsewhere;
        this.unanswered = new Unanswered(time);
    }

    @Override
    public Reply answer(Request request, Handler next) {
        if (!isForwarded(request)) return next.handle(request);
        UpstreamDesk following = desk.get();
        if (following != null) return forward(request, following);
        // What was written here would stand beside what is followed, and no listing would take it away again.
        String away = elsewhere.get();
        return away == null ? next.handle(request) : new Reply.Unavailable(AWAY + ": " + away, RETRY_AFTER_S);
    }

    private static boolean isForwarded(Request request) {
        String pattern = request.route().pattern();
        return request.method() != Method.GET
                && !pattern.equals(LOCAL)
                && FORWARDED.matcher(pattern).matches();
    }

    private Reply forward(Request request, UpstreamDesk following) {
        Principal who = request.signedIn();
        String body = body(request);
        String query = request.queryText();
        String path = query.isEmpty() ? request.path() : request.path() + "?" + query;
        String method = request.method().name();
        Set<String> setPins = following.masksPins() ? Set.of() : pins.admit(request, body);
        String given = request.header(Request.IDEMPOTENCY_KEY);
        // Only what makes something anew is another one when it is done twice.
        boolean isKeyed = given == null && request.method() == Method.POST;
        String name = isKeyed ? Unanswered.name(who.client(), method, path, body) : "";
        String key = isKeyed ? unanswered.key(name) : given;
        try {
            var forwarded = new Write(method, path, body.isEmpty() ? null : body, key, who, request.base());
            return reply(pins.shown(request, following.forward(forwarded), setPins));
        } catch (IllegalArgumentException e) {
            return new Reply.Invalid(Map.of("credential_type_id", List.of(String.valueOf(e.getMessage()))));
        } catch (RefusedWriteException e) {
            if (!e.refusal().isEmpty()) return new Reply.Forbidden(e.refusal(), String.valueOf(e.getMessage()));
            if (isKeyed && key != null) unanswered.keep(name, key);
            return new Reply.Unavailable(AWAY + ": " + e.getMessage(), RETRY_AFTER_S);
        }
    }

    private static String body(Request request) {
        try {
            return request.bodyText();
        } catch (RefusedException e) {
            if (!(e.reply() instanceof Reply.TooLarge)) throw e;
            throw new RefusedException(
                    new Reply.Json(413, Map.of("error", "payload_too_large", "error_description", TOO_LONG)));
        }
    }

    /// As the hub rendered it.
    private static Reply reply(Answer answer) {
        String body = answer.body();
        List<Reply.Header> headers = new ArrayList<>();
        String type = Rendering.JSON;
        for (var header : answer.headers().entrySet()) {
            if (header.getKey().equalsIgnoreCase("Content-Type")) type = header.getValue();
            else headers.add(new Reply.Header(header.getKey(), header.getValue()));
        }
        Reply reply = body == null && answer.status() == 204
                ? new Reply.NoContent()
                : new Reply.Text(answer.status(), type, body == null ? "" : body);
        return headers.isEmpty() ? reply : reply.with(headers);
    }
}
