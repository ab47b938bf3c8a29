package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.Map;

/// What a door makes of a decision by what stands when it arrives: a decision is older than its answer.
final class Judgement {
    private Judgement() {}

    /// @param leavesByBox whether they are leaving, and nobody leaves unless the box releases the door
    static EventDraft of(LaneInput.Decided answer, Standing standing, boolean leavesByBox) {
        EventDraft event = answer.event();
        if (!event.kind().isAdmitted()) return event;
        if (standing.cardLockdown() && !answer.passage().responder()) {
            Map<String, Object> reason = Map.of("reason", "lockdown");
            if (!leavesByBox) return DoorLog.as(answer.as(EventKind.REJECTED_LOCKDOWN), event, reason);
            event = DoorLog.notEnforced("lockdown", event);
        }
        String by = standing.unlockedBy();
        if (by == null) return event;
        return DoorLog.as(answer.as(EventKind.ADMITTED_UNLOCKED), event, Map.of(EventDraft.UNLOCKED_BY, by));
    }
}
