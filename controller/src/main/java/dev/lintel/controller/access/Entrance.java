package dev.lintel.controller.access;

import dev.lintel.controller.access.AccessFlow.Turn;
import dev.lintel.controller.access.ChannelAccess.DoubleTap;
import dev.lintel.controller.access.Companions.Waiting;
import dev.lintel.controller.access.Company.Need;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Passage;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.time.ClockReading;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The last step of a decision to admit a person: alone, together with another one, or when an operator approves it.
/// The decision thread only, but for [#asked].
///
/// ```
///   admitted --alone---------------------------------> the door lane
///      |--a person waits at the reader, and the two suit --> both to the door lane
///      |--needs another person or a host--> waits 10 s at the reader
///      '--needs an operator---------------> waits 30 s, is decided again --> the door lane
/// ```
final class Entrance {
    private final AccessFlow.Parts parts;
    private final Companions companions = new Companions();
    private final DoubleTaps taps = new DoubleTaps();
    private final Approvals approvals = new Approvals();

    Entrance(AccessFlow.Parts parts) {
        this.parts = parts;
    }

    private static @Nullable Long firstFactor(Turn turn) {
        long first = turn.events().first().id();
        return first == turn.events().last().id() ? null : (Long) first;
    }

    /// An operator has approved or denied what a person at a door asked for. Decided again, since rights, lockdown and
    /// passback may have changed meanwhile. Throws as [AccessFlow#onRead].
    void onApproval(Approval approval, long nowNs) {
        Approvals.Waiting waiting = approvals.take(approval.id, nowNs);
        if (waiting == null) return; // the lane has answered that it was too late
        Presentation last = waiting.last();
        ClockReading clock = parts.clock().get();
        var events = new AccessEvents(waiting.first(), last, clock.now());
        if (!approval.approved) {
            EventDraft denied = events.notApproved(waiting, Reason.APPROVAL_DENIED, approval.by);
            parts.lane().offer(AccessFlow.ended(last, denied, Passage.USUAL));
            return;
        }
        Question question = waiting.question();
        var now = new Circumstances(
                clock,
                parts.policy().get(),
                parts.gates().of(question),
                false,
                parts.places(),
                parts.uses(),
                parts.contact().get(),
                parts.threats().get());
        switch (parts.rules().decide(question, now)) {
            case Decision.Admitted admitted -> {
                EventDraft event = AccessEvents.approved(events.admitted(admitted), waiting, approval.by, nowNs);
                decided(event, admitted); // first: the lane may have answered at once
                parts.lane().offer(AccessFlow.ended(last, event, AccessFlow.passage(admitted)));
            }
            case Decision.Rejected rejected -> {
                EventDraft event = AccessEvents.approved(events.rejected(rejected, 0), waiting, approval.by, nowNs);
                parts.lane().offer(AccessFlow.ended(last, event, Passage.USUAL));
            }
            case Decision.Awaiting awaiting -> {
                EventDraft event = AccessEvents.approved(events.givenUp(awaiting), waiting, approval.by, nowNs);
                // The policy asks for a second factor since then.
                parts.lane().offer(AccessFlow.ended(last, event, Passage.USUAL));
            }
        }
    }

    /// What an operator said about the request of that id.
    record Approval(long id, boolean approved, String by) {}

    /// The persons who wait for an operator. Any thread.
    List<Approvals.Asked> asked(long nowNs) {
        return approvals.asked(nowNs);
    }

    /// Admits the person alone, or together with the one who waits for them; or has them wait for another person or for
    /// an operator.
    void enter(Turn turn, Decision.Admitted admitted, Circumstances now) {
        Presentation read = turn.events().last();
        ClockReading clock = now.clock();
        AccessEvents events = turn.events();
        Waiting other = companions.take(read, admitted);
        if (other != null) {
            together(turn, admitted, other, clock);
        } else if (entersAlone(turn.question(), admitted)) {
            admit(turn, events.admitted(admitted), admitted);
            if (taps.second(read, admitted)) parts.lane().offer(toggled(read, admitted, now));
        } else if (admitted.company().need() == Need.OPERATOR) {
            askOperator(turn, admitted, clock);
        } else {
            awaitCompanion(turn, admitted, clock);
        }
    }

    private void together(Turn turn, Decision.Admitted admitted, Waiting other, ClockReading clock) {
        Presentation read = turn.events().last();
        EventDraft earlier = other.admitted(admitted, read, clock.now());
        EventDraft later = turn.events().admitted(admitted, other.decision().holder(), read.atNs());
        decided(earlier, other.decision()); // first: the lane may have answered at once
        decided(later, admitted);
        parts.lane()
                .offer(new LaneInput.Together(
                        AccessFlow.ended(other.last(), earlier, AccessFlow.passage(other.decision())),
                        other.alone(read, clock.now()),
                        AccessFlow.answered(turn, later, AccessFlow.passage(admitted)),
                        turn.events().without(admitted, read.atNs())));
    }

    private void decided(EventDraft admission, Decision.Admitted admitted) {
        parts.places().decided(admission);
        parts.uses().decided(admission, admitted.holder());
    }

    /// Strike and log are the lane's; that the person may be about to pass is known here first.
    private void admit(Turn turn, EventDraft admission, Decision.Admitted admitted) {
        decided(admission, admitted); // first: the lane may have answered at once
        parts.lane().offer(AccessFlow.answered(turn, admission, AccessFlow.passage(admitted)));
    }

    /// A door that is unlocked asks for no company.
    private boolean entersAlone(Question question, Decision.Admitted admitted) {
        return admitted.company().need() == Need.NONE || parts.gates().unlockedBy(question.channelId()) != null;
    }

    /// The person may enter with another one only, whose card has to follow. A phone is at no reader, so it cannot be
    /// seen who stands beside it.
    private void awaitCompanion(Turn turn, Decision.Admitted admitted, ClockReading clock) {
        Presentation read = turn.events().last();
        AccessEvents events = turn.events();
        if (read.shown() instanceof Shown.Phone) {
            parts.lane().offer(AccessFlow.answered(turn, events.alone(admitted), Passage.USUAL));
            return;
        }
        var waiting = new Waiting(turn.events().first(), read, admitted);
        Waiting before = companions.await(read, waiting);
        Long first = firstFactor(turn);
        boolean again = before != null && before.personId() == waiting.personId() && first == null;
        if (before != null && !again) endWait(before, clock);
        EventDraft inVain = events.alone(admitted, SecondFactors.WINDOW_NS);
        Long replaces = before == null || !again ? null : (Long) before.last().id();
        parts.lane().offer(waits(read, events.started(admitted), inVain, first, replaces));
    }

    /// The person may enter when an operator approves it within [Approvals#WINDOW_NS]. A phone has no reader at which
    /// its holder could wait.
    private void askOperator(Turn turn, Decision.Admitted admitted, ClockReading clock) {
        Presentation read = turn.events().last();
        AccessEvents events = turn.events();
        long id = approvals.nextId(clock.now().toEpochMilli());
        var waiting = new Approvals.Waiting(id, turn.events().first(), read, turn.question(), admitted);
        EventDraft inVain = events.notApproved(waiting, Reason.NOT_APPROVED, null);
        if (read.shown() instanceof Shown.Phone || !approvals.add(waiting, read.atNs())) {
            parts.lane().offer(AccessFlow.answered(turn, inVain, Passage.USUAL));
            return;
        }
        parts.lane().offer(waits(read, events.asked(waiting), inVain, firstFactor(turn), null));
    }

    /// The person waits at the reader until `inVain` happens. `first` and `replaces` as of [LaneInput.SecondAwaited].
    private static LaneInput waits(
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

    /// A person who waits for another one gets an answer: someone else's wait begins at the reader.
    private void endWait(Waiting waiting, ClockReading clock) {
        Presentation read = waiting.last();
        var event = new AccessEvents(waiting.first(), read, clock.now()).alone(waiting.decision());
        parts.lane().offer(AccessFlow.ended(read, event, Passage.USUAL));
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
}
