package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Admissions at one door for which the leaf has not opened yet. The door lane only.
final class Pending {
    private final Passages passages;
    private final DoorLog log;
    private final DoorBody body;
    private final List<EventDraft> admissions = new ArrayList<>();

    Pending(Passages passages, DoorLog log, DoorBody body) {
        this.passages = passages;
        this.log = log;
        this.body = body;
    }

    /// The person was admitted. An earlier admission of the same person is this one.
    ///
    /// @param isSeen whether the door sees that the leaf opens for them: not at one without a contact, say
    void admitted(EventDraft admission, boolean isSeen) {
        if (!isSeen || body.state().leafOpen()) {
            passages.passed(admission);
            return;
        }
        Long person = admission.subject().personId();
        admissions.removeIf(
                before -> person != null && Objects.equals(before.subject().personId(), person));
        admissions.add(admission);
    }

    /// After each input: these people have passed once the leaf has opened, unless it was forced. Reports those for
    /// whom it did not open before the strike was secured.
    void look(long nowNs) {
        if (body.state().leafOpen() && body.alarm() != DoorMemory.Alarm.FORCED) take().forEach(passages::passed);
        if (body.state().released()) return;
        for (EventDraft admission : take()) {
            log.appendAt(nowNs, DoorLog.as(EventKind.ADMITTED_NOT_USED, admission, Map.of()));
        }
    }

    /// Returns all in their order, and forgets them.
    private List<EventDraft> take() {
        if (admissions.isEmpty()) return List.of();
        var all = List.copyOf(admissions);
        admissions.clear();
        return all;
    }
}
