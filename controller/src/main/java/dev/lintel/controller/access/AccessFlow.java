package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.DoubleTap;
import dev.lintel.controller.access.Companions.Waiting;
import dev.lintel.controller.access.Company.Need;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.access.SecondFactors.Awaited;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Passage;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.ClockReading;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;

/// What happens when a card is presented. Start reading Lintel here. Runs on the decision thread.
public final class AccessFlow {
    private final Parts parts;
    private final SecondFactors seconds = new SecondFactors();
    private final KeypadGuard keypads = new KeypadGuard();
    private final Companions companions = new Companions();
    private final DoubleTaps taps = new DoubleTaps();

    /// What a decision is made of.
    ///
    /// @param policy gives the newest picture of the site's policy
    /// @param gates the doors as they stand
    /// @param lane hands to the door lane and says whether it took it
    /// @param log takes what is beside an answer; the answer itself goes by the lane
    /// @param contact how it stands with the hub that this box follows; asked on the decision thread, never waits
    /// @param threats the threat levels of sites; the same
    public record Parts(
            Supplier<ClockReading> clock,
            AccessRules rules,
            Supplier<AccessPolicy> policy,
            Gates gates,
            Places places,
            Lane lane,
            EventLog log,
            Supplier<Contact> contact,
            Supplier<ThreatLevels> threats) {
        /// With each site at threat level 0.
        public Parts(
                Supplier<ClockReading> clock,
                AccessRules rules,
                Supplier<AccessPolicy> policy,
                Gates gates,
                Places places,
                Lane lane,
                EventLog log,
                Supplier<Contact> contact) {
            this(clock, rules, policy, gates, places, lane, log, contact, () -> ThreatLevels.NONE);
        }

        /// Of a box that follows nobody, with each site at threat level 0.
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
        Circumstances now = circumstances(clock, question, keypads.rests(reader, read.atNs()));
        Decision decision = decide(first, read, question, now);
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
                Waiting other = companions.take(read, admitted);
                if (other != null) { // the two enter together
                    EventDraft earlier = other.admitted(admitted, read, clock.now());
                    parts.places.decided(earlier);
                    parts.lane.offer(ended(other.last(), earlier, passage(other.decision())));
                    admit(
                            first,
                            read,
                            events.admitted(admitted, other.decision().holder(), read.atNs()),
                            admitted);
                } else if (entersAlone(question, admitted)) {
                    admit(first, read, events.admitted(admitted), admitted);
                    if (taps.second(read, admitted)) parts.lane.offer(toggled(read, admitted, now));
                } else awaitCompanion(first, read, admitted, clock);
                // Beside it, and not a word of it in the answer: who forces a person may be looking on.
                if (admitted.duress()) parts.log.append(events.duress(admitted));
            }
            case Decision.Rejected rejected ->
                parts.lane.offer(answered(first, read, events.rejected(rejected), Passage.USUAL));
        }
    }

    private Circumstances circumstances(ClockReading clock, Question question, boolean keypadRests) {
        return new Circumstances(
                clock,
                parts.policy.get(),
                parts.gates.of(question),
                keypadRests,
                parts.places,
                parts.contact.get(),
                parts.threats.get());
    }

    private Decision decide(Presentation first, Presentation read, Question question, Circumstances now) {
        try {
            return parts.rules.decide(question, now);
        } catch (RuntimeException e) { // the database cannot be read: one answer, to both factors where there are two
            Instant at = now.clock().now();
            parts.lane.offer(answered(first, read, AccessEvents.notReady(read, at), Passage.USUAL));
            throw e;
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

    /// Strike and log are the lane's; that the person may be about to pass is known here first.
    private void admit(Presentation first, Presentation read, EventDraft admission, Decision.Admitted admitted) {
        parts.places.decided(admission); // first: the lane may have answered at once
        parts.lane.offer(answered(first, read, admission, passage(admitted)));
    }

    /// A door that is unlocked asks for no company.
    private boolean entersAlone(Question question, Decision.Admitted admitted) {
        return admitted.company().need() == Need.NONE || parts.gates.unlockedBy(question.channelId()) != null;
    }

    /// The person may enter with another one only, whose card has to follow. A phone is at no reader, so it cannot be
    /// seen who stands beside it.
    private void awaitCompanion(Presentation first, Presentation read, Decision.Admitted admitted, ClockReading clock) {
        var events = new AccessEvents(first, read, clock.now());
        if (read.shown() instanceof Shown.Phone) {
            parts.lane.offer(answered(first, read, events.alone(admitted), Passage.USUAL));
            return;
        }
        var waiting = new Waiting(first, read, admitted);
        Waiting before = companions.await(read, waiting);
        Long ended = first.id() == read.id() ? null : (Long) first.id();
        if (before != null && before.personId() == waiting.personId() && ended == null)
            ended = before.last().id();
        else if (before != null) endWait(before, clock);
        parts.lane.offer(new LaneInput.SecondAwaited(
                read.channelId(),
                read.atNs(),
                read.id(),
                read.standsAt(),
                events.started(admitted),
                events.alone(admitted, SecondFactors.WINDOW_NS),
                read.atNs() + SecondFactors.WINDOW_NS,
                ended));
    }

    /// A person who waits for another one gets an answer: someone else's wait begins at the reader.
    private void endWait(Waiting waiting, ClockReading clock) {
        Presentation read = waiting.last();
        var event = new AccessEvents(waiting.first(), read, clock.now()).alone(waiting.decision());
        parts.lane.offer(ended(read, event, Passage.USUAL));
    }

    /// The second tap of a person whose role allows it: the door is unlocked, or locks again.
    private static LaneInput toggled(Presentation read, Decision.Admitted admitted, Circumstances now) {
        ChannelAccess access = now.policy().access(read.channelId());
        DoubleTap tap = Objects.requireNonNull(access.doubleTap(), "the decision has looked at it");
        Instant relockAt = tap.relockAt(now.clock().now(), now.policy().zone(read.channelId()));
        var command = new DoorCommand.Toggle(relockAt == null ? null : relockAt.toEpochMilli());
        String by = "card of " + admitted.holder().personName();
        return new LaneInput.Commanded(read.channelId(), read.atNs(), command, by, _ -> {});
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
        parts.lane.offer(
                ended(read, new AccessEvents(read, read, clock.now()).givenUp(awaited.decision()), Passage.USUAL));
    }

    /// The answer to a presentation that has waited for another one.
    private static LaneInput ended(Presentation read, EventDraft event, Passage passage) {
        return new LaneInput.Answered(
                read.channelId(),
                read.atNs(),
                read.id(),
                read.standsAt(),
                event,
                new Passage(passage.longer(), passage.responder(), passage.floors(), read.id()));
    }
}
