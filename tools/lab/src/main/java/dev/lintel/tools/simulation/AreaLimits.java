package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Door;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How many people may be in an area of a simulated place. Immutable; made by [#of].
///
/// @param max null for any number
/// @param min the smallest number while anybody is there; null for any number
record AreaLimits(@Nullable Integer max, @Nullable Integer min) {
    /// So many people cannot gather often: most areas have a smaller minimum.
    private static final int MIN_LARGE = 8;

    /// Of some areas inside.
    ///
    /// @param maxima chooses areas with a maximum, `minima` those with a minimum
    static Map<String, AreaLimits> of(List<Door> doors, Random maxima, Random minima) {
        var limits = new TreeMap<String, AreaLimits>();
        for (Door door : doors) {
            if (door.to().isEmpty() || limits.containsKey(door.to()) || maxima.nextInt(2) > 0) continue;
            limits.put(door.to(), new AreaLimits(1 + maxima.nextInt(4), null));
        }
        List<String> inside = doors.stream()
                .map(Door::to)
                .filter(area -> !area.isEmpty())
                .distinct()
                .sorted()
                .toList();
        for (String area : inside) {
            AreaLimits before = limits.getOrDefault(area, new AreaLimits(null, null));
            Integer min = minimum(before.max, minima);
            if (min != null && !isApproved(area, doors)) limits.put(area, new AreaLimits(before.max, min));
        }
        return limits;
    }

    private static @Nullable Integer minimum(@Nullable Integer max, Random minima) {
        boolean large = minima.nextInt(4) == 0;
        int min = 2 + minima.nextInt(large && max == null ? MIN_LARGE : 2);
        if (minima.nextInt(2) > 0 || (max != null && max < 2)) return null;
        return max == null ? (Integer) min : (Integer) Math.min(min, max);
    }

    /// An operator approves one person at a time, so that such an area can have no minimum.
    private static boolean isApproved(String area, List<Door> doors) {
        return doors.stream()
                .anyMatch(door -> (door.from().equals(area) || door.to().equals(area))
                        && door.entry().approval() != null);
    }

    /// The state that the log reports of so many people.
    String state(int people) {
        if (people == 0) return "empty";
        if (max != null && people >= max) return "full";
        return allows(people) ? "normal" : "below";
    }

    /// Whether so many people may be there.
    boolean allows(int people) {
        return people == 0 || min == null || people >= min;
    }

    /// As `site.yaml` has it.
    String text() {
        return (max == null ? "" : ", max: " + max) + (min == null ? "" : ", min: " + min);
    }
}
