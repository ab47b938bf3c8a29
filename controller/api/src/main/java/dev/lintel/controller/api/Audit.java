package dev.lintel.controller.api;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.time.Time;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Tells the log who changed what. Called inside the transaction of the change: both reach the disk in the same commit,
/// or neither does.
///
/// What decides about doors is told with its old and new value; of personal details only which ones changed, for the
/// log is kept for ever. PINs are never in it.
final class Audit {
    private final EventLog log;
    private final Time time;

    Audit(EventLog log, Time time) {
        this.log = log;
        this.time = time;
    }

    /// One change.
    ///
    /// @param what `person`, `credential`, `reservation`, `group_reservation` or `notification_rule`
    /// @param action `create`, `update`, `delete`, or what else is done with it
    /// @param details old and new values, names of fields
    record Change(String what, String action, long id, Map<String, Object> details) {}

    /// Who changed something.
    ///
    /// @param email or what stands in its place, such as `command line`
    /// @param credential what they showed, such as `api_key 3`
    record By(String email, String credential) {}

    /// Of a write that a box forwarded, the log also has the user that the box claims to write for.
    void tell(Principal by, Change change) {
        Principal.Via via = by.via();
        var details = new LinkedHashMap<>(change.details);
        if (via != null) details.put(Principal.Via.CLAIMED, via.claims());
        tell(new By(by.email(), by.credential()), new Change(change.what, change.action, change.id, details));
    }

    /// As [#tell(Principal, Change)], for what holds although the transaction is undone.
    void tellRegardless(Principal by, Change change) {
        log.appendRegardless(draft(new By(by.email(), by.credential()), change));
    }

    void tell(By by, Change change) {
        log.append(draft(by, change));
    }

    private EventDraft draft(By by, Change change) {
        var additional = new LinkedHashMap<String, Object>();
        additional.put("what", change.what);
        additional.put("action", change.action);
        additional.put("id", change.id);
        additional.put("by", by.email);
        additional.put("credential", by.credential);
        additional.putAll(change.details);
        return new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, additional);
    }

    /// Puts `name: {old, new}` into `details` when the two differ. A missing value shows as an empty text.
    static void compare(Map<String, Object> details, String name, @Nullable Object old, @Nullable Object now) {
        if (Objects.equals(old, now)) return;
        Object before = old == null ? "" : old;
        Object after = now == null ? "" : now;
        details.put(name, Map.of("old", before, "new", after));
    }

    /// Puts the names of changed personal details.
    static void fields(Map<String, Object> details, List<String> names) {
        if (!names.isEmpty()) details.put("fields", names);
    }
}
