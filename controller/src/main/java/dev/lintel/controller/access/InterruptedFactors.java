package dev.lintel.controller.access;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Answers first factors whose process was killed while it awaited the second: each presentation has one answer. The
/// next start asks the log, so that the answer of one start is the reason why another gives none. Pure.
///
/// ```
///   MFA_STARTED ... killed | start: REJECTED_TIMEOUT, interrupted, started_event 17
/// ```
public final class InterruptedFactors {
    /// In `additional`: the id of the MFA_STARTED that is answered.
    public static final String STARTED_EVENT = "started_event";

    /// In `additional`: the process ended while it awaited the second factor.
    public static final String INTERRUPTED = "interrupted";

    /// Newest events that are looked through: more than a box of 64 doors has within the ten seconds of a wait.
    public static final int SOUGHT = 2_000;

    private InterruptedFactors() {}

    /// The kinds that [#answers] looks at.
    public static Set<EventKind> kinds() {
        Set<EventKind> kinds = EnumSet.of(EventKind.MFA_STARTED);
        for (EventKind kind : EventKind.values()) if (isAnswer(kind)) kinds.add(kind);
        return kinds;
    }

    /// Not of an exit, nor by hand: those are at no reader.
    private static boolean isAnswer(EventKind kind) {
        return switch (kind) {
            case ADMITTED_MANUAL, ADMITTED_REQUEST_EXIT, ADMITTED_AUXILIARY -> false;
            default -> kind.isAdmitted() || kind.isRejected();
        };
    }

    /// The missing answers. `events` are those of the last process, oldest first. The answer is dated to the end of the
    /// wait, as far as that is over.
    public static List<EventDraft> answers(List<Event> events, Time time) {
        Map<ReaderPlace, List<Event>> open = new LinkedHashMap<>();
        for (Event event : events) {
            ReaderPlace reader = reader(event);
            if (reader == null) continue;
            if (event.kind() == EventKind.MFA_STARTED) {
                open.computeIfAbsent(reader, _ -> new ArrayList<>()).add(event);
            } else if (isAnswer(event.kind()) && !event.draft().answersPhone()) {
                open.remove(reader);
            }
        }
        return open.values().stream()
                .flatMap(List::stream)
                .map(started -> answer(started, time))
                .toList();
    }

    private static @Nullable ReaderPlace reader(Event event) {
        Long channelId = event.subject().channelId();
        Object side = event.draft().additional().get("reader");
        return channelId == null || side == null ? null : new ReaderPlace(channelId, side.toString());
    }

    private static EventDraft answer(Event started, Time time) {
        EventDraft draft = started.draft();
        Map<String, Object> trace = new LinkedHashMap<>(draft.additional());
        trace.put("reason", Reason.TIMEOUT.word());
        trace.put(INTERRUPTED, true);
        trace.put(STARTED_EVENT, started.id());
        long overMs = draft.occurredAtMs() + TimeUnit.NANOSECONDS.toMillis(SecondFactors.WINDOW_NS);
        return new EventDraft(
                Reason.TIMEOUT.kind(), Math.min(overMs, time.nowMs()), time.nowNs(), draft.subject(), trace);
    }
}
