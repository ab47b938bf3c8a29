package dev.lintel.controller.api;

import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The one place that knows where answers differ between the specification (`documented`) and the clients published
/// for it (`sdk`). Resources say what happened; this says how it looks.
record Shapes(Shape shape) {
    static Shapes of(Request request) {
        return new Shapes(request.signedIn().shape());
    }

    Reply person(Map<String, ?> person) {
        return new Reply.Ok(shape == Shape.SDK ? person : List.of(person));
    }

    Reply personUpdated(Map<String, ?> person) {
        return shape == Shape.SDK ? new Reply.Created(person) : new Reply.Ok(person);
    }

    Reply credentialCreated(Map<String, ?> credential, boolean alone) {
        return new Reply.Created(alone || shape == Shape.SDK ? credential : List.of(credential));
    }

    /// The person has one of this type already.
    Reply credentialExists(Map<String, ?> credential, boolean alone) {
        if (shape == Shape.SDK) return new Reply.Conflict(credential);
        return new Reply.Ok(alone ? credential : List.of(credential));
    }

    Reply credentialUpdated(Map<String, ?> credential) {
        return shape == Shape.SDK ? new Reply.Created(credential) : new Reply.Ok(credential);
    }

    Reply ruleUpdated(Map<String, ?> rule) {
        return new Reply.Ok(shape == Shape.SDK ? rule : List.of(rule));
    }

    /// A door is to unlock by a shift that there is not.
    Reply noSuchShift(long shiftId) {
        String message = "No shift found for shift_id - " + shiftId;
        if (shape == Shape.DOCUMENTED) return new Reply.BadRequest(message);
        return new Reply.Json(400, Map.of("success", false, "message", message));
    }

    /// An admission that only a channel in its normal mode allows.
    ///
    /// @param channel as it stands
    Reply notInNormalMode(Map<String, ?> channel) {
        if (shape == Shape.SDK) return new Reply.Json(400, channel);
        return new Reply.BadRequest("the channel is locked down or in mode unlock: admit works in normal mode only");
    }

    /// Somebody is not let in.
    ///
    /// @param reason one word, as events have it
    Reply admissionRefused(String reason) {
        if (shape == Shape.DOCUMENTED) return new Reply.Forbidden("access_denied", reason);
        var json = new LinkedHashMap<String, Object>();
        json.put("error", "Access denied");
        json.put("reason", reason);
        return new Reply.Json(403, json);
    }

    /// A sync is asked for within a minute of another.
    ///
    /// @param retryInS seconds until the next can be asked for, 1 to 60
    Reply syncAgain(long retryInS) {
        if (shape == Shape.DOCUMENTED) return new Reply.Ok(Map.of("result", "ok"));
        var json = new LinkedHashMap<String, Object>();
        json.put("error", "rate_limited");
        json.put("description", "a sync was asked for less than a minute ago");
        json.put("retry_in", retryInS);
        return new Reply.Json(429, json).with("Retry-After", Long.toString(retryInS));
    }

    /// Whether a list of events is an object with its pagination beside it.
    boolean eventsWithPagination(boolean paged) {
        return paged && shape == Shape.DOCUMENTED;
    }

    /// The page of events that is asked for by `page` with `n`; null where `n` is not the size of a page.
    Paging.@Nullable Wanted pageOfN(Paging.Wanted page, Paging.Wanted latest) {
        return shape == Shape.SDK ? new Paging.Wanted(page.page(), latest.perPage(), false) : null;
    }

    /// An event in either form: published clients know channels by their older name as well.
    Map<String, @Nullable Object> event(Map<String, @Nullable Object> event) {
        if (shape != Shape.SDK) return event;
        var json = new LinkedHashMap<String, @Nullable Object>();
        event.forEach((name, value) -> {
            json.put(name, value);
            if (name.equals("channel_id")) json.put("door_controller_id", value);
            if (name.equals("channel_name")) json.put("door_controller_name", value);
        });
        return json;
    }

    /// Whether events come in extended form; `form` as the client asked, or null.
    boolean extendedEvents(boolean paged, @Nullable String form) {
        if (form == null) return eventsWithPagination(paged);
        return switch (form) {
            case "short" -> false;
            case "extended" -> true;
            default -> throw RefusedException.badRequest("form must be short or extended");
        };
    }

    /// The `pagination` object of the extended event list.
    static Map<String, Object> pagination(Paging.Position position) {
        var pagination = new LinkedHashMap<String, Object>();
        pagination.put("page", position.wanted().page());
        pagination.put("per_page", position.perPage());
        pagination.put("total_pages", position.pages());
        pagination.put("total_count", position.total());
        return pagination;
    }
}
