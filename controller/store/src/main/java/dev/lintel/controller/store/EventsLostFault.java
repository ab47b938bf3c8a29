package dev.lintel.controller.store;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.Map;

/// The event that counts events which the log did not get.
final class EventsLostFault {
    private EventsLostFault() {}

    /// @param atMs when, by the clock of the day
    /// @param atNs the same by the clock that never goes back
    static EventDraft draft(long atMs, long atNs, long count, String reason) {
        return new EventDraft(
                EventKind.STORAGE_FAULT,
                atMs,
                atNs,
                EventDraft.Subject.NOBODY,
                Map.of("events_lost", count, "reason", reason));
    }
}
