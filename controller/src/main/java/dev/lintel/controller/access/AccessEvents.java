package dev.lintel.controller.access;

import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decisions in the event log's words: who, what was presented, and the trace of reasons. Pure; any thread.
final class AccessEvents {
    /// What reads show in place of a PIN.
    private static final String PIN_SHOWN = "****";

    private AccessEvents() {}

    static EventDraft decided(Presentation read, @Nullable CardNumber number, Decision decision, Instant now) {
        var trace = trace(read);
        if (number != null) {
            trace.put("format", number.format());
            if (number.facility() != null) trace.put("facility", number.facility());
        }
        EventKind kind = switch (decision) {
            case Decision.Admitted a -> {
                trace.put("credential_type", a.holder().credentialType());
                trace.put("role_id", a.by().roleId());
                if (a.by().groupId() != null) trace.put("group_id", a.by().groupId());
                if (a.by().shiftId() != null) trace.put("shift_id", a.by().shiftId());
                yield read.shown() instanceof Shown.Pin ? EventKind.ADMITTED_PIN : EventKind.ADMITTED_CARD;
            }
            case Decision.Rejected r -> {
                trace.put("reason", r.reason().word());
                // An unknown card is enrolled from here: its bits, exactly as read.
                if (r.reason() == Reason.UNKNOWN_CARD) putBits(trace, read.shown());
                yield r.reason().kind();
            }
        };
        return new EventDraft(kind, now.toEpochMilli(), read.atNs(), subject(read, number, decision.holder()), trace);
    }

    /// The answer when no decision came in time.
    static EventDraft notReady(Presentation read, Instant now) {
        var trace = trace(read);
        trace.put("reason", Reason.NOT_READY.word());
        putBits(trace, read.shown());
        return new EventDraft(
                Reason.NOT_READY.kind(), now.toEpochMilli(), read.atNs(), subject(read, null, null), trace);
    }

    private static Map<String, Object> trace(Presentation read) {
        var trace = new LinkedHashMap<String, Object>();
        trace.put("reader", read.side());
        return trace;
    }

    private static void putBits(Map<String, Object> trace, Shown shown) {
        if (!(shown instanceof Shown.Card(CardBits bits))) return;
        trace.put("bit_count", (long) bits.count());
        trace.put("bits", bits.toString());
    }

    private static Subject subject(Presentation read, @Nullable CardNumber number, @Nullable Holder holder) {
        String presented = switch (read.shown()) {
            case Shown.Pin _ -> PIN_SHOWN;
            case Shown.Text(String text) -> text;
            case Shown.Card(CardBits bits) ->
                number == null || number.value() == CardNumber.TOO_LARGE
                        ? bits.number().toString()
                        : Long.toString(number.value());
        };
        return new Subject(
                read.channelId(),
                holder == null ? null : (Long) holder.personId(),
                holder == null ? null : holder.personName(),
                holder == null ? null : (Long) holder.credentialId(),
                presented,
                read.shown() instanceof Shown.Pin);
    }
}
