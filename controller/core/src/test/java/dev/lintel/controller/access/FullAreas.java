package dev.lintel.controller.access;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Places at which one person is in each area, and all others are at `others`.
record FullAreas(@Nullable Place others) implements Places {
    /// With `inside` limited to one person.
    static FullAreas of(TestPolicy policy) {
        policy.areaRules.add(new AreaRule(new AreaLimit("inside", 1, null), AreaSet.NONE, List.of(), true));
        return new FullAreas(null);
    }

    @Override
    public @Nullable Place of(long personId, AreaSet areas) {
        return others;
    }

    @Override
    public Occupancy occupancy(AreaRule area, Collection<Long> people, Instant now) {
        return new Occupancy(area.limit(), new Crowd(1, Set.of()), Map.of());
    }
}
