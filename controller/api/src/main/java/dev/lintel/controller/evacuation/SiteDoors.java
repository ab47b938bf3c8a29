package dev.lintel.controller.evacuation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The doors of a site in an evacuation; its elevators and floors do not take part. Immutable.
///
/// @param doors by channel id
public record SiteDoors(long siteId, String site, List<Door> doors) {
    public SiteDoors {
        doors = List.copyOf(doors);
    }

    /// A door of the site.
    ///
    /// @param box the box of the door; null: this one
    /// @param takesPart whether an evacuation unlocks it: `evacuation` of site.yaml
    /// @param reachable whether its state is known: it is wired, and its box is connected
    /// @param evacuated whether an evacuation unlocks it now, as far as known
    public record Door(
            long channelId,
            String name,
            @Nullable String box,
            boolean takesPart,
            boolean reachable,
            boolean evacuated) {}

    /// How many doors an evacuation unlocks now.
    public long evacuated() {
        return doors.stream().filter(Door::evacuated).count();
    }
}
