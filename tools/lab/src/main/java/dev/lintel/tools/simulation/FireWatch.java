package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Door;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Fire at one door: what the lines of its zones say, and whether the log says so too, with the zones' names.
final class FireWatch {
    private final Door door;
    private final boolean named;
    private final Set<Integer> burning = new TreeSet<>(); // the zones that call now
    private final Set<Integer> called = new TreeSet<>(); // since the log was told of an end
    private boolean untold;
    private boolean over; // it ended before the lane heard of it

    FireWatch(Door door, boolean named) {
        this.door = door;
        this.named = named;
    }

    /// A process begins.
    void begins() {
        untold = false;
        over = false;
    }

    boolean burns() {
        return !burning.isEmpty();
    }

    /// The line of a zone moves; `told`: the log says that fire releases the door.
    void moves(int zone, boolean now, boolean told) {
        if (!door.zones().contains(zone)) return;
        if (now) burning.add(zone);
        else burning.remove(zone);
        if (now) called.add(zone);
        untold |= now && !told;
    }

    /// Whether something asks for this FIRE_RELEASE_ON.
    boolean begins(EventDraft event, boolean told) {
        boolean lawful = !told && !over && (burns() || untold) && names(event);
        over = !burns();
        untold = false;
        return lawful;
    }

    /// Whether something asks for this FIRE_RELEASE_OFF.
    boolean ends(EventDraft event, boolean told) {
        boolean lawful = (over || (told && !burns())) && names(event);
        over = false;
        called.retainAll(burning);
        return lawful;
    }

    /// Whether the zones that it names have called; where fire begins there is one at least.
    private boolean names(EventDraft event) {
        Object names = event.additional().getOrDefault("zones", List.of());
        if (!named) return List.of().equals(names);
        List<String> all = called.stream().map(Premises::zoneName).toList();
        boolean begins = event.kind() == EventKind.FIRE_RELEASE_ON;
        return names instanceof List<?> zones && all.containsAll(zones) && !(begins && zones.isEmpty());
    }

    /// Whether the log lacks a fire that was, or its end.
    boolean isUntold() {
        return untold || over;
    }
}
