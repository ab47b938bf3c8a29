package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.One;
import dev.lintel.tools.simulation.Verdicts.Place;
import java.util.List;
import java.util.Objects;

/// What somebody who is admitted brings about beside their own door, an elevator's floors and a place; and whether
/// another door should have kept them out. The same for a card and for who is let in by hand.
final class Passing {
    private final Judge judge;
    private final Time time;

    Passing(Judge judge, Time time) {
        this.judge = judge;
        this.time = time;
    }

    /// The floors that let go are those that one may reach and that are not locked down.
    void reached(EventDraft event, Verdict verdict) {
        boolean responder = verdict.who() != null && verdict.who().responder;
        List<Long> open = verdict.floors().stream()
                .filter(floor -> responder || !judge.door(floor).told().locked())
                .map(Long::valueOf)
                .toList();
        if (!open.equals(event.additional().get("floors"))) throw Judge.wrong("the floors should be " + open, event);
        boolean extended = verdict.who() != null && verdict.who().extended;
        for (long floor : open) {
            judge.door(floor).releasedWith(extended, Turns.Owner.ANYBODY, Turns.Way.IN, time.nowNs());
        }
    }

    /// Whether a partner is passable, by neither fire nor an evacuation, and the door itself does not stand unlocked.
    /// `perhaps`: by its wires or by what the lane knows of them; else by both.
    boolean interlocked(DoorWatch door, boolean perhaps) {
        if (door.told().stands()) return false;
        for (DoorWatch other : judge.doors()) {
            boolean partners = door.door.interlockedWith(other.door) || other.door.interlockedWith(door.door);
            if (!partners || other.told().isReleased()) continue;
            boolean known = judge.view(other.door.id()).leafOpen();
            boolean open = perhaps ? known || other.leafOpen() : known && other.leafOpen();
            if (other.released() || open) return true;
        }
        return false;
    }

    /// Who enters an area by that door is there from then on.
    void moved(EventDraft event, Somebody who, Door door, String side) {
        Object area = door.entered(side).isEmpty() ? null : door.entered(side);
        if (!Objects.equals(event.additional().get("area"), area))
            throw Judge.wrong("the area should be " + area, event);
        DoorWatch watch = judge.door(door.id());
        boolean isUnseen = isUnseen(watch);
        judge.uses.admitted(event, who, door.id(), isUnseen);
        Unopened.Opening opening = watch.unopened.opening(watch.leafOpen());
        if (!isUnseen) watch.unopened.admitted(who.id, watch.leafOpen(), watch.untilNs(who.extended, time.nowNs()));
        readmissions(event, who, watch, side);
        if (area == null) return;
        var place = new Place((String) area, event.occurredAtMs());
        if (isUnseen) judge.whereabouts.passed(who.id, door.id(), place, judge.told());
        else judge.whereabouts.admitted(who.id, door.id(), side, place, opening);
    }

    private void readmissions(EventDraft event, Somebody who, DoorWatch watch, String side) {
        long channelId = watch.door.id();
        if (isUnseen(watch)) {
            judge.whereabouts.readmissions.passed(who.id, channelId);
            return;
        }
        var opening = watch.unopened.opening(watch.leafOpen());
        boolean sure = opening == Unopened.Opening.NONE && !watch.told().locked() && !watch.faulty(time.nowNs());
        Object by = event.additional().get("decided_by");
        var before = new Readmissions.Before(side, Handed.companions(event), by);
        judge.whereabouts.readmissions.admitted(who.id, channelId, before, sure);
    }

    /// Whether nothing tells when a person passes who is admitted now.
    boolean isUnseen(DoorWatch watch) {
        boolean seen = watch.door.hasLeaf()
                && !watch.told().stands()
                && !judge.view(watch.door.id()).leafOpen();
        return !seen;
    }

    /// A decision was made: from now on other readers may count the person as there.
    ///
    /// @param atNs as the answer has it
    void decided(One one, Verdict verdict, long atNs) {
        Somebody who = Objects.requireNonNull(verdict.who(), "whoever passes is known");
        Door door = judge.door(one.channelId).door;
        One first = verdict.first() == null ? one : verdict.first();
        if (first.what.card()) judge.uses.decided(who, isEntry(first), atNs);
        if (door.from().isEmpty()) return;
        var place = new Place(door.entered(one.side), time.nowMs());
        judge.whereabouts.decided(who.id, door.id(), one.side, place);
    }

    /// What the box shows at the second door of an airlock belongs to the entry at the first one.
    private static boolean isEntry(One one) {
        return one.side.equals("entry") && one.passedBy == null;
    }

    /// The lane has done all it was told.
    void settled(DoorWatch watch, long nowNs) {
        judge.whereabouts.settled(watch.door.id(), judge.told());
        for (long person : judge.whereabouts.readmissions.settled(watch.door.id()))
            judge.entering.passed(person, watch.door.id());
        for (long i = watch.turns.takeSurvivals(); i > 0; i--)
            judge.shows("an unlock survives another person's passage");
        boolean shut = !watch.released() && !watch.leafOpen() && !watch.faulty(nowNs);
        boolean waits = watch.unopened.settled();
        watch.wall.entered(waits || !shut, nowNs);
        watch.lasting("a person was admitted and did not pass, and the log does not say so", waits && shut, nowNs);
    }
}
