package dev.lintel.controller.console;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import java.util.Map;

/// Tells the log what was changed about users, by whom; never a secret. Callable from any thread.
final class UserAudit {
    private final EventLog log;
    private final Time time;

    UserAudit(EventLog log, Time time) {
        this.log = log;
        this.time = time;
    }

    /// @param action what was done, such as `removed a user`
    /// @param about the address of the user it was done to
    /// @param by who did it: an address, or `command line`
    void user(String action, String about, String by) {
        record("user", action, about, by);
    }

    /// As [#user], for an API key; `about` names it.
    void key(String action, String about, String by) {
        record("API key", action, about, by);
    }

    /// As [#user], for the machine around the box.
    ///
    /// @param about what it is to become, such as a version
    void system(String action, String about, String by) {
        record("system", action, about, by);
    }

    private void record(String what, String action, String about, String by) {
        Map<String, Object> told = Map.of("what", what, "new", about, "by", by, "action", action);
        log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, told));
    }
}
