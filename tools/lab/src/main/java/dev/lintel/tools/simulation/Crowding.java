package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Truth.At;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import dev.lintel.tools.simulation.Verdicts.Place;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The number of people in areas with a limit: who is to be refused or needs other people, and what the log is to say.
/// Where the box may know of a move or not, a number is between two bounds. Shares no code with the box.
final class Crowding {
    /// The box looks each second.
    private static final long LOOK_NS = 3 * Wall.LOOK_NS;

    private static final String BELOW = "below";
    private static final String EMPTY = "empty";
    private static final Map<EventKind, String> STATES = Map.of(
            EventKind.AREA_EMPTY,
            EMPTY,
            EventKind.AREA_BELOW_MINIMUM,
            BELOW,
            EventKind.AREA_NORMAL,
            "normal",
            EventKind.AREA_FULL,
            "full");

    private final Premises premises;
    private final Whereabouts whereabouts;
    private final Predicate<String> suspended;
    private final Map<String, String> reported = new HashMap<>();
    private final Map<String, Long> differsSince = new HashMap<>();

    /// At least, and at most.
    record Bounds(int least, int most) {
        /// Of the people about whom `counted` says whether they count.
        private static Bounds of(Collection<Somebody> people, CountedPerson counted) {
            int least = 0;
            int most = 0;
            for (Somebody one : people) {
                Certainty counts = counted.of(one.id);
                if (counts == Certainty.YES) least++;
                if (counts != Certainty.NO) most++;
            }
            return new Bounds(least, most);
        }
    }

    /// Whether the box counts a person.
    private interface CountedPerson {
        Certainty of(long person);
    }

    /// @param suspended whether people come into an area or leave it unseen now
    Crowding(Premises premises, Whereabouts whereabouts, Predicate<String> suspended) {
        this.premises = premises;
        this.whereabouts = whereabouts;
        this.suspended = suspended;
    }

    /// Whether limits are not looked at there, because people come into one of the areas or leave it unseen.
    boolean suspends(Door door) {
        return Stream.of(door.from(), door.to())
                .anyMatch(area -> premises.areas().containsKey(area) && suspended.test(area));
    }

    /// Whether people may have to pass that door together because of a minimum.
    boolean gathers(Door door) {
        return minimum(door.from()) != null || minimum(door.to()) != null;
    }

    private @Nullable Integer minimum(String area) {
        AreaLimits limits = premises.areas().get(area);
        return limits == null ? null : limits.min();
    }

    /// Whether the area that the reader leads to has no room for these people, who pass together.
    Certainty full(List<Somebody> group, At at) {
        String area = at.door().entered(at.side());
        AreaLimits limits = premises.areas().get(area);
        if (limits == null || limits.max() == null || suspended.test(area)) return Certainty.NO;
        CountedPerson counted = person -> counts(person, area, at.clock().now());
        if (all(group, counted, Certainty.YES)) return Certainty.NO;
        Bounds others = Bounds.of(others(group), counted);
        if (others.most + group.size() <= limits.max()) return Certainty.NO;
        boolean enters = any(group, counted, Certainty.NO);
        return others.least + group.size() > limits.max() && enters ? Certainty.YES : Certainty.PERHAPS;
    }

    /// Whether these people, who pass together, are too few for the minimum of the area that they enter, or leave too
    /// few in the other one.
    Certainty few(List<Somebody> group, At at) {
        Certainty entering = fewWith(group, at);
        Certainty leaving = fewWithout(group, at);
        if (entering == Certainty.YES || leaving == Certainty.YES) return Certainty.YES;
        return entering == leaving ? entering : Certainty.PERHAPS;
    }

    private Certainty fewWith(List<Somebody> group, At at) {
        String area = at.door().entered(at.side());
        Integer min = minimum(area);
        if (min == null || suspended.test(area)) return Certainty.NO;
        CountedPerson isCertain = person -> isCertain(person, area, at.clock().now());
        Bounds others = Bounds.of(others(group), isCertain);
        if (others.least + group.size() >= min || all(group, isCertain, Certainty.YES)) return Certainty.NO;
        boolean enters = any(group, isCertain, Certainty.NO);
        return others.most + group.size() < min && enters ? Certainty.YES : Certainty.PERHAPS;
    }

    /// The last people leave if nobody is about to enter.
    private Certainty fewWithout(List<Somebody> group, At at) {
        String area = at.door().here(at.side());
        Integer min = minimum(area);
        if (min == null || suspended.test(area)) return Certainty.NO;
        CountedPerson stays = person -> stays(person, area, at.clock().now());
        Bounds staying = Bounds.of(others(group), stays);
        Bounds certain = Bounds.of(
                others(group), person -> isCertain(person, area, at.clock().now()));
        boolean enough = staying.most == 0 || certain.least >= min;
        if (enough || all(group, stays, Certainty.NO)) return Certainty.NO;
        boolean leaves = any(group, stays, Certainty.YES);
        return staying.least > 0 && certain.most < min && leaves ? Certainty.YES : Certainty.PERHAPS;
    }

    /// Whether these people are too few only because others who were admitted into the area have not passed yet.
    boolean isFewUntilOthersPass(List<Somebody> group, At at) {
        Instant now = at.clock().now();
        String into = at.door().entered(at.side());
        String outOf = at.door().here(at.side());
        boolean entering = fewWith(group, at) == Certainty.YES
                && Bounds.of(others(group), person -> stays(person, into, now)).least + group.size()
                        >= Objects.requireNonNull(minimum(into));
        boolean leaving = fewWithout(group, at) == Certainty.YES
                && Bounds.of(others(group), person -> stays(person, outOf, now)).least
                        >= Objects.requireNonNull(minimum(outOf));
        return entering || leaving;
    }

    private List<Somebody> others(List<Somebody> group) {
        return premises.people().stream().filter(who -> !group.contains(who)).toList();
    }

    private static boolean all(List<Somebody> group, CountedPerson counted, Certainty as) {
        return group.stream().allMatch(who -> counted.of(who.id) == as);
    }

    private static boolean any(List<Somebody> group, CountedPerson counted, Certainty as) {
        return group.stream().anyMatch(who -> counted.of(who.id) == as);
    }

    private Certainty counts(long person, String area, Instant now) {
        return whereabouts.counts(person, area, place -> isKept(place, now));
    }

    private Certainty stays(long person, String area, Instant now) {
        return whereabouts.stays(person, area, place -> isKept(place, now));
    }

    private Certainty isCertain(long person, String area, Instant now) {
        return whereabouts.isCertain(person, area, place -> isKept(place, now));
    }

    /// A door of the area may have forgotten it since.
    private boolean isKept(Place place, Instant now) {
        return premises.doors().stream()
                .noneMatch(
                        door -> (door.from().equals(place.area()) || door.to().equals(place.area()))
                                && door.forgotten(place.sinceMs(), now));
    }

    private Bounds seen(String area, Instant now) {
        return Bounds.of(premises.people(), person -> whereabouts.seenIn(person, area, place -> isKept(place, now)));
    }

    /// Those who are there when all who were admitted have passed.
    private Bounds staying(String area, Instant now) {
        return Bounds.of(premises.people(), person -> stays(person, area, now));
    }

    private String state(String area, int people) {
        return limits(area).state(people);
    }

    private AreaLimits limits(String area) {
        return Objects.requireNonNull(premises.areas().get(area));
    }

    /// An event of the box. `undone` takes what brings back the state before it.
    void event(EventDraft event, Instant now, Consumer<Runnable> undone) {
        String state = STATES.get(event.kind());
        if (state == null) return;
        String area = String.valueOf(event.additional().get("area"));
        if (!premises.areas().containsKey(area)) throw Judge.wrong("the area has no limit", event);
        String before = reported.getOrDefault(area, EMPTY);
        if (before.equals(state)) throw Judge.wrong("twice", event);
        Bounds bounds = seen(area, now);
        int people = number(event, "people");
        if (people < bounds.least || people > bounds.most) throw Judge.wrong("the people are " + bounds, event);
        if (!state.equals(state(area, people))) throw Judge.wrong("the area should be " + state(area, people), event);
        boolean named = Objects.equals(limit(event, "max"), limits(area).max())
                && Objects.equals(limit(event, "min"), limits(area).min());
        if (!named) throw Judge.wrong("the limits are " + limits(area), event);
        if (state.equals(BELOW) && passes(area, now) == Certainty.YES)
            throw Judge.wrong("others of the group are still to pass", event);
        if (isFew(state) && observed(area, now) == Certainty.NO)
            throw Judge.wrong("no person was seen to enter since places were forgotten", event);
        reported.put(area, state);
        undone.accept(() -> reported.put(area, before));
    }

    private static boolean isFew(String state) {
        return state.equals(BELOW) || state.equals(EMPTY);
    }

    /// Whether a person was seen to enter the area since places there were forgotten.
    private Certainty observed(String area, Instant now) {
        return whereabouts.observed(area, place -> isKept(place, now));
    }

    private static int number(EventDraft event, String key) {
        Integer number = limit(event, key);
        return number == null ? -1 : number;
    }

    private static @Nullable Integer limit(EventDraft event, String key) {
        return event.additional().get(key) instanceof Number number ? (Integer) number.intValue() : null;
    }

    /// Whether the minimum is met once all who were admitted have passed.
    private Certainty passes(String area, Instant now) {
        Bounds then = staying(area, now);
        AreaLimits limits = limits(area);
        boolean some = false;
        boolean each = true;
        for (int people = then.least; people <= then.most; people++) {
            some |= limits.allows(people);
            each &= limits.allows(people);
        }
        return each ? Certainty.YES : some ? Certainty.PERHAPS : Certainty.NO;
    }

    /// The box has no input left.
    void settled(Instant now, long nowNs) {
        for (String area : premises.areas().keySet()) {
            Bounds bounds = seen(area, now);
            boolean known = bounds.least == bounds.most && !suspended.test(area);
            String state = state(area, bounds.least);
            boolean differs = known && !state.equals(reported.getOrDefault(area, EMPTY));
            differs &= !isFew(state) || observed(area, now) == Certainty.YES;
            if (!differs || (state.equals(BELOW) && passes(area, now) != Certainty.NO)) {
                differsSince.remove(area);
                continue;
            }
            long sinceNs = differsSince.computeIfAbsent(area, _ -> nowNs);
            if (nowNs - sinceNs > LOOK_NS) {
                throw new Violation("there are " + bounds.least + " people in " + area + ", and the log says "
                        + reported.getOrDefault(area, EMPTY));
            }
        }
    }

    /// A process begins.
    void begins() {
        differsSince.clear();
    }
}
