package dev.lintel.controller.event;

/// An event as it stands in the log. Immutable.
///
/// @param id rises by one without gaps on this box
/// @param createdAtMs when it was written to disk, milliseconds since 1970
public record Event(long id, EventDraft draft, long createdAtMs) {
    public EventKind kind() {
        return draft.kind();
    }

    public EventDraft.Subject subject() {
        return draft.subject();
    }
}
