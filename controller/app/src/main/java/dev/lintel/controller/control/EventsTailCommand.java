package dev.lintel.controller.control;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.controller.store.EventStore;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `events tail`: the newest events, oldest first, then what follows as it reaches the disk. Fields: `n` (how many of
/// the newest, 10 by default), `follow` (whether to go on). `words` of an event tell how a decision came about.
public final class EventsTailCommand implements Command {
    private static final int NEWEST_DEFAULT = 10;
    /// How soon a client that has gone frees its place.
    private static final long LOOK_MS = 1_000;

    private final EventLog log;
    private final EventStore events;
    private final Supplier<TraceWords.Names> names;

    /// `names` gives what ids of a trace are called now.
    public EventsTailCommand(EventLog log, EventStore events, Supplier<TraceWords.Names> names) {
        this.log = log;
        this.events = events;
        this.names = names;
    }

    @Override
    public void run(Request request, Responses out) throws InterruptedException {
        Long asked = request.nullableNumber("n");
        long n = asked == null ? NEWEST_DEFAULT : asked;
        if (n < 0 || n > EventStore.BATCH_MAX) throw new Refused("n must be between 0 and " + EventStore.BATCH_MAX);
        long cursor = log.head();
        var words = new TraceWords(names.get());
        for (Event event : n == 0 ? events.newest(1) : events.newest((int) n)) {
            if (n > 0) out.send(json(event, words));
            cursor = event.id();
        }
        while (request.flag("follow") && out.open()) {
            if (log.awaitHeadAbove(cursor, LOOK_MS) <= cursor) continue;
            words = new TraceWords(names.get());
            for (Event event : events.after(cursor, EventStore.BATCH_MAX)) {
                out.send(json(event, words));
                cursor = event.id();
            }
        }
    }

    private static Map<String, @Nullable Object> json(Event event, TraceWords words) {
        boolean pin = event.subject().pin();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", event.id());
        json.put(
                "occurred_at",
                Instant.ofEpochMilli(event.draft().occurredAtMs()).toString());
        json.put("kind", event.kind().name());
        json.put("event_code", event.kind().code(Listing.A, pin));
        json.put("event_label", event.kind().label(Listing.A, pin));
        json.put("channel_id", event.subject().channelId());
        json.put("person_id", event.subject().personId());
        json.put("person_name", event.subject().personName());
        json.put("credentials_number", event.subject().credentialsNumber());
        json.put("words", words.how(event.draft()));
        json.put("additional_data", event.draft().additional());
        return json;
    }
}
