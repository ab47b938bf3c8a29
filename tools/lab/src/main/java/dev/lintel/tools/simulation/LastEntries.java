package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Verdicts.Certainty;
import dev.lintel.tools.simulation.Verdicts.Place;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The last entries into areas since their places were forgotten: without one, an area without people is not known to
/// be empty.
final class LastEntries {
    private final Map<String, Place> certain = new HashMap<>();
    private final Map<String, Place> possible = new HashMap<>();

    /// A person enters the area.
    ///
    /// @param surely whether the box has seen it
    void entered(Place place, boolean surely) {
        possible.merge(place.area(), place, LastEntries::later);
        if (surely) certain.merge(place.area(), place, LastEntries::later);
    }

    private static Place later(Place one, Place other) {
        return one.sinceMs() < other.sinceMs() ? other : one;
    }

    /// Places in the area are forgotten.
    void forget(String area) {
        certain.remove(area);
        possible.remove(area);
    }

    /// Places in the area may be forgotten.
    void doubt(String area) {
        certain.remove(area);
    }

    void clear() {
        certain.clear();
        possible.clear();
    }

    /// Whether the box has seen an entry since.
    ///
    /// @param kept whether a place is not forgotten by now
    Certainty observed(String area, Predicate<Place> kept) {
        if (isKept(certain.get(area), kept)) return Certainty.YES;
        return isKept(possible.get(area), kept) ? Certainty.PERHAPS : Certainty.NO;
    }

    private static boolean isKept(@Nullable Place place, Predicate<Place> kept) {
        return place != null && kept.test(place);
    }
}
