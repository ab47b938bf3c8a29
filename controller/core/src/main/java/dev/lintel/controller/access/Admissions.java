package dev.lintel.controller.access;

import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Passage;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Letting somebody in by hand, from a desk: the words of its events, and the decision. What the door makes of it
/// comes from the door lane ([LaneInput.ByHand]); [AdmissionDesk] does it all in order. Immutable; any thread that
/// may block.
///
/// ```
///   ADMISSION_REQUESTED   somebody is to be let in; its id is the request's, and on disk before anything is done
///     '-- one of          ADMITTED_MANUAL, ADMISSION_DENIED, ADMISSION_OFFLINE, with `admission_request_id`
///                         none: the box ended in between, and whoever asked does not know
/// ```
public final class Admissions {
    /// Names the request in what came of it.
    public static final String REQUEST_ID = "admission_request_id";

    /// Names the same request at the hub that it was asked at.
    public static final String HUB_REQUEST_ID = "hub_request_id";

    public static final String REASON = "reason";

    private final HandDecisions decisions;
    private final Time time;

    public Admissions(HandDecisions decisions, Time time) {
        this.decisions = decisions;
        this.time = time;
    }

    /// What an operator asks.
    ///
    /// @param person whose rights count; null for anybody, whom the operator answers for
    /// @param by the operator
    /// @param credential what the operator showed, such as `api_key 3`
    /// @param atNs monotonic time
    /// @param hubRequest the id that a hub has given the request; null where it was asked here
    public record Asked(
            long channelId,
            @Nullable Named person,
            String by,
            String credential,
            long atNs,
            @Nullable Long hubRequest) {
        /// Asked at this box.
        public Asked(long channelId, @Nullable Named person, String by, String credential, long atNs) {
            this(channelId, person, by, credential, atNs, null);
        }
    }

    /// A person by id, with the name that the log keeps.
    public record Named(long id, String name) {}

    /// What is decided.
    public sealed interface Weighed {
        /// They may pass, as far as a decision can say.
        record Passes(EventDraft event, Passage passage) implements Weighed {}

        /// They may not: `event` is ADMISSION_DENIED, or ADMISSION_OFFLINE where no decision was made in time.
        record Denied(EventDraft event) implements Weighed {}
    }

    public EventDraft requested(Asked asked) {
        return draft(EventKind.ADMISSION_REQUESTED, asked, trace(asked));
    }

    /// Decides on the request of that id. Throws when the database cannot be read.
    public Weighed weigh(Asked asked, long requestId) {
        Map<String, Object> trace = trace(asked);
        trace.put(REQUEST_ID, requestId);
        Named person = asked.person;
        if (person == null) {
            return new Weighed.Passes(draft(EventKind.ADMITTED_MANUAL, asked, trace), Passage.USUAL);
        }
        Weighed weighed = decisions.byHand(asked.channelId, person.id, decision -> weighed(asked, trace, decision));
        return weighed == null ? new Weighed.Denied(busy(asked, requestId)) : weighed;
    }

    private Weighed weighed(Asked asked, Map<String, Object> trace, Decision decision) {
        trace.putAll(decision.trace().toMap());
        return switch (decision) {
            case Decision.Admitted admitted -> {
                trace.putAll(admitted.trace().ofAdmission());
                EventDraft event = draft(EventKind.ADMITTED_MANUAL, asked, trace);
                decisions.admits(event); // first: the lane may have answered at once
                yield new Weighed.Passes(event, AccessFlow.passage(admitted));
            }
            case Decision.Rejected rejected -> {
                trace.put(REASON, rejected.reason().word());
                yield new Weighed.Denied(draft(EventKind.ADMISSION_DENIED, asked, trace));
            }
            case Decision.Awaiting _ -> throw new IllegalStateException("who shows nothing gives no second factor");
        };
    }

    /// For the door lane. `answered` as there.
    public LaneInput.ByHand input(Asked asked, Weighed.Passes passes, Runnable answered) {
        return new LaneInput.ByHand(
                asked.channelId, asked.atNs, passes.event, passes.passage, asked.person == null, answered);
    }

    /// The decision thread or the door lane has no room for the request of that id.
    public EventDraft busy(Asked asked, long requestId) {
        return offline(asked, requestId, "busy");
    }

    /// Nothing is known to have been done about the request of that id, and why.
    public EventDraft offline(Asked asked, long requestId, String reason) {
        Map<String, Object> trace = trace(asked);
        trace.put(REQUEST_ID, requestId);
        trace.put(REASON, reason);
        return draft(EventKind.ADMISSION_OFFLINE, asked, trace);
    }

    private static Map<String, Object> trace(Asked asked) {
        var trace = new LinkedHashMap<String, Object>();
        trace.put("by", asked.by);
        trace.put("credential", asked.credential);
        if (asked.hubRequest != null) trace.put(HUB_REQUEST_ID, asked.hubRequest);
        return trace;
    }

    private EventDraft draft(EventKind kind, Asked asked, Map<String, Object> trace) {
        Named person = asked.person;
        var subject = new Subject(
                asked.channelId,
                person == null ? null : (Long) person.id,
                person == null ? null : person.name,
                null,
                null,
                false);
        return new EventDraft(kind, time.nowMs(), time.nowNs(), subject, trace);
    }
}
