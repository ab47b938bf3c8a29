package dev.lintel.controller.access;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The areas of a policy by how doors connect them. Immutable.
///
/// ```
///   door 1: street <-> hall      {street, hall, lab}     a person is in one of these
///   door 2: hall   <-> lab
///   door 3: yard   <-> garage    {yard, garage}          and in one of these
/// ```
public final class AreaSets {
    private final Map<Long, AreaSet> byDoor = new HashMap<>();
    private final List<AreaSet> all = new ArrayList<>();

    /// A door with passback, whatever its mode. An empty area is none.
    public record Link(long channelId, String from, String to) {
        public List<String> areas() {
            var areas = new LinkedHashSet<>(List.of(from, to));
            areas.remove("");
            return List.copyOf(areas);
        }
    }

    private AreaSets() {}

    public static AreaSets of(Collection<Link> links) {
        Map<String, Set<String>> connected = new HashMap<>();
        for (Link link : links) {
            Set<String> joined = new TreeSet<>(link.areas());
            for (String area : link.areas()) joined.addAll(connected.getOrDefault(area, Set.of()));
            for (String area : joined) connected.put(area, joined);
        }
        Map<Set<String>, Set<Long>> doors = new HashMap<>();
        for (Link link : links) {
            if (link.areas().isEmpty()) continue;
            Set<String> areas = connected.getOrDefault(link.areas().getFirst(), Set.of());
            doors.computeIfAbsent(areas, _ -> new TreeSet<>()).add(link.channelId);
        }
        var sets = new AreaSets();
        doors.forEach((areas, channels) -> sets.add(new AreaSet(areas, List.copyOf(channels))));
        return sets;
    }

    private void add(AreaSet set) {
        all.add(set);
        for (long door : set.doors()) byDoor.put(door, set);
    }

    /// The areas that are connected with those of a door; [AreaSet#NONE] where the door has none.
    public AreaSet of(long channelId) {
        return byDoor.getOrDefault(channelId, AreaSet.NONE);
    }

    /// The areas that are connected with `area`: itself alone where no door names it.
    public Set<String> of(String area) {
        for (AreaSet set : all) if (set.contains(area)) return set.areas();
        return Set.of(area);
    }

    public List<AreaSet> all() {
        return List.copyOf(all);
    }
}
