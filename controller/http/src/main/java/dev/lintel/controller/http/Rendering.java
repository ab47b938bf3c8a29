package dev.lintel.controller.http;

import dev.lintel.controller.json.Json;
import dev.lintel.reader.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A reply as status, headers and body. Pure; runs on the request's virtual thread.
///
/// @param body bytes, or null where `stream` writes it
/// @param shared all answers with this body have the same bytes: a further one takes no memory
/// @param stream [Reply.Streamed], [Reply.StreamedText] or [Reply.EventStream], or null
public record Rendering(
        int status,
        List<Reply.Header> headers,
        @Nullable Bytes body,
        boolean shared,
        @Nullable Reply stream) {
    public static final String JSON = "application/json; charset=utf-8";

    public static Rendering of(Reply reply) {
        return switch (reply) {
            case Reply.With(Reply inner, List<Reply.Header> headers) ->
                of(inner).plus(headers);
            case Reply.Ok(Object body) -> json(200, body);
            case Reply.Created(Object body) -> json(201, body);
            case Reply.Accepted(Object body) -> json(202, body);
            case Reply.Conflict(Object body) -> json(409, body);
            case Reply.Json(int status, Object body) -> json(status, body);
            case Reply.NoContent() -> new Rendering(204, List.of(), Bytes.EMPTY, true, null);
            case Reply.Listed(List<?> rows, Paging.Position position) ->
                json(200, rows).plus(Paging.headers(position));
            case Reply.Streamed _ -> typed(200, JSON, null, reply);
            case Reply.StreamedText(String type, Reply.TextBody _) -> typed(200, type, null, reply);
            case Reply.EventStream _ -> typed(200, "text/event-stream", null, reply);
            case Reply.Html(int status, String html) -> typed(status, "text/html; charset=utf-8", utf8(html), null);
            case Reply.Text(int status, String type, String text) -> typed(status, type, utf8(text), null);
            case Reply.Asset(String type, Bytes content, String etag) -> asset(type, content, etag);
            case Reply.Binary(String type, Bytes content) -> typed(200, type, content, null);
            case Reply.Upgrade _ -> error(426, "upgrade_required", "this path answers WebSockets alone", Map.of());
            case Reply.Redirect(int status, String location) ->
                new Rendering(status, List.of(header("Location", location)), Bytes.EMPTY, true, null);
            case Reply.BadRequest _,
                    Reply.Unauthorized _,
                    Reply.Forbidden _,
                    Reply.NotFound _,
                    Reply.MethodNotAllowed _,
                    Reply.TooLarge _,
                    Reply.UnsupportedEncoding _,
                    Reply.Invalid _,
                    Reply.TooMany _,
                    Reply.Unavailable _,
                    Reply.Failed _ -> error(reply);
        };
    }

    private static Rendering error(Reply reply) {
        return switch (reply) {
            case Reply.BadRequest(String description) -> error(400, "bad_request", description, Map.of());
            case Reply.Unauthorized(String description) ->
                error(401, "invalid_token", description, Map.of())
                        .plus(List.of(header(Challenge.HEADER, Challenge.invalidToken(description))));
            case Reply.Forbidden(String code, String description) -> error(403, code, description, Map.of());
            case Reply.NotFound(String what) -> error(404, "not_found", what + " not found", Map.of());
            case Reply.MethodNotAllowed(List<Method> allowed) -> methodNotAllowed(allowed);
            case Reply.TooLarge(int maxBytes) ->
                error(413, "payload_too_large", "the body is longer than " + maxBytes + " bytes", Map.of());
            case Reply.UnsupportedEncoding() ->
                error(
                        415,
                        "unsupported_media_type",
                        "Content-Encoding is not supported: send the body without it",
                        Map.of());
            case Reply.Invalid(Map<String, List<String>> errors) ->
                error(422, "validation_failed", "Validation failed", Map.of("errors", errors));
            case Reply.TooMany(int limit, long retryAfterS) ->
                error(
                                429,
                                "rate_limit_exceeded",
                                "Rate limit of " + limit + " requests per minute exceeded",
                                Map.of("retry_after", retryAfterS))
                        .plus(List.of(header("Retry-After", Long.toString(retryAfterS))));
            case Reply.Unavailable(String description, int retryAfterS) ->
                error(503, "internal_server_error", description, Map.of())
                        .plus(List.of(header("Retry-After", Integer.toString(retryAfterS))));
            case Reply.Failed(String requestId) ->
                error(
                        500,
                        "internal_server_error",
                        "an error of the server; its log has it under this request id",
                        Map.of("request_id", requestId));
            default -> throw new IllegalStateException("not an error: " + reply.getClass());
        };
    }

    private static Rendering methodNotAllowed(List<Method> allowed) {
        var names = new ArrayList<String>();
        for (Method method : allowed) {
            names.add(method.name());
            if (method == Method.GET) names.add("HEAD");
        }
        String list = String.join(", ", names);
        return error(405, "method_not_allowed", "this path answers " + list, Map.of())
                .plus(List.of(header("Allow", list)));
    }

    private static Rendering error(int status, String code, String description, Map<String, ?> more) {
        var body = new LinkedHashMap<String, Object>();
        body.put("error", code);
        body.put("error_description", description);
        body.putAll(more);
        return json(status, body);
    }

    private static Rendering json(int status, @Nullable Object body) {
        return typed(status, JSON, utf8(Json.write(body)), null);
    }

    private static Rendering asset(String type, Bytes content, String etag) {
        var headers = List.of(
                header("Content-Type", type), header("ETag", "\"" + etag + "\""), header("Cache-Control", "no-cache"));
        return new Rendering(200, headers, content, true, null);
    }

    private static Rendering typed(int status, String type, @Nullable Bytes body, @Nullable Reply stream) {
        return new Rendering(
                status,
                List.of(header("Content-Type", type), header("Cache-Control", "no-store")),
                body,
                false,
                stream);
    }

    /// With more headers; one of the same name replaces ours, except that cookies gather.
    private Rendering plus(List<Reply.Header> more) {
        var all = new ArrayList<>(headers);
        for (Reply.Header header : more) {
            if (!header.name().equalsIgnoreCase("Set-Cookie")) {
                all.removeIf(ours -> ours.name().equalsIgnoreCase(header.name()));
            }
            all.add(header);
        }
        return new Rendering(status, all, body, shared, stream);
    }

    /// Answers 304 when the client holds the asset already.
    public Rendering unlessHeld(@Nullable String ifNoneMatch) {
        if (ifNoneMatch == null || status != 200) return this;
        for (Reply.Header header : headers) {
            if (header.name().equals("ETag") && ifNoneMatch.contains(header.value())) {
                return new Rendering(304, headers, Bytes.EMPTY, true, null);
            }
        }
        return this;
    }

    private static Reply.Header header(String name, String value) {
        return new Reply.Header(name, value);
    }

    private static Bytes utf8(String text) {
        return Bytes.ofUtf8(text);
    }
}
