package dev.lintel.tools.simulation;

import java.util.Set;

/// Until when the persons of turns may pass one door: where their admissions, places and turns are judged.
final class TurnTimes {
    private final DoorWatch watch;
    private final Whereabouts whereabouts;

    TurnTimes(DoorWatch watch, Whereabouts whereabouts) {
        this.watch = watch;
        this.whereabouts = whereabouts;
    }

    /// A turn begins: that of another person who leaves may last longer by it, or it lasts for as long as that one.
    void given(Turns.Owner owner, Turns.Way way, long fromNs, long untilNs, boolean sure) {
        Turns.Lengthened longer = watch.turns.given(owner, way, fromNs, untilNs, sure);
        if (longer != null) last(longer.persons(), longer.untilNs());
    }

    /// These persons may pass until then.
    void last(Set<Long> persons, long untilNs) {
        whereabouts.given(watch.door.id(), persons, untilNs);
        watch.unopened.until(persons, untilNs);
    }
}
