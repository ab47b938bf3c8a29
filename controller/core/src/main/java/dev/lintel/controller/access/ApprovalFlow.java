package dev.lintel.controller.access;

import dev.lintel.controller.access.AccessFlow.Turn;
import dev.lintel.controller.access.Company.Need;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.Passage;
import dev.lintel.controller.door.Passages;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.time.ClockReading;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Asks operators about persons who may enter with an approval only, and does what the operators decide. A person has
/// one request at a reader. The decision thread only, but for [#asked], [#forget] and [#noting].
///
/// ```
///   a card, or card and PIN --> asked, once a person and reader --approved--> decided again --> the door lane
///                                 |  the same person again: the same request, until the same time
///                                 |--denied, or 30 s ------------------------> refused
///                                 |--the person needs no operator any more --> refused, and admitted as usual
///                                 |--another reader admits the person -------> refused
///                                 '--the person has passed the door ---------> refused
/// ```
final class ApprovalFlow {
    private final AccessFlow.Parts parts;
    private final Approvals approvals = new Approvals();

    ApprovalFlow(AccessFlow.Parts parts) {
        this.parts = parts;
    }

    /// An operator has approved or denied what a person at a door asked for. Decided again, since rights, lockdown and
    /// passback may have changed meanwhile. Returns the request where it admits the person, or null. Throws as
    /// [AccessFlow#onRead].
    Approvals.@Nullable Waiting onApproval(Approval approval, long nowNs) {
        Approvals.Waiting waiting = approvals.take(approval.id, nowNs);
        if (waiting == null) return null; // the lane has answered that it was too late
        Presentation last = waiting.last();
        ClockReading clock = parts.clock().get();
        var events = new AccessEvents(waiting.first(), last, clock.now());
        if (!approval.approved) {
            EventDraft denied = events.notApproved(waiting, Reason.APPROVAL_DENIED, approval.by);
            parts.lane().offer(AccessFlow.ended(last, denied, Passage.USUAL));
            return null;
        }
        switch (parts.decideAgain(waiting.question(), clock)) {
            // The policy has changed: it asks for other people now.
            case Decision.Admitted admitted
            when !isEnough(admitted, last) -> {
                EventDraft event = AccessEvents.approved(events.alone(admitted), waiting, approval.by, nowNs);
                parts.lane().offer(AccessFlow.ended(last, event, Passage.USUAL));
            }
            case Decision.Admitted admitted -> {
                EventDraft event = AccessEvents.approved(events.admitted(admitted), waiting, approval.by, nowNs);
                parts.decided(event, admitted); // first: the lane may have answered at once
                parts.lane().offer(AccessFlow.ended(last, event, AccessFlow.passage(admitted)));
                return waiting;
            }
            case Decision.Rejected rejected -> {
                EventDraft event = AccessEvents.approved(events.rejected(rejected, 0), waiting, approval.by, nowNs);
                parts.lane().offer(AccessFlow.ended(last, event, Passage.USUAL));
            }
            case Decision.Awaiting awaiting -> {
                EventDraft event = AccessEvents.approved(events.givenUp(awaiting), waiting, approval.by, nowNs);
                // The policy has changed: it asks for a second factor now.
                parts.lane().offer(AccessFlow.ended(last, event, Passage.USUAL));
            }
        }
        return null;
    }

    /// Whether the person may enter with an operator's approval alone. A door that is unlocked asks for no company.
    private boolean isEnough(Decision.Admitted admitted, Presentation read) {
        Need need = admitted.company().need();
        return need == Need.NONE || need == Need.OPERATOR || parts.isUnlocked(read);
    }

    /// The person may enter when an operator approves it within [Approvals#WINDOW_NS]. A phone has no reader at which
    /// its holder could wait. `ownWait` ends the person's wait for other people, as of [Entrance].
    void ask(Turn turn, Decision.Admitted admitted, ClockReading clock, Supplier<@Nullable Long> ownWait) {
        Presentation read = turn.events().last();
        boolean phone = read.shown() instanceof Shown.Phone;
        Approvals.Waiting before =
                phone ? null : approvals.of(read, admitted.holder().personId());
        if (before != null) {
            askAgain(turn, admitted, before);
            return;
        }
        AccessEvents events = turn.events();
        long id = approvals.nextId(clock.now().toEpochMilli());
        var waiting = Approvals.Waiting.of(id, events, turn.question(), admitted);
        EventDraft inVain = events.notApproved(waiting);
        Long first = Entrance.firstFactor(turn);
        Long ended = ownWait.get(); // for other people: the policy has changed
        if (phone || !approvals.add(waiting, read.atNs())) {
            parts.lane().offer(AccessFlow.answered(turn, inVain, Passage.USUAL, ended));
            return;
        }
        Long replaces = Objects.equals(first, ended) ? null : ended;
        parts.lane().offer(Entrance.waits(read, events.asked(waiting), inVain, first, replaces));
    }

    /// A person who waits for an operator presents the same again: operators keep the request that they see. The log
    /// gets the request again only where a first factor needs an answer.
    private void askAgain(Turn turn, Decision.Admitted admitted, Approvals.Waiting before) {
        AccessEvents events = turn.events();
        Long first = Entrance.firstFactor(turn);
        if (first == null) {
            approvals.replace(before.again(admitted));
            parts.lane().offer(AccessFlow.folded(events.last(), before.last().id()));
            return;
        }
        Approvals.Waiting again = before.again(events, turn.question(), admitted);
        approvals.replace(again);
        EventDraft inVain = events.notApproved(again);
        parts.lane()
                .offer(Entrance.waits(
                        events.last(),
                        events.asked(again),
                        inVain,
                        first,
                        before.last().id()));
    }

    /// The request of a person who needs no operator any more ends: the door is unlocked, or the policy has changed.
    void end(Presentation read, long personId, ClockReading clock) {
        if (read.shown() instanceof Shown.Phone) return;
        Approvals.Waiting waiting = approvals.of(read, personId);
        if (waiting == null || approvals.take(waiting.id(), read.atNs()) == null) return;
        end(waiting, clock);
    }

    /// Ends a person's requests at all readers except `here`, which admits the person; null: at all readers.
    void endElsewhere(long personId, @Nullable ReaderPlace here, ClockReading clock, long nowNs) {
        for (Approvals.Waiting one : approvals.takeElsewhere(personId, here, nowNs)) end(one, clock);
    }

    private void end(Approvals.Waiting waiting, ClockReading clock) {
        var events = new AccessEvents(waiting.first(), waiting.last(), clock.now());
        EventDraft event = events.notApproved(waiting, Reason.NOT_APPROVED, null);
        parts.lane().offer(AccessFlow.ended(waiting.last(), event, Passage.USUAL));
    }

    /// Ends the requests of persons who pass the door without an answer to them: an operator has admitted them by hand.
    /// `next` hears everything first. The door lane.
    Passages noting(Passages next, LongSupplier nowNs) {
        return Passages.telling(next, admitted -> endOf(admitted, nowNs), _ -> {});
    }

    private void endOf(EventDraft admitted, LongSupplier nowNs) {
        Long channelId = admitted.subject().channelId();
        Long personId = admitted.subject().personId();
        if (channelId == null || personId == null) return;
        for (var one : approvals.take(channelId, personId, nowNs.getAsLong()))
            end(one, parts.clock().get());
    }

    /// Ends the request of that presentation after the door lane has refused it. Any thread.
    void forget(long presentation) {
        approvals.forget(presentation);
    }

    /// What an operator said about the request of that id.
    record Approval(long id, boolean approved, String by) {}

    /// The persons who wait for an operator. Any thread.
    List<Approvals.Asked> asked(long nowNs) {
        return approvals.asked(nowNs);
    }

    /// Whether somebody waits for an operator at the reader.
    boolean waitsAt(Presentation read) {
        return approvals.waitsAt(read);
    }
}
