package dev.lintel.controller.access;

import dev.lintel.controller.access.AccessFlow.Turn;
import dev.lintel.controller.access.ChannelAccess.DoubleTap;
import dev.lintel.controller.access.Companions.Waiting;
import dev.lintel.controller.access.Company.Need;
import dev.lintel.controller.access.OccupancyCheck.Found;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.access.UnusedAdmissions.Unused;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Passage;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.time.ClockReading;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The last step of a decision to admit a person: alone, together with others, or when an operator approves it. The
/// decision thread only.
///
/// ```
///   admitted --alone---------------------------------> the door lane
///      |--persons wait at the reader, and all suit --> they are decided again --> all to the door lane; or refused:
///      |                                               no room for all
///      |--has an unused unlock at the reader -----------> the door lane, which renews it
///      |--needs another person, a host or a group --> waits 10 s at the reader, and for the second factor of another
///      |                                              person there
///      '--needs an operator---------------> waits 30 s, is decided again --> the door lane
///            '--waits for one already ----> the same request, until the same time
/// ```
///
/// An admission ends the person's waits at other readers.
final class Entrance {
    /// From the first card of a person to the last one of the group: rights may be taken away meanwhile.
    private static final long GATHER_NS_MAX = TimeUnit.SECONDS.toNanos(60);

    private final AccessFlow.Parts parts;
    private final Companions companions = new Companions();
    private final ApprovalFlow approvals;

    Entrance(AccessFlow.Parts parts) {
        this.parts = parts;
        this.approvals = new ApprovalFlow(parts);
    }

    /// The persons who wait for an operator.
    ApprovalFlow approvals() {
        return approvals;
    }

    /// Ends the wait of that presentation after the door lane has refused it.
    void forget(long presentation) {
        companions.forget(presentation);
        approvals.forget(presentation);
    }

    /// As [ApprovalFlow#onApproval].
    void onApproval(ApprovalFlow.Approval approval, long nowNs) {
        Approvals.Waiting admitted = approvals.onApproval(approval, nowNs);
        if (admitted == null) return;
        Holder holder = admitted.decision().holder();
        endElsewhere(holder, admitted.last(), parts.clock().get(), nowNs);
    }

    static @Nullable Long firstFactor(Turn turn) {
        long first = turn.events().first().id();
        return first == turn.events().last().id() ? null : (Long) first;
    }

    /// Admits the person alone, or together with those who wait for company; or has them wait for others or for an
    /// operator.
    void enter(Turn turn, Decision.Admitted admitted, Circumstances now) {
        Presentation read = turn.events().last();
        boolean open = parts.isUnlocked(read);
        Unused before = open ? null : unused(read, admitted);
        boolean alone = before != null || admitted.company().need() == Need.NONE;
        if (admitted.company().need() == Need.OPERATOR && !alone && !open) {
            approvals.ask(turn, admitted, now.clock(), () -> ownWait(turn, admitted, now.clock()));
            return;
        }
        approvals.end(read, admitted.holder().personId(), now.clock());
        var group = new Group(companions.suiting(read, admitted), admitted, alone);
        if (group.isAnswered(turn, now, open)) group = group.with(stillAdmitted(group.others, turn, now.clock()));
        if (group.isAnswered(turn, now, open)) {
            Found found = group.found(turn, now);
            if (found.reason() == null || open) admitTogether(turn, admitted, group.others, now);
            else refuseTogether(turn, admitted, group.others, found, now.clock());
            return;
        }
        if (alone || open) { // a door that is unlocked asks for no company
            admit(turn, admitted, before, now);
        } else {
            awaitCompany(turn, admitted, now);
        }
    }

    /// The person's unused admission at that reader, or null. A phone is at no reader.
    private @Nullable Unused unused(Presentation read, Decision.Admitted admitted) {
        if (read.shown() instanceof Shown.Phone) return null;
        return parts.places().unused(admitted.holder().personId(), ReaderPlace.of(read));
    }

    /// An admitted person, and the waiting persons who may pass together with this one.
    ///
    /// @param alone whether the person may pass without them
    private record Group(List<Waiting> others, Decision.Admitted admitted, boolean alone) {
        /// The same person, with those of `all` who may pass together with this one.
        Group with(List<Waiting> all) {
            return new Group(Companions.suiting(all, admitted), admitted, alone);
        }

        Found found(Turn turn, Circumstances now) {
            var persons = new ArrayList<Long>();
            for (Waiting one : others) persons.add(one.personId());
            persons.add(admitted.holder().personId());
            return OccupancyCheck.at(turn.question(), now).of(persons);
        }

        /// Whether all of them are answered now: admitted, or refused because there is no room for all. If there is no
        /// room, a person who needs no company enters alone instead.
        boolean isAnswered(Turn turn, Circumstances now, boolean open) {
            if (others.isEmpty()) return false;
            Reason reason = found(turn, now).reason();
            return open || reason == null || (reason == Reason.AREA_FULL && !alone);
        }
    }

    /// Decides again on persons who wait, as their rights may have ended meanwhile. Those who may not enter any more
    /// are refused; returns the others. Throws when the database cannot be read, after an answer to the last read.
    private List<Waiting> stillAdmitted(List<Waiting> others, Turn turn, ClockReading clock) {
        var still = new ArrayList<Waiting>();
        for (Waiting one : others) {
            Decision decision;
            try {
                decision = parts.decideAgain(one.question(), clock);
            } catch (RuntimeException e) { // the database cannot be read
                EventDraft notReady = AccessEvents.notReady(turn.events().last(), clock.now());
                parts.lane().offer(AccessFlow.answered(turn, notReady, Passage.USUAL));
                throw e;
            }
            var events = new AccessEvents(one.first(), one.last(), clock.now());
            switch (decision) {
                case Decision.Admitted admitted -> still.add(companions.replace(one, admitted));
                case Decision.Rejected rejected -> refuseAgain(one, events.rejected(rejected, 0));
                // The policy has changed: it asks for a second factor now.
                case Decision.Awaiting awaiting -> refuseAgain(one, events.givenUp(awaiting));
            }
        }
        return still;
    }

    private void refuseAgain(Waiting one, EventDraft refusal) {
        refuse(one, AccessEvents.endsWait(refusal, one.decision()));
    }

    private void refuse(Waiting one, EventDraft event) {
        companions.remove(one);
        parts.lane().offer(AccessFlow.ended(one.last(), event, Passage.USUAL));
    }

    /// All by one decision: each event names the others.
    private void admitTogether(Turn turn, Decision.Admitted admitted, List<Waiting> others, Circumstances now) {
        Presentation read = turn.events().last();
        var holders = new ArrayList<Holder>();
        for (Waiting one : others) holders.add(one.decision().holder());
        holders.add(admitted.holder());
        var all = new ArrayList<LaneInput.Part>();
        Instant at = now.clock().now();
        for (Waiting one : others) {
            companions.remove(one);
            EventDraft event = one.admitted(without(holders, one.decision().holder()), read, at);
            parts.decided(event, one.decision()); // first: the lane may have answered at once
            var answer = AccessFlow.ended(one.last(), event, AccessFlow.passage(one.decision()));
            all.add(new LaneInput.Part(answer, one.alone(read, at)));
        }
        EventDraft event = turn.events().admitted(admitted, without(holders, admitted.holder()), read.atNs());
        parts.decided(event, admitted);
        Long ended = ownWait(turn, admitted, now.clock());
        var answer = AccessFlow.answered(turn, event, AccessFlow.passage(admitted), ended);
        all.add(new LaneInput.Part(answer, turn.events().without(admitted, read.atNs())));
        parts.lane().offer(new LaneInput.Together(all));
        for (Holder one : holders) endElsewhere(one, read, now.clock(), read.atNs());
    }

    private static List<Holder> without(List<Holder> holders, Holder one) {
        return holders.stream()
                .filter(other -> other.personId() != one.personId())
                .toList();
    }

    /// There is no room for all of them, and none of them may pass alone.
    private void refuseTogether(
            Turn turn, Decision.Admitted admitted, List<Waiting> others, Found found, ClockReading clock) {
        OccupancyCheck.Count count = Objects.requireNonNull(found.count(), "a limit was looked at");
        var people = new Trace.People(count.limit(), count.people(), false);
        for (Waiting one : others) {
            var events = new AccessEvents(one.first(), one.last(), clock.now());
            refuse(one, events.tooMany(one.decision(), people));
        }
        EventDraft event = turn.events().tooMany(admitted, people);
        Long ended = ownWait(turn, admitted, clock);
        parts.lane().offer(AccessFlow.answered(turn, event, Passage.USUAL, ended));
    }

    /// Strike and log are the lane's; that the person may be about to pass is known here first. `before`: an admission
    /// of the person that this one renews, or null.
    private void admit(Turn turn, Decision.Admitted admitted, @Nullable Unused before, Circumstances now) {
        AccessEvents events = turn.events();
        Long ended = ownWait(turn, admitted, now.clock());
        EventDraft admission = before == null ? events.admitted(admitted) : events.admittedAgain(admitted, before);
        parts.decided(admission, admitted); // first: the lane may have answered at once
        Passage passage = AccessFlow.passage(admitted);
        if (admitted.company().need() == Need.NONE || before == null)
            passage = passage.withTap(tap(events.last(), admitted, now)).withHeld(turn.stays());
        parts.lane().offer(AccessFlow.answered(turn, admission, passage, ended));
        endElsewhere(
                admitted.holder(), events.last(), now.clock(), events.last().atNs());
    }

    /// Ends the waits at all other readers of a person who is admitted by that presentation: other people need
    /// another companion there, and operators have nothing to approve. A phone is at no reader: the waits at all
    /// readers end.
    private void endElsewhere(Holder holder, Presentation read, ClockReading clock, long nowNs) {
        ReaderPlace here = read.shown() instanceof Shown.Phone ? null : ReaderPlace.of(read);
        for (Waiting one : companions.takeElsewhere(holder.personId(), here, nowNs)) endWait(one, clock);
        approvals.endElsewhere(holder.personId(), here, clock, nowNs);
    }

    /// Ends the person's own wait at the reader. Returns the presentation whose answer is due with that of this turn:
    /// the first of two factors, or the one that waited; null: none.
    private @Nullable Long ownWait(Turn turn, Decision.Admitted admitted, ClockReading clock) {
        Presentation read = turn.events().last();
        boolean phone = read.shown() instanceof Shown.Phone;
        Waiting own = phone ? null : companions.take(read, admitted.holder().personId());
        Long first = firstFactor(turn);
        if (own == null) return first;
        if (first == null) return own.last().id();
        endWait(own, clock);
        return first;
    }

    /// The person may pass only with other people, who must present their cards next. A phone is at no reader, so the
    /// box cannot tell who is next to it. For the minimum of an area several people wait at a reader, and each card
    /// prolongs the wait of the others; otherwise one person waits.
    private void awaitCompany(Turn turn, Decision.Admitted admitted, Circumstances now) {
        Presentation read = turn.events().last();
        AccessEvents events = turn.events();
        if (read.shown() instanceof Shown.Phone) {
            parts.lane().offer(AccessFlow.answered(turn, events.alone(admitted), Passage.USUAL));
            return;
        }
        long personId = admitted.holder().personId();
        List<Waiting> others = companions.others(read, personId);
        Long first = firstFactor(turn);
        boolean again = companions.waits(read, personId);
        Long ended = ownWait(turn, admitted, now.clock());
        long untilNs = read.atNs() + SecondFactors.WINDOW_NS;
        int room = OccupancyCheck.at(turn.question(), now).gathers() ? AreaLimit.MIN_MAX - 1 : 0;
        for (int i = 0; i < others.size(); i++) {
            Waiting other = others.get(i);
            boolean stays = i >= others.size() - room;
            if (!stays) {
                companions.remove(other);
                endWait(other, now.clock());
            } else if (!again) {
                prolong(other, read, untilNs);
            }
        }
        companions.add(new Waiting(events.first(), read, turn.question(), admitted, untilNs));
        EventDraft inVain = events.alone(admitted, SecondFactors.WINDOW_NS);
        parts.lane()
                .offer(waits(
                        read, events.started(admitted), inVain, first, Objects.equals(first, ended) ? null : ended));
    }

    /// A person is to give a second factor: others who wait at the reader wait until its time is over, as this person
    /// may be the one that they need.
    void awaitsFactor(Turn turn, Decision.Awaiting waits) {
        Presentation read = turn.events().last();
        for (Waiting other : companions.others(read, waits.holder().personId())) {
            prolong(other, read, read.atNs() + SecondFactors.WINDOW_NS);
        }
    }

    /// Has a person wait until `untilNs` because of that presentation.
    private void prolong(Waiting other, Presentation read, long untilNs) {
        long otherNs = Math.min(untilNs, other.last().atNs() + GATHER_NS_MAX);
        companions.prolong(other, otherNs);
        long id = other.last().id();
        parts.lane().offer(new LaneInput.Prolonged(read.channelId(), read.atNs(), id, otherNs));
    }

    /// The person waits at the reader until `inVain` happens. `first` and `replaces` as of [LaneInput.SecondAwaited].
    static LaneInput waits(
            Presentation read, EventDraft begun, EventDraft inVain, @Nullable Long first, @Nullable Long replaces) {
        return new LaneInput.SecondAwaited(
                read.channelId(),
                read.atNs(),
                read.id(),
                read.standsAt(),
                begun,
                inVain,
                inVain.monotonicNs(),
                first,
                replaces);
    }

    /// A person who waits for other people gets an answer: someone else's wait begins at the reader, or another reader
    /// admits the person.
    private void endWait(Waiting waiting, ClockReading clock) {
        Presentation read = waiting.last();
        var event = new AccessEvents(waiting.first(), read, clock.now()).alone(waiting.decision());
        parts.lane().offer(AccessFlow.ended(read, event, Passage.USUAL));
    }

    /// What the second of two taps of the person does, or null where this is no tap: only cards that a person shows
    /// at the entry reader count, of people whose role allows it. The door lane knows which tap is the second one,
    /// as both must have been admitted.
    private static DoorCommand.@Nullable Toggle tap(Presentation read, Decision.Admitted admitted, Circumstances now) {
        boolean card = read.shown() instanceof Shown.Card && read.side().equals(Gates.ENTRY) && !read.isRepeated();
        if (!card || !admitted.company().doubleTap()) return null;
        ChannelAccess access = now.policy().access(read.channelId());
        DoubleTap tap = Objects.requireNonNull(access.doubleTap(), "the decision has looked at it");
        Instant at = now.clock().now();
        ZoneId zone = now.policy().zone(read.channelId());
        Instant relockAt = tap.relockAt(at, zone);
        return new DoorCommand.Toggle(relockAt == null ? null : relockAt.toEpochMilli(), tap.unlocks(at, zone));
    }
}
