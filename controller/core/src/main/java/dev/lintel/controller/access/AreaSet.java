package dev.lintel.controller.access;

import java.util.List;
import java.util.Set;

/// Areas that doors with passback connect, and the channels of these doors. A person has one place among them.
/// Immutable; made by [AreaSets].
public record AreaSet(Set<String> areas, List<Long> doors) {
    /// Of a door without passback.
    public static final AreaSet NONE = new AreaSet(Set.of(), List.of());

    public AreaSet {
        areas = Set.copyOf(areas);
        doors = List.copyOf(doors);
    }

    public boolean contains(String area) {
        return areas.contains(area);
    }
}
