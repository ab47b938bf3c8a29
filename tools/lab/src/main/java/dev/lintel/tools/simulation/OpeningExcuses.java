package dev.lintel.tools.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Openings that an exit of a door excuses which is not active any more: one each. Shares no code with the box.
final class OpeningExcuses {
    /// For so long at most.
    static final long ONCE_NS = TimeUnit.SECONDS.toNanos(10);
    /// A lane that hung hears of openings from before.
    private static final long KEPT_NS = TimeUnit.MINUTES.toNanos(5);

    private static final long NEVER = Long.MIN_VALUE;

    private final List<Excuse> excused = new ArrayList<>();

    /// @param edgeNs when the exit became active
    private record Excuse(long edgeNs, long untilNs) {}

    /// A process begins.
    void begins() {
        excused.clear();
    }

    /// An exit became active: its person opens the leaf within the unlock time.
    void once(long edgeNs, long unlockNs) {
        excused.add(new Excuse(edgeNs, edgeNs + Math.min(unlockNs, ONCE_NS)));
    }

    /// Whether one excuses an opening then.
    boolean excuse(long atNs) {
        return excused.stream().anyMatch(excuse -> atNs <= excuse.untilNs);
    }

    /// The leaf opened then, and the lane has heard of that: the person of an exit from before has left, or of one that
    /// became active in time to explain the opening.
    ///
    /// @param closedNs when it closed, or the smallest long
    void opened(long atNs, long closedNs, long forcedDelayNs) {
        excused.removeIf(excuse -> {
            boolean explains = excuse.edgeNs - atNs <= forcedDelayNs && (closedNs == NEVER || closedNs > excuse.edgeNs);
            return excuse.edgeNs <= atNs || explains;
        });
    }

    void settled(long nowNs) {
        excused.removeIf(excuse -> nowNs - excuse.untilNs > KEPT_NS);
    }
}
