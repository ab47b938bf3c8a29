package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Truth.At;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import dev.lintel.tools.simulation.Verdicts.Place;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Whether passback refuses a person, for each place at which the box may see them. Shares no rules with the box.
final class PassbackVerdict {
    private final Whereabouts whereabouts;
    private final Forgiving forgiving;

    /// @param forgiving knows which doors people pass unseen
    PassbackVerdict(Whereabouts whereabouts, Forgiving forgiving) {
        this.whereabouts = whereabouts;
        this.forgiving = forgiving;
    }

    Certainty astray(Somebody who, At at) {
        Set<Certainty> found = eachAstray(who, at);
        return found.size() > 1 ? Certainty.PERHAPS : found.iterator().next();
    }

    boolean mayBeAstray(Somebody who, At at) {
        Set<Certainty> found = eachAstray(who, at);
        return found.size() > 1 && found.contains(Certainty.YES);
    }

    /// For each place at which the box may see the person.
    private Set<Certainty> eachAstray(Somebody who, At at) {
        if (!at.door().looksAtPlaces()) return Set.of(Certainty.NO);
        if (forgiving.isUnseen(at.door())) return Set.of(Certainty.SUSPENDED);
        return whereabouts.seen(who.id, at.door(), at.side()).stream()
                .map(place -> astray(place, at))
                .collect(Collectors.toSet());
    }

    private Certainty astray(@Nullable Place place, At at) {
        if (place != null && forgiving.isUnseen(place.area())) return Certainty.SUSPENDED;
        return passedBack(place, at) ? Certainty.YES : Certainty.NO;
    }

    static boolean enforced(At at) {
        return !at.door().passback().equals("soft");
    }

    /// Whether somebody who is at `place` cannot be at this reader.
    private static boolean passedBack(@Nullable Place place, At at) {
        Door door = at.door();
        if (place == null || door.forgotten(place.sinceMs(), at.clock().now())) return false;
        return switch (door.passback()) {
            case "hard", "soft" -> !place.area().equals(door.here(at.side()));
            case "timed" -> {
                long agoMs = at.clock().now().toEpochMilli() - place.sinceMs();
                boolean newly = agoMs >= 0 && agoMs < Door.TIMED_MS;
                yield newly && place.area().equals(door.entered(at.side()));
            }
            default -> false;
        };
    }
}
