package dev.lintel.controller.access;

import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.access.SecondFactors.Awaited;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Passage;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.ClockReading;
import java.util.List;
import java.util.function.Supplier;

/// What happens when a card is presented. Start reading Lintel here. Runs on the decision thread.
public final class AccessFlow {
    private final Parts parts;
    private final SecondFactors seconds = new SecondFactors();
    private final KeypadGuard keypads = new KeypadGuard();

    /// What a decision is made of.
    ///
    /// @param policy gives the newest picture of the site's policy
    /// @param gates the doors as they stand
    /// @param lane hands to the door lane and says whether it took it
    /// @param log takes what is beside an answer; the answer itself goes by the lane
    /// @param contact how it stands with the hub that this box follows; asked on the decision thread, never waits
    public record Parts(
            Supplier<ClockReading> clock,
            AccessRules rules,
            Supplier<AccessPolicy> policy,
            Gates gates,
            Places places,
            Uses uses,
            Lane lane,
            EventLog log,
            Supplier<Contact> contact) {
        /// Where no credential was ever used.
        public Parts(
                Supplier<ClockReading> clock,
                AccessRules rules,
                Supplier<AccessPolicy> policy,
                Gates gates,
                Places places,
                Lane lane,
                EventLog log,
                Supplier<Contact> contact) {
            this(clock, rules, policy, gates, places, Uses.NONE, lane, log, contact);
        }

        /// Of a box that follows nobody.
        public Parts(
                Supplier<ClockReading> clock,
                AccessRules rules,
                Supplier<AccessPolicy> policy,
                Gates gates,
                Places places,
                Lane lane,
                EventLog log) {
            this(clock, rules, policy, gates, places, lane, log, () -> Contact.STANDALONE);
        }
    }

    public AccessFlow(Parts parts) {
        this.parts = parts;
    }

    /// Whether an event of the log tells of a wrong PIN.
    public static boolean toldOfWrongPin(EventDraft event) {
        if (event.kind() == EventKind.REJECTED_UNKNOWN_PIN) return true;
        return event.kind() == EventKind.REJECTED_WRONG_FACTOR
                && "pin".equals(event.additional().get("second_factor"))
                && !event.additional().containsKey(AccessEvents.GIVEN_UP);
    }

    /// PINs that were wrong before the process began; a keypad rests over a restart too.
    public void remember(long channelId, String side, long wrongAtNs) {
        keypads.wrong(new ReaderPlace(channelId, side), wrongAtNs);
    }

    /// From bits to strike, top to bottom. Throws when the database cannot be read; whoever stands there is turned
    /// away as not ready.
    public void onRead(Presentation read, ReaderFormats formats) {
        var reader = new ReaderPlace(read.channelId(), read.side());
        ClockReading clock = parts.clock.get();

        // 1. The reader's bits become a number by the first of its formats that fits, a code's digits are one; keys
        // are a PIN already.
        Evidence shown = evidence(read.shown(), formats);

        // 2. It is the second factor of whoever stands there, or the first thing that somebody shows. Who shows a
        // card where their PIN is awaited begins again: the first presentation ends here.
        // A phone is at no reader: it is nobody's second factor, and takes nobody's turn.
        Awaited awaited = read.shown() instanceof Shown.Phone ? null : seconds.take(reader, read.atNs());
        if (awaited != null && !awaited.takes(shown)) {
            giveUp(awaited, clock);
            awaited = null;
        }
        Presentation first = awaited == null ? read : awaited.read();
        Question question = awaited == null
                ? new Question(read.channelId(), read.side(), shown, null)
                : new Question(read.channelId(), read.side(), awaited.first(), shown);

        // 3. Holder and rights are looked up in SQLite, shifts and zones in memory.
        var now = new Circumstances(
                clock,
                parts.policy.get(),
                parts.gates.of(question),
                keypads.rests(reader, read.atNs()),
                parts.places,
                parts.uses,
                parts.contact.get());
        Decision decision;
        try {
            decision = parts.rules.decide(question, now);
        } catch (RuntimeException e) { // the database cannot be read: one answer, to both factors where there are two
            parts.lane.offer(answered(first, read, AccessEvents.notReady(read, clock.now()), Passage.USUAL));
            throw e;
        }
        if (decision instanceof Decision.Rejected r && r.wrongPin()) keypads.wrong(reader, read.atNs());

        // 4. The door lane steps the door, drives strike and LED, then appends the answer's event: see Doors.answer.
        // Should it have no room, its own time limit turns the person away.
        var events = new AccessEvents(first, read, clock.now());
        switch (decision) {
            case Decision.Awaiting waits -> {
                seconds.await(reader, new Awaited(read, shown, waits));
                parts.lane.offer(secondAwaited(read, events, waits));
            }
            case Decision.Admitted admitted -> {
                EventDraft admission = events.admitted(admitted);
                parts.places.decided(admission); // first: the lane may have answered at once
                parts.uses.decided(admission, admitted.holder());
                parts.lane.offer(answered(first, read, admission, passage(admitted)));
                // Beside it, and not a word of it in the answer: who forces a person may be looking on.
                if (admitted.duress()) parts.log.append(events.duress(admitted));
            }
            case Decision.Rejected rejected ->
                parts.lane.offer(answered(first, read, events.rejected(rejected), Passage.USUAL));
        }
    }

    private static Evidence evidence(Shown shown, ReaderFormats formats) {
        return switch (shown) {
            case Shown.Card card -> new Evidence.Card(formats.decode(card.bits()));
            case Shown.Text(String text, boolean scanned) ->
                scanned ? new Evidence.Code(CodeNumber.of(text)) : new Evidence.Card(CodeNumber.of(text));
            case Shown.Pin pin -> new Evidence.Pin(pin.digits());
            case Shown.Phone phone -> new Evidence.Phone(phone.credentialId());
        };
    }

    /// How the door lane lets somebody pass who may.
    static Passage passage(Decision.Admitted admitted) {
        var holder = admitted.holder();
        return new Passage(holder.extendedUnlock(), holder.firstResponder(), admitted.floors(), null);
    }

    private static LaneInput answered(Presentation first, Presentation read, EventDraft event, Passage passage) {
        Long firstId = first.id() == read.id() ? null : (Long) first.id();
        return new LaneInput.Answered(
                read.channelId(),
                read.atNs(),
                read.id(),
                read.standsAt(),
                event,
                new Passage(passage.longer(), passage.responder(), passage.floors(), firstId));
    }

    private static LaneInput secondAwaited(Presentation read, AccessEvents events, Decision.Awaiting waits) {
        return new LaneInput.SecondAwaited(
                read.channelId(),
                read.atNs(),
                read.id(),
                read.standsAt(),
                events.started(waits),
                events.timedOut(waits, SecondFactors.WINDOW_NS),
                read.atNs() + SecondFactors.WINDOW_NS);
    }

    /// The first of two factors gets its answer: what came after it was none of the second kind.
    private void giveUp(Awaited awaited, ClockReading clock) {
        Presentation read = awaited.read();
        var event = new AccessEvents(read, read, clock.now()).givenUp(awaited.decision());
        parts.lane.offer(new LaneInput.Answered(
                read.channelId(),
                read.atNs(),
                read.id(),
                read.standsAt(),
                event,
                new Passage(false, false, List.of(), read.id())));
    }
}
