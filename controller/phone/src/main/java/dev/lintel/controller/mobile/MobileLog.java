package dev.lintel.controller.mobile;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import java.util.LinkedHashMap;
import java.util.Map;

/// Tells the log what is done about phones and passes, in the words of the API's own changes. Never a code.
///
/// @param log takes it in the transaction of the change
public record MobileLog(EventLog log, Time time) {
    /// A credential that something was done about.
    public record About(long id, long personId, CredentialType type) {}

    /// The log's event, in the transaction of the change, and the person's time of change.
    public void tell(Sql sql, String action, About about, MobileDesk.By by) {
        PersonStore.update(sql, about.personId, Map.of(), time.nowMs());
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("what", "credential");
        told.put("action", action);
        told.put("id", about.id);
        told.put("by", by.who());
        told.put("credential", by.credential());
        told.put("person_id", about.personId);
        told.put("type", about.type.label());
        log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, told));
    }
}
