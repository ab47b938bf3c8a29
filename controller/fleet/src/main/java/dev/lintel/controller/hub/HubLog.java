package dev.lintel.controller.hub;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import java.util.Map;

/// Appends to the hub's log what happens with its boxes, as changes of the configuration. Any thread
/// that may block.
record HubLog(Database database, Time time) {
    /// What was done with a box, within the caller's transaction.
    void tell(String box, String action, String by) {
        append(Map.of("what", "box", "box", box, "action", action, "by", by));
    }

    /// Within the caller's transaction.
    void append(Map<String, Object> additional) {
        database.events()
                .append(new EventDraft(
                        EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), Subject.NOBODY, additional));
    }

    /// In a transaction of its own: on the disk when this returns. Throws `StoreException`.
    void appendNow(Map<String, Object> additional) {
        database.write(_ -> {
            append(additional);
            return true;
        });
    }
}
