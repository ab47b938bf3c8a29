package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.One;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Whether the log's answer to a presentation is what it ought to be.
final class Answering {
    private final Judge judge;
    private final Premises premises;
    private final Time time;

    Answering(Judge judge, Premises premises, Time time) {
        this.judge = judge;
        this.premises = premises;
        this.time = time;
    }

    void admitted(EventDraft event, One one) {
        Verdict verdict = one.verdict;
        if (verdict == null) throw Judge.wrong("an admission that nobody decided", event);
        if (!verdict.passes()) throw Judge.wrong("admitted, and " + verdict, event);
        Somebody who = Objects.requireNonNull(verdict.who(), "whoever passes is known");
        if (!Objects.equals(event.subject().personId(), who.id))
            throw Judge.wrong("the wrong person is admitted", event);
        Door door = premises.door(one.channelId);
        DoorWatch watch = judge.door(one.channelId);
        boolean free = door.byBox() && one.side.equals("exit");
        if (watch.told().locked() && !who.responder && !free) throw Judge.wrong("admitted in lockdown", event);
        EventKind kind = watch.told().stands()
                ? EventKind.ADMITTED_UNLOCKED
                : verdict.pinAlone() ? EventKind.ADMITTED_PIN : EventKind.ADMITTED_CARD;
        if (event.kind() != kind || !watch.told().explains(event)) throw Judge.wrong("should be " + kind, event);
        Set<String> late = free && watch.told().locked() && !who.responder ? Set.of("lockdown") : Set.of();
        String amiss = verdict.reasoning().amiss(event.additional(), late);
        if (amiss != null) throw Judge.wrong(amiss, event);
        if (!free && judge.passing.interlocked(watch, false)) throw Judge.wrong("admitted against an interlock", event);
        if (!door.floors().isEmpty()) judge.passing.reached(event, verdict);
        if (watch.told().locked() && who.responder) one.responds = true;
        company(event, one);
        boolean isUnseen = judge.passing.isUnseen(watch);
        judge.passing.moved(event, who, door, one.side);
        if (one.responds) watch.responds();
        taps(one, true);
        var owner = Turns.Owner.persons(who.id, Handed.companions(event));
        var way = one.side.equals("exit") ? Turns.Way.out(door.byBox()) : Turns.Way.IN;
        watch.releasedWith(who.extended, owner, way, time.nowNs());
        watch.wall.admitted(who.id, one.side.equals("entry"), isUnseen, time.nowNs());
    }

    /// Persons whom the decision admits end the tap of another one, whether the door admits them or not.
    private void taps(One one, boolean admitted) {
        One first = one.verdict == null ? null : one.verdict.first();
        boolean shownAgain = one.passedBy != null || (first != null && first.passedBy != null);
        if (!one.side.equals("entry") || shownAgain) return;
        Taps.Seen seen = judge.door(one.channelId).orders.taps.answered(one, admitted);
        if (seen == Taps.Seen.HELD) judge.shows("a card that stays at the reader");
        else if (seen == Taps.Seen.AFTER_TWO) judge.shows("tap after a double tap");
        else if (seen == Taps.Seen.SECOND) judge.shows(admitted ? "double tap" : "second tap refused by the door");
        else if (one.tap != null && !admitted) judge.shows("tap refused by the door");
    }

    /// Nobody enters alone who may not; of those who enter together each event names the others.
    private void company(EventDraft event, One one) {
        List<Long> named = Handed.companions(event);
        Readmissions.Before again = one.again;
        boolean before = again != null && named.equals(again.others());
        if (!named.isEmpty() && !before && !named.equals(others(one)))
            throw Judge.wrong("entered together with nobody", event);
        Object by = event.additional().get("decided_by");
        if (one.way == Entering.Way.ASKS) {
            if (one.approvedNs == 0 || !Deeds.OPERATOR.equals(by)) throw Judge.wrong("nobody approved it", event);
        } else if (by != null && (again == null || !by.equals(again.by())))
            throw Judge.wrong("nobody was asked", event);
        if (one.way == null || one.way == Entering.Way.WAITS) throw Judge.wrong("admitted alone", event);
        if (!named.isEmpty()) judge.shows("entered together");
        if (!named.isEmpty() && one.need.equals("group")) judge.shows(one.side + " as a group");
        if (named.size() > 1) judge.shows("three or more together");
        if (by != null) judge.shows("approved");
        if (event.additional().containsKey("first_responder")) judge.shows("first responder above the level");
        if (event.additional().get("not_enforced") instanceof List<?> all) {
            all.forEach(reason -> judge.shows(reason + " not enforced"));
        }
    }

    /// The persons who pass together with this one, sorted by id.
    private static List<Long> others(One one) {
        if (one.party == null) return List.of();
        return one.party.all().stream()
                .filter(other -> other != one)
                .map(other -> Objects.requireNonNull(
                                Objects.requireNonNull(other.verdict).who())
                        .id)
                .sorted()
                .toList();
    }

    /// Nobody came, or nobody approved it.
    private boolean inVain(EventDraft event, One one) {
        boolean alone = Presentations.isAlone(event);
        if (!alone && event.kind() != EventKind.REJECTED_NOT_APPROVED) return false;
        if ("approval_denied".equals(event.additional().get("reason"))) {
            if (!one.denied) throw Judge.wrong("nobody denied it", event);
            return true;
        }
        boolean group = event.kind() == EventKind.REJECTED_OCCUPANCY;
        boolean fits = !one.need.equals("none") && one.need.equals("group") == group;
        if (alone && !fits) throw Judge.wrong("the person needs " + one.need, event);
        boolean together = one.way == Entering.Way.TOGETHER; // the others have not come in: looked at with all
        if (alone && (together || one.replaced || one.approvedNs != 0)) return true;
        boolean passed = one.replaced && event.monotonicNs() == one.atNs;
        if (!alone && (passed || (one.replaced && !judge.restarted(one.atNs)))) {
            if (event.monotonicNs() != one.atNs) throw Judge.wrong("the person needs no operator any more", event);
            return true;
        }
        if (one.way != (alone ? Entering.Way.WAITS : Entering.Way.ASKS)) throw Judge.wrong("nobody was awaited", event);
        long namedNs = alone ? one.atNs + Presentations.WINDOW_NS : one.untilNs;
        long untilNs = one.earliestNs();
        boolean over = event.monotonicNs() == namedNs && (time.nowNs() >= untilNs || judge.restarted(one.atNs));
        if (!over) throw Judge.wrong("there was time until " + untilNs, event);
        return true;
    }

    private static long decidedNs(One one) {
        if (one.approvedNs != 0) return one.approvedNs;
        return one.party == null ? one.atNs : one.party.last().atNs;
    }

    void rejected(EventDraft event, One one) {
        Verdict verdict = one.verdict;
        if (verdict != null && verdict.who() != null && event.monotonicNs() == decidedNs(one)) {
            judge.whereabouts.turnedAway(verdict.who().id, one.channelId);
            judge.uses.rejected(event, verdict.who());
        }
        if (one.party != null) turnedAway(one, one.party);
        Object reason = String.valueOf(event.additional().get("reason"));
        judge.shows("refused: " + reason);
        boolean free = premises.door(one.channelId).byBox() && one.side.equals("exit");
        if (free && reason.equals("pin_locked")) judge.shows("PIN refused at a free exit");
        if (inVain(event, one)) return;
        if (one.crowded && Handed.isTooMany(event)) return;
        switch (event.kind()) {
            case REJECTED_TIMEOUT -> {
                return; // that a second factor was awaited is known already
            }
            case REJECTED_NOT_READY -> {
                if (!unready(one)) throw Judge.wrong("there was time to decide", event);
                return;
            }
            default -> {
                // Somebody decided.
            }
        }
        if (one.answer != null && one.answer.kind().isAdmitted()) taps(one, false);
        if (one.givenUp && reason.equals("wrong_factor")) return;
        if (verdict == null) throw Judge.wrong("turned away, and nobody decided", event);
        if (verdict.gives(reason)) return;
        if (verdict.passes() && byDoor(reason, one, verdict)) return;
        throw Judge.wrong("turned away for " + reason + ", and should be: " + verdict, event);
    }

    /// Nobody passes together with a last person whom the lane turns away.
    private void turnedAway(One one, Party party) {
        for (One each : one == party.last() ? party.all() : List.of(one)) {
            Somebody who = each.verdict == null ? null : each.verdict.who();
            if (who != null && (each == one || each.told == null)) judge.whereabouts.turnedAway(who.id, one.channelId);
        }
    }

    /// Whether nobody can have decided: the box was stuck, its database broke down, or its lane began anew.
    /// Where two factors are shown, for either of them.
    private boolean unready(One one) {
        boolean without = one.verdict != null && one.verdict.first() != null && one.verdict.first().answered;
        return judge.unready(one.atNs, one.folded) || one.failed || without;
    }

    /// Whether what stands at the door by now keeps them out, though the decision does not.
    private boolean byDoor(Object reason, One one, Verdict verdict) {
        Door door = premises.door(one.channelId);
        boolean free = door.byBox() && one.side.equals("exit");
        boolean responder = verdict.who() != null && verdict.who().responder;
        if (reason.equals("interlock")) return !free && judge.passing.interlocked(judge.door(one.channelId), true);
        if (!reason.equals("lockdown") || free || responder) return false;
        return judge.door(one.channelId).told().locked()
                || (!door.floors().isEmpty()
                        && verdict.floors().stream()
                                .allMatch(floor -> judge.door(floor).told().locked()));
    }
}
