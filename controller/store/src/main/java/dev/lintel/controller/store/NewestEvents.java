package dev.lintel.controller.store;

import dev.lintel.controller.event.Event;
import java.util.ArrayDeque;
import java.util.List;

/// The newest events that are on disk, for a disk that takes events and does not give them. Any thread.
final class NewestEvents {
    /// A decision is looked for as it is made; a busy site has some ten events a second.
    static final int EVENTS_MAX = 64;

    private final ArrayDeque<Event> events = new ArrayDeque<>(EVENTS_MAX);

    synchronized void add(Event event) {
        if (events.size() == EVENTS_MAX) events.removeFirst();
        events.addLast(event);
    }

    synchronized List<Event> after(long id) {
        return events.stream().filter(event -> event.id() > id).toList();
    }
}
