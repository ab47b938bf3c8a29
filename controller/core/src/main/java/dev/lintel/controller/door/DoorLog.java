package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// One door's facts in the event log's words. The door lane only; appending waits for nobody.
final class DoorLog {
    private final EventLog log;
    private final Time time;
    private final DoorSettings door;

    DoorLog(EventLog log, Time time, DoorSettings door) {
        this.log = log;
        this.time = time;
        this.door = door;
    }

    /// Of the door.
    long channelId() {
        return door.channelId();
    }

    /// Appends what others have drafted.
    void append(EventDraft draft) {
        log.append(draft);
    }

    /// Appends the answer to a person without a decision. The decision thread hears of it first.
    void turnAway(Unanswered.Late late) {
        LaneInput.Presented presented = late.presented();
        presented.byLane().turnedAway(presented.presentation(), late.first());
        append(presented.notReady());
    }

    /// Appends what was drafted before it came about, with the wall time of now.
    void appendNow(EventDraft draft) {
        log.append(
                new EventDraft(draft.kind(), time.nowMs(), draft.monotonicNs(), draft.subject(), draft.additional()));
    }

    /// Appends what happened at that time with the trace of another event.
    void appendAt(long atNs, EventDraft draft) {
        log.append(new EventDraft(draft.kind(), wallMsAt(atNs), atNs, draft.subject(), draft.additional()));
    }

    /// Something that happened at the door.
    void tell(EventKind kind, long atNs, Map<String, Object> additional) {
        if (door.hasChannel()) {
            log.append(new EventDraft(kind, wallMsAt(atNs), atNs, Subject.channel(door.channelId()), additional));
            return;
        }
        var more = new LinkedHashMap<>(additional);
        more.put("unit", (long) door.unit());
        log.append(new EventDraft(kind, wallMsAt(atNs), atNs, Subject.NOBODY, more));
    }

    /// The same event with another kind, and more to its trace.
    static EventDraft as(EventKind kind, EventDraft event, Map<String, Object> more) {
        var trace = new LinkedHashMap<>(event.additional());
        trace.putAll(more);
        return new EventDraft(kind, event.occurredAtMs(), event.monotonicNs(), event.subject(), trace);
    }

    /// The same event without some of its facts.
    static EventDraft without(Set<String> facts, EventDraft event) {
        var trace = new LinkedHashMap<>(event.additional());
        trace.keySet().removeAll(facts);
        return new EventDraft(event.kind(), event.occurredAtMs(), event.monotonicNs(), event.subject(), trace);
    }

    /// The same event, telling that a reason to reject was not enforced: somebody leaves.
    static EventDraft notEnforced(String reason, EventDraft event) {
        var reasons = new ArrayList<Object>();
        if (event.additional().get("not_enforced") instanceof List<?> told) reasons.addAll(told);
        if (!reasons.contains(reason)) reasons.add(reason);
        return as(event.kind(), event, Map.of("not_enforced", List.copyOf(reasons)));
    }

    /// The wall time of a monotonic time of a moment ago.
    private long wallMsAt(long atNs) {
        return time.nowMs() - TimeUnit.NANOSECONDS.toMillis(time.nowNs() - atNs);
    }
}
