package dev.lintel.controller.control;

import dev.lintel.controller.access.Evidence;
import dev.lintel.controller.access.Question;
import dev.lintel.controller.access.Reason;
import dev.lintel.controller.access.ThreatLevels;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.reader.CardNumber;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `why`: what would happen at a channel, and why; nothing does. Fields: `channel`, one of `card` (a number), `pin`
/// (digits) and `person` (an id), and if wanted `at` (ISO 8601 with an offset), `reader`
/// and `threat_level` (0 to 5; without it, the level of the channel's site).
public final class WhyCommand implements Command {
    private final WhatIf whatIf;
    private final DoorViews doors;
    private final Supplier<TraceWords.Names> names;

    /// `names` gives what ids of a trace are called now.
    public WhyCommand(WhatIf whatIf, DoorViews doors, Supplier<TraceWords.Names> names) {
        this.whatIf = whatIf;
        this.doors = doors;
        this.names = names;
    }

    @Override
    public void run(Request request, Responses out) {
        DoorView door = SimulatedDoor.door(doors, request.number("channel"));
        String asked = request.nullableText("reader");
        String reader = asked == null ? "entry" : asked;
        if (!door.readersOnline().containsKey(reader)) {
            throw new Refused("channel " + door.channelId() + " has no " + reader + " reader");
        }
        Evidence evidence = evidence(request);
        var question = new Question(door.channelId(), reader, evidence, null);
        var answer = whatIf.ask(question, at(request), threatLevel(request));
        if (evidence instanceof Evidence.Named(long id, boolean _)
                && Reason.UNKNOWN_CARD.word().equals(answer.reason())) {
            throw new Refused("there is no person " + id);
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("decision", answer.admitted() ? "admitted" : "rejected");
        json.put("event_code", answer.event().code(Listing.A));
        json.put("reason", answer.reason());
        json.put("words", new TraceWords(names.get()).sentence(answer.event()));
        json.put("trace", answer.event().additional());
        out.send(json);
    }

    private static Evidence evidence(Request request) {
        Long card = request.nullableNumber("card");
        if (card != null && card < 0) throw new Refused("a card's number is 0 or more");
        if (card != null) return new Evidence.Card(new CardNumber("raw", null, card, card));
        Long person = request.nullableNumber("person");
        if (person != null) return new Evidence.Named(person, false);
        String pin = request.text("pin");
        if (!pin.chars().allMatch(c -> c >= '0' && c <= '9')) throw new Refused("a PIN is digits");
        return new Evidence.Pin(pin);
    }

    private static @Nullable Integer threatLevel(Request request) {
        Long level = request.nullableNumber("threat_level");
        if (level == null) return null;
        if (level < 0 || level > ThreatLevels.MAX) throw new Refused("a threat level is from 0 to " + ThreatLevels.MAX);
        return level.intValue();
    }

    private static @Nullable Instant at(Request request) {
        String at = request.nullableText("at");
        try {
            return at == null ? null : OffsetDateTime.parse(at).toInstant();
        } catch (DateTimeParseException e) {
            throw new Refused("at is a time such as 2026-03-02T10:00:00Z, not " + at);
        }
    }
}
