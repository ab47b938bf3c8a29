package dev.lintel.controller.access;

import dev.lintel.controller.access.WrongPins.Rest;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.TraceWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What the event log tells of wrong PINs and of the rests that they began: a restart is no way around a rest. Pure.
public final class WrongPinLog {
    /// Kinds of events that [AccessFlow#remember] understands.
    public static final List<EventKind> KINDS = List.of(
            EventKind.REJECTED_UNKNOWN_PIN,
            EventKind.REJECTED_WRONG_FACTOR,
            EventKind.REJECTED_LOCKDOWN,
            EventKind.REJECTED_TAMPER,
            EventKind.PIN_GUESSING);

    /// After the longest rest, and the day after it, nothing is known of a door.
    public static final Duration AGE_MAX = Duration.ofNanos(WrongPins.RESTS_NS.getLast() + WrongPins.FORGET_NS);

    private WrongPinLog() {}

    /// An event, and how long ago it happened.
    public record Dated(EventDraft event, Duration age) {}

    /// Those of the events, oldest first, that say something at `nowMs`. The clock may have been set between them:
    /// none is newer than the one after it in the log, and none has yet to come.
    public static List<Dated> dated(List<Event> events, long nowMs) {
        var dated = new ArrayList<Dated>();
        long agoMs = 0;
        for (Event event : events.reversed()) {
            agoMs = Math.max(agoMs, nowMs - event.draft().occurredAtMs());
            if (agoMs > AGE_MAX.toMillis()) break;
            dated.add(new Dated(event.draft(), Duration.ofMillis(agoMs)));
        }
        return dated.reversed();
    }

    static void replay(EventDraft event, long atNs, PinGuard pins) {
        Long channelId = event.subject().channelId();
        if (channelId == null) return;
        Long personId = event.subject().personId();
        if (event.kind() == EventKind.PIN_GUESSING) {
            boolean ofPerson = AccessEvents.OF_PERSON.equals(event.additional().get(AccessEvents.OF));
            int inRow = number(event, AccessEvents.IN_ROW);
            if (inRow < 1 || (ofPerson && personId == null)) return;
            var rest = new Rest(inRow, number(event, AccessEvents.WRONG));
            pins.remember(channelId, ofPerson ? personId : null, rest, atNs);
        } else if (isWrongPin(event) && (wasCompared(event) || !pins.rests(channelId, null, false, atNs))) {
            pins.wrong(channelId, personId, atNs); // rests that begin with it are in the log
        }
    }

    /// Whether an event of the log tells of a wrong PIN.
    static boolean isWrongPin(EventDraft event) {
        Object second = event.additional().get("second_factor");
        if (event.kind() == EventKind.REJECTED_WRONG_FACTOR) {
            return "pin".equals(second) && !event.additional().containsKey(AccessEvents.GIVEN_UP);
        }
        boolean nobodys = event.subject().pin() && event.subject().personId() == null && second == null;
        // What the box repeats at the second door of an airlock was accepted at the first one.
        boolean isRepeated = event.additional().containsKey(TraceWords.AIRLOCK_FROM);
        return nobodys && !isRepeated && KINDS.contains(event.kind());
    }

    /// Elsewhere the door turned the person away whatever the PIN was, and during a rest it counts for nothing.
    private static boolean wasCompared(EventDraft event) {
        return event.kind() == EventKind.REJECTED_UNKNOWN_PIN || event.kind() == EventKind.REJECTED_WRONG_FACTOR;
    }

    private static int number(EventDraft event, String name) {
        return event.additional().get(name) instanceof Number number ? Math.clamp(number.longValue(), 0, 1_000) : 0;
    }
}
