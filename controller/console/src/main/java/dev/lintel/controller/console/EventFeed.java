package dev.lintel.controller.console;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.http.Reply.Sink;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.ConsoleStore;
import dev.lintel.controller.store.ConsoleStore.ChannelName;
import dev.lintel.controller.store.EventStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Events in words, from the store to a page's stream: the one source of the live page and the simulator's page.
/// Called on the stream's virtual thread. Whoever forces somebody to open a door may stand before such a page: duress
/// is never among them.
///
/// ```
///   event: backlog  the newest events, oldest first, as one array
///   event: happened one event           id: the event's id; comes back as Last-Event-ID
/// ```
final class EventFeed {
    private final EventStore events;
    private final ConsoleStore names;

    EventFeed(EventStore events, ConsoleStore names) {
        this.events = events;
        this.names = names;
    }

    /// Sends the newest `count` events; returns the id of the last, 0 when there is none.
    long newest(Sink sink, int count) throws InterruptedException {
        List<Event> newest = events.newest(count);
        EventWords words = words();
        var json = new ArrayList<Map<String, Object>>();
        for (Event event : newest) if (isShown(event)) json.add(words.json(event));
        long last = newest.isEmpty() ? 0 : newest.getLast().id();
        sink.send("backlog", Long.toString(last), Json.write(json));
        return last;
    }

    /// Sends a batch of what came after `cursor`; returns the id of the last sent, `cursor` when nothing was.
    long after(Sink sink, long cursor) throws InterruptedException {
        long last = cursor;
        EventWords words = words();
        for (Event event : events.after(cursor, EventStore.BATCH_MAX)) {
            last = event.id();
            if (isShown(event)) sink.send("happened", Long.toString(last), Json.write(words.json(event)));
        }
        return last;
    }

    private static boolean isShown(Event event) {
        return event.kind() != EventKind.DURESS;
    }

    private EventWords words() {
        Map<Long, String> channels =
                names.channels().values().stream().collect(Collectors.toMap(ChannelName::id, ChannelName::name));
        return new EventWords(channels, names.traceNames());
    }
}
