package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Admissions at one door for which the leaf has not opened yet. The door lane only.
final class Pending {
    private static final long RELEASED = Long.MIN_VALUE;

    private final Passages passages;
    private final DoorLog log;
    private final DoorBody body;
    private final List<EventDraft> admissions = new ArrayList<>();
    private long securedNs = RELEASED; // when the strike was secured with admissions waiting

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

    /// They have passed once the leaf has opened, unless it was forced, and where a mode, hours or fire unlock the
    /// door. A contact reports an opening after the leaf has left the strike, so admissions that were not used are
    /// reported some time after the strike was secured.
    ///
    /// @param heardNs as in [DoorInput.Tick]
    void look(long nowNs, long heardNs) {
        boolean isForced = body.alarm() == DoorMemory.Alarm.FORCED || body.unexplained();
        boolean isOpen = body.state().leafOpen() && !isForced;
        if (isOpen || body.state().stands()) take().forEach(passages::passed);
        if (admissions.isEmpty() || body.state().released()) {
            securedNs = RELEASED;
            return;
        }
        if (securedNs == RELEASED) securedNs = nowNs;
        if (Math.min(nowNs, heardNs) < reportNs()) return;
        for (EventDraft admission : take()) {
            log.appendAt(nowNs, DoorLog.as(EventKind.ADMITTED_NOT_USED, admission, Map.of()));
        }
    }

    /// When [#look] has to be called, or `Long.MAX_VALUE`.
    long deadlineNs() {
        return admissions.isEmpty() || securedNs == RELEASED ? Long.MAX_VALUE : reportNs();
    }

    private long reportNs() {
        return securedNs + DoorBody.CONTACT_LAG_NS + 1;
    }

    /// Returns all in their order, and forgets them.
    private List<EventDraft> take() {
        if (admissions.isEmpty()) return List.of();
        var all = List.copyOf(admissions);
        admissions.clear();
        return all;
    }
}
