package dev.lintel.controller.access;

import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A decision in the event log's words: who, what was presented, and the trace. Immutable; any thread.
///
/// @param first the presentation that says who it is
/// @param last the one that completed it: the same, or the second factor
/// @param now when the decision was made
record AccessEvents(Presentation first, Presentation last, Instant now) {
    /// Of a REJECTED_WRONG_FACTOR: that no second factor was shown.
    static final String GIVEN_UP = "given_up";
    /// Names the request for an operator's approval.
    static final String APPROVAL_ID = "approval_id";
    /// Of a DURESS: why the person was refused.
    static final String REFUSED = "refused";
    /// Of a REJECTED_UNKNOWN_CARD and an UNKNOWN_CARDS_OVER: how many cards had no event.
    static final String UNREPORTED = "unreported";
    /// Of a PIN_GUESSING: `door` or `person`.
    static final String OF = "of";
    static final String OF_PERSON = "person";
    /// Of a PIN_GUESSING: how many rests there were one after the other, with this one.
    static final String IN_ROW = "in_row";
    static final String WRONG = "wrong";
    /// What reads show in place of a PIN.
    private static final String PIN_SHOWN = "****";
    /// The last of a pass's number, which reads show of it.
    private static final int PASS_DIGITS = 4;
    /// As many digits as a pass's number has, after any zeros.
    private static final Pattern LIKE_PASS =
            Pattern.compile("(?<![1-9][0-9]{0,20})[1-9][0-9]{" + (PassNumber.DIGITS - 1) + "}(?![0-9])");

    /// The kind of an admission: what was shown. That nothing was needed, for the door stands unlocked, only the
    /// door lane knows.
    static EventKind kind(Decision.Admitted admitted, boolean pinAlone) {
        Holder holder = admitted.holder();
        if (holder.byWallet()) {
            return switch (holder.wallet()) {
                case "apple" -> EventKind.ADMITTED_APPLE;
                case "google" -> EventKind.ADMITTED_GOOGLE;
                default -> EventKind.ADMITTED_MOBILE; // an older box told of it
            };
        }
        if (holder.byPhone()) return EventKind.ADMITTED_MOBILE;
        return pinAlone ? EventKind.ADMITTED_PIN : EventKind.ADMITTED_CARD;
    }

    EventDraft admitted(Decision.Admitted admitted) {
        boolean pinAlone = first.shown() instanceof Shown.Pin && first.id() == last.id();
        var trace = admitted.trace().toMap();
        trace.putAll(admitted.trace().ofAdmission());
        return draft(kind(admitted, pinAlone), admitted, trace);
    }

    /// The admission of a person whose earlier one at the same reader is not used yet. It names the operator who
    /// approved that, and, unless the leaf has opened since, the persons who were admitted together with this one.
    EventDraft admittedAgain(Decision.Admitted admitted, UnusedAdmissions.Unused before) {
        EventDraft again = admitted(admitted);
        Map<String, Object> trace = new LinkedHashMap<>(again.additional());
        before.admission().additional().forEach((fact, value) -> {
            boolean others = !before.shared() && TraceWords.COMPANIONS.contains(fact);
            if (others || fact.equals(TraceWords.DECIDED_BY)) trace.put(fact, value);
        });
        return new EventDraft(again.kind(), again.occurredAtMs(), again.monotonicNs(), again.subject(), trace);
    }

    /// `unreported`: how many unknown cards before this one have no event.
    EventDraft rejected(Decision.Rejected rejected, long unreported) {
        var trace = rejected.trace().toMap();
        if (unreported > 0) trace.put(UNREPORTED, unreported);
        trace.put("reason", rejected.reason().word());
        // An unknown card is enrolled from here: its bits, exactly as read.
        if (rejected.holder() == null) putBits(trace, first.shown());
        return draft(rejected.reason().kind(), rejected, trace);
    }

    /// The answer to a first factor that was followed by none of the second kind, which is no wrong PIN.
    EventDraft givenUp(Decision.Awaiting waits) {
        var trace = waits.trace().toMap();
        trace.put("reason", Reason.WRONG_FACTOR.word());
        trace.put(GIVEN_UP, true);
        return draft(Reason.WRONG_FACTOR.kind(), waits, trace);
    }

    EventDraft started(Decision.Awaiting waits) {
        return draft(EventKind.MFA_STARTED, waits, waits.trace().toMap());
    }

    /// The answer when `windowNs` go by without a second factor; the door dates it when they have.
    EventDraft timedOut(Decision.Awaiting waits, long windowNs) {
        var trace = waits.trace().toMap();
        trace.put("reason", Reason.TIMEOUT.word());
        return new EventDraft(
                Reason.TIMEOUT.kind(),
                now.toEpochMilli(),
                last.atNs() + windowNs,
                subject(waits.holder(), waits.trace().number()),
                trace);
    }

    /// The admission of one of several persons together, all by what was presented at `atNs`.
    EventDraft admitted(Decision.Admitted admitted, List<Holder> others, long atNs) {
        EventDraft alone = admitted(admitted);
        Map<String, Object> trace = new LinkedHashMap<>(alone.additional());
        if (others.size() == 1) {
            trace.put(TraceWords.COMPANION_ID, others.getFirst().personId());
            trace.put(TraceWords.COMPANION, others.getFirst().personName());
        } else {
            trace.put(
                    TraceWords.COMPANION_IDS,
                    others.stream().map(Holder::personId).toList());
            trace.put(
                    TraceWords.COMPANION_NAMES,
                    others.stream().map(Holder::personName).toList());
        }
        return new EventDraft(alone.kind(), alone.occurredAtMs(), atNs, alone.subject(), trace);
    }

    /// The answer, at `atNs`, to a person who was to pass with others: admitted where the person needs none.
    EventDraft without(Decision.Admitted admitted, long atNs) {
        boolean needs = admitted.company().need() != Company.Need.NONE;
        EventDraft event = needs ? alone(admitted) : admitted(admitted);
        return new EventDraft(event.kind(), event.occurredAtMs(), atNs, event.subject(), event.additional());
    }

    /// The event of a person who waits for other people, because this person may not pass alone.
    EventDraft started(Decision.Admitted alone) {
        return draft(EventKind.MFA_STARTED, alone, awaits(alone));
    }

    /// The answer where they do not come. The door sets its time.
    EventDraft alone(Decision.Admitted alone) {
        Reason reason = alone.company().need() == Company.Need.GROUP ? Reason.AREA_MINIMUM : Reason.ALONE;
        Map<String, Object> trace = awaits(alone);
        trace.put("reason", reason.word());
        return draft(reason.kind(), alone, trace);
    }

    /// `refusal` of a person who waited for others and may not enter any more: it ends the wait.
    static EventDraft endsWait(EventDraft refusal, Decision.Admitted waited) {
        Map<String, Object> trace = new LinkedHashMap<>(refusal.additional());
        trace.put(TraceWords.WAITED, word(waited.company().need()));
        return new EventDraft(refusal.kind(), refusal.occurredAtMs(), refusal.monotonicNs(), refusal.subject(), trace);
    }

    private static String word(Company.Need need) {
        return need.name().toLowerCase(Locale.ROOT);
    }

    /// The answer to one of several persons who were to pass together, and are too many.
    EventDraft tooMany(Decision.Admitted together, Trace.People people) {
        Map<String, Object> trace = awaits(together);
        trace.putAll(together.trace().with(people).toMap());
        trace.remove(Trace.AREA); // the person enters nothing
        trace.put("reason", Reason.AREA_FULL.word());
        return draft(Reason.AREA_FULL.kind(), together, trace);
    }

    /// The answer when `windowNs` go by without the other person; the door dates it when they have.
    EventDraft alone(Decision.Admitted alone, long windowNs) {
        EventDraft event = alone(alone);
        long atNs = last.atNs() + windowNs;
        return new EventDraft(event.kind(), event.occurredAtMs(), atNs, event.subject(), event.additional());
    }

    /// An operator is asked.
    EventDraft asked(Approvals.Waiting waiting) {
        Map<String, Object> trace = awaits(waiting.decision());
        trace.put(APPROVAL_ID, waiting.id());
        return draft(EventKind.APPROVAL_REQUESTED, waiting.decision(), trace);
    }

    /// The answer when no operator decides until the wait is over; the door dates it then.
    EventDraft notApproved(Approvals.Waiting waiting) {
        EventDraft event = notApproved(waiting, Reason.NOT_APPROVED, null);
        return new EventDraft(
                event.kind(), event.occurredAtMs(), waiting.untilNs(), event.subject(), event.additional());
    }

    /// The refusal of a person who waited for an operator. `by`: the operator who denied it; null: no operator decided.
    EventDraft notApproved(Approvals.Waiting waiting, Reason reason, @Nullable String by) {
        Map<String, Object> trace = awaits(waiting.decision());
        trace.put(APPROVAL_ID, waiting.id());
        trace.put("reason", reason.word());
        if (by != null) trace.put(TraceWords.DECIDED_BY, by);
        return draft(reason.kind(), waiting.decision(), trace);
    }

    /// `answer` with the operator who approved it, at `atNs`.
    static EventDraft approved(EventDraft answer, Approvals.Waiting waiting, String by, long atNs) {
        Map<String, Object> trace = new LinkedHashMap<>(answer.additional());
        trace.put(APPROVAL_ID, waiting.id());
        trace.put(TraceWords.DECIDED_BY, by);
        return new EventDraft(answer.kind(), answer.occurredAtMs(), atNs, answer.subject(), trace);
    }

    private static Map<String, Object> awaits(Decision.Admitted alone) {
        Map<String, Object> trace = alone.trace().toMap();
        trace.remove(Trace.AREA); // the person enters nothing yet
        trace.put(TraceWords.AWAITS, word(alone.company().need()));
        return trace;
    }

    /// A PIN under duress, whatever came of it.
    EventDraft duress(Decision decision) {
        var trace = decision.trace().toMap();
        if (decision instanceof Decision.Rejected rejected)
            trace.put(REFUSED, rejected.reason().word());
        return draft(EventKind.DURESS, decision, trace);
    }

    /// PINs rest from now on: at the door, which names nobody, or of the person whose second factor was wrong.
    EventDraft guessing(PinGuard.Begun begun, Decision.Rejected rejected) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(Trace.READER, last.side());
        facts.put(OF, begun.ofPerson() ? OF_PERSON : "door");
        facts.put(WRONG, (long) begun.rest().wrong());
        facts.put("rest_seconds", TimeUnit.NANOSECONDS.toSeconds(begun.rest().lengthNs()));
        facts.put(IN_ROW, (long) begun.rest().inRow());
        if (begun.ofPerson()) return draft(EventKind.PIN_GUESSING, rejected, facts);
        return ofReader(EventKind.PIN_GUESSING, last.channelId(), facts);
    }

    /// One unknown card too many.
    EventDraft unknownCards() {
        Map<String, Object> facts = Map.of(Trace.READER, last.side(), "cards", UnknownCards.MAX);
        return ofReader(EventKind.UNKNOWN_CARDS, last.channelId(), facts);
    }

    /// No more of them, wherever this was presented.
    EventDraft unknownCardsOver(UnknownCards.Over over) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(Trace.READER, over.reader().side());
        facts.put("cards", over.cards());
        facts.put(UNREPORTED, over.unreported());
        return ofReader(EventKind.UNKNOWN_CARDS_OVER, over.reader().channelId(), facts);
    }

    private EventDraft ofReader(EventKind kind, long channelId, Map<String, Object> facts) {
        return new EventDraft(kind, now.toEpochMilli(), last.atNs(), Subject.channel(channelId), facts);
    }

    /// The answer when no decision came in time.
    static EventDraft notReady(Presentation read, Instant now) {
        Map<String, Object> trace = new LinkedHashMap<>();
        trace.put("reader", read.side());
        trace.put("reason", Reason.NOT_READY.word());
        putBits(trace, read.shown());
        putRequest(trace, read.shown());
        var events = new AccessEvents(read, read, now);
        return new EventDraft(
                Reason.NOT_READY.kind(), now.toEpochMilli(), read.atNs(), events.subject(null, null), trace);
    }

    private EventDraft draft(EventKind kind, Decision decision, Map<String, Object> trace) {
        putRequest(trace, last.shown());
        var subject = subject(decision.holder(), decision.trace().number());
        return new EventDraft(kind, now.toEpochMilli(), last.atNs(), subject, trace);
    }

    /// A scanned code without what may be a pass of a wallet, also of one that this box has not heard of yet: digits of
    /// that many bits, whatever stands before or behind them.
    private static String scanned(String text) {
        Matcher digits = LIKE_PASS.matcher(text);
        return digits.replaceAll(found -> {
            long number = Long.parseLong(found.group());
            boolean pass = PassNumber.isOne(number);
            return Matcher.quoteReplacement(pass ? passShown(found.group()) : found.group());
        });
    }

    /// A code is copied from its number alone, so a log tells only what two passes are told apart by.
    private static String passShown(String digits) {
        return PIN_SHOWN + digits.substring(Math.max(0, digits.length() - PASS_DIGITS));
    }

    private static void putBits(Map<String, Object> trace, Shown shown) {
        if (!(shown instanceof Shown.Card(CardBits bits))) return;
        trace.put("bit_count", (long) bits.count());
        trace.put("bits", bits.toString());
    }

    private static void putRequest(Map<String, Object> trace, Shown shown) {
        if (shown instanceof Shown.Phone(long _, String request)) trace.put(EventDraft.PHONE_REQUEST, request);
    }

    private Subject subject(@Nullable Holder holder, @Nullable CardNumber number) {
        String presented = switch (first.shown()) {
            case Shown.Pin _ -> PIN_SHOWN;
            case Shown.Phone _ -> null;
            case Shown.Text(String text, boolean scanned) -> {
                if (holder != null && holder.byWallet()) yield passShown(text);
                yield scanned ? scanned(text) : text;
            }
            case Shown.Card(CardBits bits) -> {
                if (number == null || number.value() == CardNumber.TOO_LARGE)
                    yield bits.number().toString();
                String digits = Long.toString(number.value());
                yield holder != null && holder.byWallet() ? passShown(digits) : digits;
            }
        };
        return new Subject(
                first.channelId(),
                holder == null ? null : (Long) holder.personId(),
                holder == null ? null : holder.personName(),
                holder == null ? null : holder.credentialId(),
                presented,
                first.shown() instanceof Shown.Pin);
    }
}
