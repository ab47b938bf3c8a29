package dev.lintel.controller.access;

import dev.lintel.controller.access.AreaLimit.State;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Reports when the number of people in an area reaches a limit or 0, and when it leaves it. Any thread; never waits.
///
/// ```
///   AREA_EMPTY (0) <--> AREA_BELOW_MINIMUM (1 to min - 1) <--> AREA_NORMAL <--> AREA_FULL (max and more)
/// ```
///
/// Each event is a change of that state, also one from the first to the last. An area that was never reported is
/// empty. While people pass a door of the area unseen, nothing is reported. A number below the minimum is not reported
/// while the others of a group are still to pass. After places were forgotten people may still be there: AREA_EMPTY and
/// AREA_BELOW_MINIMUM are not reported until a person is seen to enter.
public final class AreaWatch {
    /// Of an event: the area, the people there now, and the limits.
    static final String AREA = "area";

    private static final String PEOPLE = "people";
    private static final String MAX = "max";
    private static final String MIN = "min";

    private final Function<AreaRule, @Nullable Occupancy> places;
    private final Predicate<String> suspended;
    private final Consumer<EventDraft> log;
    private final Time time;
    private final Map<String, State> reported = new HashMap<>();

    /// @param places the people in an area; null: not known
    /// @param suspended whether people pass a door of the area unseen
    /// @param log must not wait
    AreaWatch(
            Function<AreaRule, @Nullable Occupancy> places,
            Predicate<String> suspended,
            Consumer<EventDraft> log,
            Time time) {
        this.places = places;
        this.suspended = suspended;
        this.log = log;
        this.time = time;
    }

    /// The state that an event of that kind reports. Throws `IllegalArgumentException` for another kind.
    public static State state(EventKind kind) {
        return switch (kind) {
            case AREA_EMPTY -> State.EMPTY;
            case AREA_BELOW_MINIMUM -> State.BELOW_MINIMUM;
            case AREA_NORMAL -> State.NORMAL;
            case AREA_FULL -> State.FULL;
            default -> throw new IllegalArgumentException(kind + " is of no area");
        };
    }

    private static EventKind kind(State state) {
        return switch (state) {
            case EMPTY -> EventKind.AREA_EMPTY;
            case BELOW_MINIMUM -> EventKind.AREA_BELOW_MINIMUM;
            case NORMAL -> EventKind.AREA_NORMAL;
            case FULL -> EventKind.AREA_FULL;
        };
    }

    /// Sets the state that the log reported last, unless this watch has reported the area itself. Null: none.
    synchronized void known(String area, @Nullable State state) {
        reported.putIfAbsent(area, Objects.requireNonNullElse(state, State.EMPTY));
    }

    /// Reports changes. Skips areas for which [#known] was not called.
    void look(AccessPolicy policy) {
        look(policy.countedAreas());
    }

    /// As above, for areas that are connected with one of these.
    void look(AccessPolicy policy, AreaSet among) {
        look(policy.countedAreas().stream()
                .filter(area -> among.contains(area.name()))
                .toList());
    }

    private synchronized void look(List<AreaRule> areas) {
        for (AreaRule area : areas) {
            State before = reported.get(area.name());
            Occupancy occupancy = before == null ? null : places.apply(area);
            if (occupancy == null) continue;
            State state = area.limit().state(occupancy.seen());
            boolean passing = state == State.BELOW_MINIMUM && area.limit().allows(occupancy.people());
            boolean few = state == State.EMPTY || state == State.BELOW_MINIMUM;
            if (state == before || passing || suspended.test(area.name())) continue;
            if (few && !occupancy.observed()) continue;
            reported.put(area.name(), state);
            log.accept(event(area.limit(), state, occupancy.seen()));
        }
    }

    private EventDraft event(AreaLimit limit, State state, int people) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(AREA, limit.name());
        facts.put(PEOPLE, (long) people);
        if (limit.max() != null) facts.put(MAX, limit.max().longValue());
        if (limit.min() != null) facts.put(MIN, limit.min().longValue());
        return new EventDraft(kind(state), time.nowMs(), time.nowNs(), Subject.NOBODY, facts);
    }
}
