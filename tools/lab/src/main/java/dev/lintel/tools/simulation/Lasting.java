package dev.lintel.tools.simulation;

import java.util.HashMap;
import java.util.Map;

/// What may be so for a moment at one door, and not for longer: the box looks once a second.
final class Lasting {
    private final Map<String, Long> since = new HashMap<>();

    void clear() {
        since.clear();
    }

    /// Notes whether `what` is so now. Returns whether it has been so for too long.
    boolean exceeds(String what, boolean is, long nowNs) {
        if (!is) {
            since.remove(what);
            return false;
        }
        return nowNs - since.computeIfAbsent(what, _ -> nowNs) > Wall.LOOK_NS;
    }
}
