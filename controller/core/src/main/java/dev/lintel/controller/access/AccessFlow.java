package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.access.RefusedCards.Refused;
import dev.lintel.controller.access.SecondFactors.Awaited;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Passage;
import dev.lintel.controller.door.Passages;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.ClockReading;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What happens when a card is presented. Start reading Lintel here. Runs on the decision thread.
public final class AccessFlow {
    private final Parts parts;
    private final SecondFactors seconds = new SecondFactors();
    private final HeldCards cards = new HeldCards();
    private final RefusedCards refusals = new RefusedCards();
    private final PinGuard pins = new PinGuard();
    private final UnknownCards unknown = new UnknownCards();
    private final Entrance entrance;

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
            Uses uses,
            Lane lane,
            EventLog log,
            Supplier<Contact> contact,
            Supplier<ThreatLevels> threats) {
        /// Where no credential was ever used, with each site at threat level 0.
        public Parts(
                Supplier<ClockReading> clock,
                AccessRules rules,
                Supplier<AccessPolicy> policy,
                Gates gates,
                Places places,
                Lane lane,
                EventLog log,
                Supplier<Contact> contact) {
            this(clock, rules, policy, gates, places, Uses.NONE, lane, log, contact, () -> ThreatLevels.NONE);
        }

        /// Decides again on a person who waits. A PIN that was typed before is no new guess.
        Decision decideAgain(Question question, ClockReading now) {
            return rules.decide(question, circumstances(gates.of(question), now, false));
        }

        /// What a decision at that door depends on now; `pinsRest`: no PIN is compared.
        Circumstances circumstances(Gate gate, ClockReading now, boolean pinsRest) {
            return new Circumstances(now, policy.get(), gate, pinsRest, places, uses, contact.get(), threats.get());
        }

        /// A door that is unlocked asks for no company.
        boolean isUnlocked(Presentation read) {
            return gates.unlockedBy(read.channelId()) != null;
        }

        /// From now on the person counts as about to pass, and the credential as used.
        void decided(EventDraft admission, Decision.Admitted admitted) {
            places.decided(admission);
            uses.decided(admission, admitted.holder());
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
        this.entrance = new Entrance(parts);
    }

    /// PINs that were wrong and rests that began before the process did: a restart ends neither. Events of the log,
    /// oldest first.
    public void remember(EventDraft event, long atNs) {
        WrongPinLog.replay(event, atNs, pins);
    }

    /// From bits to strike, top to bottom. Throws when the database cannot be read; whoever stands there is turned
    /// away as not ready.
    ///
    /// @param late whether the door lane has refused this presentation: only duress and wrong PINs count then
    public void onRead(Presentation read, ReaderFormats formats, boolean late) {
        var reader = new ReaderPlace(read.channelId(), read.side());
        ClockReading clock = parts.clock.get();

        // 1. The reader's bits become a number by the first of its formats that fits, a code's digits are one; keys
        // are a PIN already.
        Evidence shown = evidence(read.shown(), formats);

        // 2. It is the second factor of whoever stands there, or the first thing that somebody shows. Who shows
        // another card where their PIN is awaited begins again: the first presentation ends here. The same
        // card, and a card that stays at the reader, change nothing. A phone is not at a reader: it is never a
        // second factor, and ends no wait.
        boolean phone = read.shown() instanceof Shown.Phone;
        Awaited awaited = phone ? null : seconds.take(reader, read.atNs());
        boolean stays = cards.stays(read);
        if (isFolded(read, shown, awaited)) return;
        if (awaited != null && !awaited.takes(shown)) {
            giveUp(awaited, clock);
            awaited = null;
        }
        Presentation first = awaited == null ? read : awaited.read();
        Question question = awaited == null
                ? new Question(read.channelId(), read.side(), shown, null, read.passedBy())
                : new Question(read.channelId(), read.side(), awaited.first(), shown, first.passedBy());
        Refused refused = phone ? null : refusals.take(reader, read.atNs());
        if (awaited == null && refused == null && isUnaskedPin(read)) {
            parts.lane.offer(folded(read, null));
            return;
        }
        var turn = new Turn(reader, question, awaited, refused, stays, new AccessEvents(first, read, clock.now()));
        for (var over : unknown.over(read.atNs())) parts.log.append(turn.events.unknownCardsOver(over));

        // 3. Holder and rights are looked up in SQLite, shifts and zones in memory.
        Gate gate = parts.gates.of(question);
        boolean free = gate.freeExit(question.side());
        boolean shownAgain = free && question.isRepeated(); // who has passed one door of an airlock leaves by the other
        boolean pinsRest = !shownAgain && pins.rests(read.channelId(), turn.ofSecondPin(), free, read.atNs());
        var now = parts.circumstances(gate, clock, pinsRest);
        Decision decision;
        try {
            decision = parts.rules.decide(question, now);
        } catch (RuntimeException e) { // the database cannot be read: one answer, to both factors where there are two
            parts.lane.offer(answered(turn, AccessEvents.notReady(read, clock.now()), Passage.USUAL));
            throw e;
        }

        // 4. The door lane steps the door, drives strike and LED, then appends the answer's event: see Doors.answer.
        // Should it have no room, its own time limit turns the person away.
        if (!late || decision instanceof Decision.Rejected) answer(turn, decision, now);

        // 5. Beside it, and not a word of it in the answer: who forces a person may be looking on.
        underDuress(turn, decision);
        if (decision instanceof Decision.Rejected rejected) refusals.refused(turn, rejected, now.policy());
    }

    /// Folds a read that changes nothing: of the card whose PIN is awaited, or of one that stays at the reader,
    /// which ends no wait of another card for its PIN. A card of the person who has typed a PIN first counts all
    /// the same.
    private boolean isFolded(Presentation read, Evidence shown, @Nullable Awaited awaited) {
        ReaderPlace reader = ReaderPlace.of(read);
        if (awaited != null && awaited.isRepeatedBy(shown)) {
            cards.awaited(read);
            seconds.await(reader, awaited);
            parts.lane.offer(folded(read, awaited.read().id()));
            return true;
        }
        Long held = cards.read(read, awaited != null);
        if (held == null) return false;
        if (awaited != null && awaited.takes(shown) && isOf(awaited.decision().holder(), shown)) {
            cards.begins(read);
            return false;
        }
        if (awaited != null) seconds.await(reader, awaited);
        parts.lane.offer(new LaneInput.Folded(read.channelId(), read.atNs(), read.id(), read.standsAt(), null, held));
        return true;
    }

    /// Whether it is a card of that person. Where the database cannot be read it may be: the decision fails as well.
    private boolean isOf(Holder holder, Evidence shown) {
        try {
            return shown instanceof Evidence.Card card && parts.rules.isOf(holder.personId(), card);
        } catch (RuntimeException e) {
            return true;
        }
    }

    /// Removes a request for approval from the operators' list after the lane has refused the presentation. Any thread.
    void endRequest(long presentation) {
        entrance.approvals().forget(presentation);
    }

    /// The decision has admitted the person of that presentation, and the door has refused the person.
    void refused(long presentation) {
        cards.refused(presentation);
    }

    /// The read has no decision, or one that came too late: a card that stays at the reader is decided on again.
    void notDecided(Presentation read) {
        cards.forget(ReaderPlace.of(read));
    }

    /// Ends what waits because of that presentation after the lane has refused it.
    void forget(long presentation) {
        cards.forget(presentation);
        seconds.forget(presentation);
        entrance.forget(presentation);
    }

    /// Decides on a person that an operator admits from outside, as [HandDecisions#byHand] says.
    Decision byHand(long channelId, long personId) {
        var question = new Question(channelId, Gates.ENTRY, new Evidence.Named(personId, true), null);
        Gate gate = parts.gates.at(channelId, Gates.ENTRY).untampered();
        return parts.rules.decide(question, parts.circumstances(gate, parts.clock.get(), false));
    }

    /// As [HandDecisions#admits].
    void admits(EventDraft event) {
        parts.places.decided(event);
    }

    /// An operator has approved or denied what a person at a door asked for. Throws as [#onRead].
    void onApproval(ApprovalFlow.Approval approval, long nowNs) {
        entrance.onApproval(approval, nowNs);
    }

    /// As [ApprovalFlow#noting].
    public Passages noting(Passages next, LongSupplier nowNs) {
        return entrance.approvals().noting(next, nowNs);
    }

    /// The persons who wait for an operator. Any thread.
    List<Approvals.Asked> asked(long nowNs) {
        return entrance.approvals().asked(nowNs);
    }

    /// One presentation on its way.
    ///
    /// @param awaited the first of two factors whose second this is, or null
    /// @param refused whose card was refused just before at this reader, or null
    /// @param stays whether the card was there just before, in an earlier presentation
    record Turn(
            ReaderPlace reader,
            Question question,
            @Nullable Awaited awaited,
            @Nullable Refused refused,
            boolean stays,
            AccessEvents events) {
        long atNs() {
            return events.last().atNs();
        }

        /// Whose second factor the PIN is that was typed, or null.
        @Nullable
        Long ofSecondPin() {
            return awaited == null || !(question.second() instanceof Evidence.Pin)
                    ? null
                    : (Long) awaited.decision().holder().personId();
        }
    }

    private void answer(Turn turn, Decision decision, Circumstances now) {
        AccessEvents events = turn.events;
        switch (decision) {
            case Decision.Awaiting waits -> {
                entrance.awaitsFactor(turn, waits); // first: the lane may end a wait with the next input
                seconds.await(turn.reader, new Awaited(events.last(), turn.question.first(), waits));
                parts.lane.offer(secondAwaited(events, waits));
            }
            case Decision.Admitted admitted -> entrance.enter(turn, admitted, now);
            case Decision.Rejected rejected -> reject(turn, rejected, now);
        }
    }

    private void reject(Turn turn, Decision.Rejected rejected, Circumstances now) {
        AccessEvents events = turn.events;
        UnknownCards.Seen seen =
                isUnknownCard(turn.question, rejected) ? unknown.seen(turn.reader, turn.atNs()) : UnknownCards.Seen.ONE;
        if (!seen.answered()) {
            parts.lane.offer(folded(events.last(), null));
            return;
        }
        cards.refused(events.last());
        parts.lane.offer(answered(turn, events.rejected(rejected, seen.unreported()), Passage.USUAL));
        if (seen.begins()) parts.log.append(events.unknownCards());
        if (now.pinsRest() || !rejected.countsAsWrongPin()) return;
        for (var begun : pins.wrong(turn.reader.channelId(), turn.ofSecondPin(), turn.atNs())) {
            parts.log.append(events.guessing(begun, rejected));
        }
    }

    /// Whether a person types a PIN at a door that accepts no PIN first, while somebody waits for an operator there:
    /// that person may take the reader's signal for a request to type one. The PIN is not compared with any other.
    private boolean isUnaskedPin(Presentation read) {
        if (!(read.shown() instanceof Shown.Pin) || !entrance.approvals().waitsAt(read)) return false;
        ChannelAccess access = parts.policy.get().access(read.channelId());
        return !access.takes(read.side(), Means.PIN) && !access.takes(read.side(), Means.PIN_THEN_CARD);
    }

    /// A card or code that nobody has, whatever is wrong with the door. A phone is at no reader.
    private static boolean isUnknownCard(Question question, Decision.Rejected rejected) {
        if (rejected.holder() != null || question.second() != null) return false;
        return question.first() instanceof Evidence.Card || question.first() instanceof Evidence.Code;
    }

    /// The silent events: of the PIN that was decided on, and of one after a card that was refused, which says no
    /// more here than any other PIN.
    private void underDuress(Turn turn, Decision decision) {
        Awaited awaited = turn.awaited;
        boolean first = awaited == null || !awaited.decision().duress(); // else it has been told
        if (decision.duress() && first) parts.log.append(turn.events.duress(decision));
        Refused refused = turn.refused;
        if (refused == null || !(turn.question.first() instanceof Evidence.Pin(String digits))) return;
        long personId = refused.holder().personId();
        Holder decided = decision.holder();
        boolean told = decision.duress() && decided != null && decided.personId() == personId;
        if (told || !parts.rules.underDuress(personId, digits)) return;
        var events = new AccessEvents(refused.first(), turn.events.last(), turn.events.now());
        parts.log.append(events.duress(refused.decision()));
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

    static LaneInput.Answered answered(Turn turn, EventDraft event, Passage passage) {
        long first = turn.events.first().id();
        return answered(turn, event, passage, first == turn.events.last().id() ? null : (Long) first);
    }

    /// `ended`: an earlier presentation that waited, and has this answer as well; or null.
    static LaneInput.Answered answered(Turn turn, EventDraft event, Passage passage, @Nullable Long ended) {
        Presentation read = turn.events.last();
        return new LaneInput.Answered(
                read.channelId(), read.atNs(), read.id(), read.standsAt(), event, passage.withFirst(ended));
    }

    static LaneInput folded(Presentation read, @Nullable Long first) {
        return new LaneInput.Folded(read.channelId(), read.atNs(), read.id(), read.standsAt(), first);
    }

    private static LaneInput secondAwaited(AccessEvents events, Decision.Awaiting waits) {
        Presentation read = events.last();
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
        cards.gaveUp(read);
        var event = new AccessEvents(read, read, clock.now()).givenUp(awaited.decision());
        parts.lane.offer(ended(read, event, Passage.USUAL));
    }

    /// The answer to a presentation that has waited for another one.
    static LaneInput.Answered ended(Presentation read, EventDraft event, Passage passage) {
        return new LaneInput.Answered(
                read.channelId(), read.atNs(), read.id(), read.standsAt(), event, passage.withFirst(read.id()));
    }
}
