package dev.lintel.controller.console;

import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.commission.LetIn;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorNote;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an operator tells a door from the live page: `POST /live/doors/:channel {command, …}`. The same way to the
/// door lane as the API's commands; the event names who did it.
///
/// ```
///   lockdown {card, rex, aux}    unlockdown    normal
///   unlock {until}               ISO 8601 with an offset; null: until told otherwise
///   secure {until}               the same; null: until the hours of the door are over
///   acknowledge {note}           the alarm of the door; the note is up to 500 characters, or null
///   evacuate, end_evacuation {note}   the same note
///   admit                        somebody, once ([LetIn])
/// ```
///
/// `POST /live/outputs/:name`: tests an output of the box.
final class DoorDesk {
    private static final Set<String> NAMES = Set.of("command", "card", "rex", "aux", "until", "note");
    private static final String ADMIT = "admit";
    private static final int BODY_BYTES_MAX = 4_096; // a command has a few short fields, and a note

    private final DoorOrders orders;
    private final DoorViews doors;
    private final LetIn letIn;
    private final OutputDesk outputs;

    DoorDesk(DoorOrders orders, DoorViews doors, LetIn letIn, OutputDesk outputs) {
        this.outputs = outputs;
        this.orders = orders;
        this.doors = doors;
        this.letIn = letIn;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax("/live/doors", BODY_BYTES_MAX);
        endpoints.on(Method.POST, "/live/doors/:channel", gate.call(this::tell));
        endpoints.bodyMax("/live/outputs", BODY_BYTES_MAX);
        endpoints.on(Method.POST, "/live/outputs/:name", gate.call(this::test));
    }

    private Reply tell(Request request, Session session) {
        long channelId = request.id("channel");
        if (doors.of(channelId) == null) return refused(404, "there is no such door");
        Map<String, @Nullable Object> body = request.json();
        DoorCommand command = null;
        try {
            requireKnown(body);
            if (!ADMIT.equals(body.get("command"))) command = command(body);
        } catch (IllegalArgumentException e) { // in words for the page
            return refused(400, String.valueOf(e.getMessage()));
        }
        Outcome outcome = command == null
                ? letIn.somebody(channelId, session.email(), "session " + session.userId())
                : orders.give(channelId, command, session.email());
        return reply(outcome);
    }

    private Reply test(Request request, Session session) {
        return reply(outputs.test(request.variable("name"), session.email()));
    }

    private static Reply reply(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done _ -> new Reply.Ok(Map.of("ok", true));
            case Outcome.Refused(String why) -> refused(400, why);
            case Outcome.Unanswered(String why, boolean _) -> refused(503, why);
        };
    }

    private static Reply refused(int status, String why) {
        return new Reply.Json(status, Map.of("error", why));
    }

    private static void requireKnown(Map<String, @Nullable Object> body) {
        for (String name : body.keySet()) {
            if (!NAMES.contains(name)) throw new IllegalArgumentException("a command has no " + name);
        }
    }

    private static DoorCommand command(Map<String, @Nullable Object> body) {
        return switch (String.valueOf(body.get("command"))) {
            case "lockdown" -> {
                var lockdown = new Lockdown(flag(body, "card"), flag(body, "rex"), flag(body, "aux"));
                if (!lockdown.any()) throw new IllegalArgumentException("choose what is to be locked down");
                yield new DoorCommand.LockDown(lockdown, lockdown); // what is not chosen stays as it is
            }
            case "unlockdown" -> new DoorCommand.Unlockdown();
            case "unlock" -> new DoorCommand.Unlock(untilMs(body));
            case "secure" -> new DoorCommand.Secure(untilMs(body));
            case "acknowledge" -> new DoorCommand.Acknowledge(note(body));
            case "evacuate" -> new DoorCommand.Evacuate(note(body));
            case "end_evacuation" -> new DoorCommand.EndEvacuation(note(body));
            case "normal" -> new DoorCommand.Normal();
            default ->
                throw new IllegalArgumentException(
                        "a command is admit, lockdown, unlockdown, unlock, secure, acknowledge, evacuate,"
                                + " end_evacuation or normal");
        };
    }

    private static boolean flag(Map<String, @Nullable Object> body, String name) {
        return Boolean.TRUE.equals(body.get(name));
    }

    private static @Nullable String note(Map<String, @Nullable Object> body) {
        if (!(body.get("note") instanceof String note) || note.isBlank()) return null;
        String fault = DoorNote.fault(note);
        if (fault != null) throw new IllegalArgumentException("the note " + fault);
        return note.strip();
    }

    private static @Nullable Long untilMs(Map<String, @Nullable Object> body) {
        Object until = body.get("until");
        if (until == null) return null;
        try {
            return OffsetDateTime.parse(String.valueOf(until)).toInstant().toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("until is no time");
        }
    }
}
