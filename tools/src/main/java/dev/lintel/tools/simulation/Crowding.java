package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Truth.At;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import dev.lintel.tools.simulation.Verdicts.Place;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The number of people in areas with a maximum: who is to be refused, and what the log is to say. Where the box may
/// know of a move or not, a number is between two bounds. Shares no code with the box.
final class Crowding {
    /// The box looks each second.
    private static final long LOOK_NS = 3 * Wall.LOOK_NS;

    private static final Map<EventKind, String> STATES =
            Map.of(EventKind.AREA_EMPTY, "empty", EventKind.AREA_NORMAL, "normal", EventKind.AREA_FULL, "full");

    private final Premises premises;
    private final Whereabouts whereabouts;
    private final Predicate<Door> suspended;
    private final Map<String, String> reported = new HashMap<>();
    private final Map<String, Long> differsSince = new HashMap<>();

    /// At least, and at most.
    record Bounds(int least, int most) {}

    /// @param suspended whether people pass unseen now between the areas of a door
    Crowding(Premises premises, Whereabouts whereabouts, Predicate<Door> suspended) {
        this.premises = premises;
        this.whereabouts = whereabouts;
        this.suspended = suspended;
    }

    /// Whether a limit is looked at where somebody passes that door.
    boolean limits(Door door) {
        return premises.maxima().containsKey(door.from()) || premises.maxima().containsKey(door.to());
    }

    /// Whether the area that the reader leads to is full for this person.
    Certainty full(Somebody who, At at) {
        String area = at.door().entered(at.side());
        Integer max = premises.maxima().get(area);
        if (max == null || suspended.test(at.door())) return Certainty.NO;
        Certainty there = counts(who.id, area, at.clock().now());
        if (there == Certainty.YES) return Certainty.NO;
        int least = 0;
        int most = 0;
        for (Somebody other : premises.people()) {
            if (other.id == who.id) continue;
            Certainty counted = counts(other.id, area, at.clock().now());
            if (counted == Certainty.YES) least++;
            if (counted != Certainty.NO) most++;
        }
        if (most < max) return Certainty.NO;
        return least >= max && there == Certainty.NO ? Certainty.YES : Certainty.PERHAPS;
    }

    /// Whether there is no room for two persons who pass together.
    Certainty noRoom(Somebody one, Somebody other, At at) {
        String area = at.door().entered(at.side());
        Integer max = premises.maxima().get(area);
        if (max == null || suspended.test(at.door())) return Certainty.NO;
        Instant now = at.clock().now();
        Certainty first = counts(one.id, area, now);
        Certainty second = counts(other.id, area, now);
        if (first == Certainty.YES && second == Certainty.YES) return Certainty.NO;
        int least = 2;
        int most = 2;
        for (Somebody each : premises.people()) {
            if (each.id == one.id || each.id == other.id) continue;
            Certainty counted = counts(each.id, area, now);
            if (counted == Certainty.YES) least++;
            if (counted != Certainty.NO) most++;
        }
        if (most <= max) return Certainty.NO;
        boolean enters = first == Certainty.NO || second == Certainty.NO;
        return least > max && enters ? Certainty.YES : Certainty.PERHAPS;
    }

    private Certainty counts(long person, String area, Instant now) {
        return whereabouts.counts(person, area, place -> isKept(place, now));
    }

    /// A door of the area may have forgotten it since.
    private boolean isKept(Place place, Instant now) {
        return premises.doors().stream()
                .noneMatch(
                        door -> (door.from().equals(place.area()) || door.to().equals(place.area()))
                                && door.forgotten(place.sinceMs(), now));
    }

    private Bounds seen(String area, Instant now) {
        int least = 0;
        int most = 0;
        for (Somebody one : premises.people()) {
            Certainty seen = whereabouts.seenIn(one.id, area, place -> isKept(place, now));
            if (seen == Certainty.YES) least++;
            if (seen != Certainty.NO) most++;
        }
        return new Bounds(least, most);
    }

    private String state(String area, int people) {
        if (people == 0) return "empty";
        return people >= Objects.requireNonNull(premises.maxima().get(area)) ? "full" : "normal";
    }

    /// An event of the box. `undone` takes what brings back the state before it.
    void event(EventDraft event, Instant now, Consumer<Runnable> undone) {
        if (event.kind() == EventKind.AREA_BELOW_MINIMUM) throw Judge.wrong("no area has a minimum", event);
        String state = STATES.get(event.kind());
        if (state == null) return;
        String area = String.valueOf(event.additional().get("area"));
        if (!premises.maxima().containsKey(area)) throw Judge.wrong("the area has no limit", event);
        String before = reported.getOrDefault(area, "empty");
        if (before.equals(state)) throw Judge.wrong("twice", event);
        Bounds bounds = seen(area, now);
        int people = event.additional().get("people") instanceof Number number ? number.intValue() : -1;
        if (people < bounds.least || people > bounds.most) throw Judge.wrong("the people are " + bounds, event);
        if (!state.equals(state(area, people))) throw Judge.wrong("the area should be " + state(area, people), event);
        reported.put(area, state);
        undone.accept(() -> reported.put(area, before));
    }

    /// The box has no input left.
    void settled(Instant now, long nowNs) {
        for (String area : premises.maxima().keySet()) {
            Bounds bounds = seen(area, now);
            boolean known = bounds.least == bounds.most && !isSuspended(area);
            boolean differs = known && !state(area, bounds.least).equals(reported.getOrDefault(area, "empty"));
            if (!differs) {
                differsSince.remove(area);
                continue;
            }
            long sinceNs = differsSince.computeIfAbsent(area, _ -> nowNs);
            if (nowNs - sinceNs > LOOK_NS) {
                throw new Violation("there are " + bounds.least + " people in " + area + ", and the log says "
                        + reported.getOrDefault(area, "empty"));
            }
        }
    }

    private boolean isSuspended(String area) {
        return premises.doors().stream()
                .anyMatch(door -> (door.from().equals(area) || door.to().equals(area)) && suspended.test(door));
    }

    /// A process begins.
    void begins() {
        differsSince.clear();
    }
}
