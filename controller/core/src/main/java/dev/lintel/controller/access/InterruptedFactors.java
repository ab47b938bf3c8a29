package dev.lintel.controller.access;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.controller.time.Time;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Answers persons whose process was killed while it awaited a second factor, another person or an operator: each
/// presentation has one answer. The next start asks the log, so that the answer of one start is the reason why another
/// gives none. Pure.
///
/// ```
///   MFA_STARTED ... killed           | start: REJECTED_TIMEOUT, interrupted, started_event 17
///   MFA_STARTED, awaits ... killed   | start: REJECTED_ALONE (a group: REJECTED_OCCUPANCY), the same
///   APPROVAL_REQUESTED ... killed    | start: REJECTED_NOT_APPROVED, the same
/// ```
public final class InterruptedFactors {
    /// In `additional`: the id of the MFA_STARTED or APPROVAL_REQUESTED that is answered.
    public static final String STARTED_EVENT = "started_event";

    /// In `additional`: the process ended while it awaited the second factor, the other person or the operator.
    public static final String INTERRUPTED = "interrupted";

    /// Newest events that are looked through: more than a box of 64 doors has within the thirty seconds of a wait.
    public static final int SOUGHT = 2_000;

    /// The second factor of each reader, the other person by reader and person, the operator by the request.
    private final Map<ReaderPlace, List<Event>> factors = new LinkedHashMap<>();
    private final Map<ReaderPlace, Map<Long, Event>> companions = new LinkedHashMap<>();
    private final Map<Object, Event> operators = new LinkedHashMap<>();

    private InterruptedFactors() {}

    /// The kinds that [#answers] looks at.
    public static Set<EventKind> kinds() {
        Set<EventKind> kinds = EnumSet.of(EventKind.MFA_STARTED, EventKind.APPROVAL_REQUESTED);
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
        var open = new InterruptedFactors();
        for (Event event : events) {
            ReaderPlace reader = reader(event);
            if (reader != null && !event.draft().answersPhone()) open.take(event, reader);
        }
        var answers = new ArrayList<EventDraft>();
        for (List<Event> started : open.factors.values()) {
            for (Event one : started) answers.add(answer(one, Reason.TIMEOUT, SecondFactors.WINDOW_NS, time));
        }
        for (Map<Long, Event> started : open.companions.values()) {
            for (Event one : started.values()) answers.add(answer(one, alone(one), SecondFactors.WINDOW_NS, time));
        }
        for (Event one : open.operators.values()) {
            answers.add(answer(one, Reason.NOT_APPROVED, Approvals.WINDOW_NS, time));
        }
        return answers;
    }

    private static Reason alone(Event started) {
        Object awaits = started.draft().additional().get(TraceWords.AWAITS);
        return TraceWords.GROUP.equals(awaits) ? Reason.AREA_MINIMUM : Reason.ALONE;
    }

    private void take(Event event, ReaderPlace reader) {
        Map<String, Object> facts = event.draft().additional();
        Object request = facts.get(AccessEvents.APPROVAL_ID);
        Long person = event.subject().personId();
        if (event.kind() == EventKind.APPROVAL_REQUESTED && request != null) {
            factors.remove(reader); // the first factor of this person
            companions.getOrDefault(reader, new LinkedHashMap<>()).remove(person); // the wait before it
            operators.putIfAbsent(request, event); // the same again does not prolong it
        } else if (event.kind() == EventKind.MFA_STARTED && facts.containsKey(TraceWords.AWAITS) && person != null) {
            factors.remove(reader);
            // One of the same person before it has no answer of its own.
            companions.computeIfAbsent(reader, _ -> new LinkedHashMap<>()).put(person, event);
        } else if (event.kind() == EventKind.MFA_STARTED) {
            factors.computeIfAbsent(reader, _ -> new ArrayList<>()).add(event);
        } else if (isAnswer(event.kind())) {
            answered(event, reader, request);
        }
    }

    private void answered(Event event, ReaderPlace reader, @Nullable Object request) {
        if (request != null) {
            operators.remove(request);
            return;
        }
        // A card that is refused in between does not end the wait.
        Set<String> facts = event.draft().additional().keySet();
        boolean together = facts.stream().anyMatch(TraceWords.COMPANIONS::contains);
        boolean ends = facts.contains(TraceWords.AWAITS) || facts.contains(TraceWords.WAITED);
        boolean alone = event.kind().isRejected() && ends;
        Long person = event.subject().personId();
        Map<Long, Event> waiting = companions.get(reader);
        boolean endsWait =
                waiting != null && (event.kind().isAdmitted() || together || alone) && waiting.remove(person) != null;
        if (!alone) endFactors(event, reader);
        else if (!endsWait) endFactor(reader, person); // refused together with those who waited
    }

    /// The answer ends the waits at the reader, but for one that began after a presentation that was turned away.
    private void endFactors(Event event, ReaderPlace reader) {
        boolean turnedAway =
                event.kind() == EventKind.REJECTED_NOT_READY && event.subject().personId() == null;
        long atMs = event.draft().occurredAtMs();
        factors.getOrDefault(reader, new ArrayList<>())
                .removeIf(started -> !turnedAway || started.draft().occurredAtMs() <= atMs);
    }

    private void endFactor(ReaderPlace reader, @Nullable Long person) {
        factors.getOrDefault(reader, new ArrayList<>())
                .removeIf(started -> Objects.equals(started.subject().personId(), person));
    }

    private static @Nullable ReaderPlace reader(Event event) {
        Long channelId = event.subject().channelId();
        Object side = event.draft().additional().get("reader");
        return channelId == null || side == null ? null : new ReaderPlace(channelId, side.toString());
    }

    private static EventDraft answer(Event started, Reason reason, long windowNs, Time time) {
        EventDraft draft = started.draft();
        Map<String, Object> trace = new LinkedHashMap<>(draft.additional());
        trace.put("reason", reason.word());
        trace.put(INTERRUPTED, true);
        trace.put(STARTED_EVENT, started.id());
        long overMs = draft.occurredAtMs() + TimeUnit.NANOSECONDS.toMillis(windowNs);
        return new EventDraft(reason.kind(), Math.min(overMs, time.nowMs()), time.nowNs(), draft.subject(), trace);
    }
}
