package dev.lintel.tools.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Openings of one door while its strike holds: each is forced, and the log tells of it once no exit can explain it any
/// more, unless an exit does.
final class Unexplained {
    private static final long NEVER = Long.MIN_VALUE;
    /// The box allows an exit's edge some time on its way, and its lane takes a moment.
    private static final long REPORT_NS = TimeUnit.MILLISECONDS.toNanos(120);

    private final DoorWatch watch;
    private final List<Opening> openings = new ArrayList<>();

    /// One that the log may tell of.
    private static final class Opening {
        final long atNs;
        final boolean free; // the strike let go then, or had done so just before
        final boolean unsure; // nobody can say whether it did
        long closedNs = NEVER;
        long explainedNs = NEVER; // when an exit became active in time
        boolean doubtful; // something else may have decided it first
        boolean heard;
        boolean lawful;

        Opening(long atNs, boolean free, boolean unsure) {
            this.atNs = atNs;
            this.free = free;
            this.unsure = unsure;
        }
    }

    Unexplained(DoorWatch watch) {
        this.watch = watch;
    }

    void begins() {
        openings.clear();
    }

    void opens(long nowNs, boolean free, boolean unsure) {
        var opening = new Opening(nowNs, free, unsure);
        opening.doubtful = watch.told().stands() || watch.burns();
        openings.add(opening);
    }

    /// It is decided then.
    void closes(long nowNs) {
        for (Opening opening : openings) if (opening.closedNs == NEVER) opening.closedNs = nowNs;
    }

    /// Whether the opening of that time has ended.
    boolean isOver(long atNs) {
        return openings.stream().anyMatch(opening -> opening.atNs == atNs && opening.closedNs != NEVER);
    }

    /// An exit that is not locked down becomes active.
    void pressed(long nowNs) {
        for (Opening opening : openings) {
            boolean inTime = nowNs >= opening.atNs
                    && nowNs - opening.atNs <= watch.times().forcedDelayNs();
            boolean open = opening.closedNs == NEVER;
            if (inTime && open && opening.explainedNs == NEVER) opening.explainedNs = nowNs;
        }
    }

    /// Whether the exit that became active then explains an opening.
    boolean isExplainedBy(long pressedNs) {
        return openings.stream().anyMatch(opening -> opening.explainedNs == pressedNs);
    }

    /// The door stands unlocked, which decides, or its process stops.
    void doubt() {
        for (Opening opening : openings) opening.doubtful = true;
    }

    /// The log says that the leaf was forced then.
    void told(long atNs, long nowNs) {
        Opening opening = openings.stream()
                .filter(one -> one.atNs == atNs)
                .findFirst()
                .orElseThrow(() -> watch.violation("FORCED_OPEN, and nobody opened it then"));
        openings.remove(opening);
        if (opening.unsure) return;
        if (opening.free) throw watch.violation("FORCED_OPEN where the strike had let go");
        if (opening.doubtful) return;
        if (opening.explainedNs != NEVER) throw watch.violation("FORCED_OPEN, and an exit explains it");
        boolean waits =
                opening.closedNs == NEVER && nowNs - atNs <= watch.times().forcedDelayNs();
        if (waits && watch.times().forcedDelayNs() > 0)
            throw watch.violation("FORCED_OPEN, and an exit may explain it");
    }

    /// The lane has heard of all moves. `releasedNs`: when the strike was released last.
    void settled(long releasedNs, long nowNs) {
        long delayNs = watch.times().forcedDelayNs();
        long dueNs = delayNs == 0 ? 0 : delayNs + REPORT_NS;
        for (Opening opening : openings) {
            if (!opening.heard) opening.lawful = lawful(opening, releasedNs);
            opening.heard = true;
            boolean may = opening.lawful || opening.doubtful || opening.explainedNs != NEVER;
            boolean due = opening.closedNs != NEVER || nowNs - opening.atNs >= dueNs;
            if (due && !may) throw watch.violation("a forced opening that the log does not tell of");
        }
        // What was lawful here may be an alarm all the same until then.
        openings.removeIf(opening -> nowNs - opening.atNs > dueNs);
    }

    private boolean lawful(Opening opening, long releasedNs) {
        return opening.free
                || opening.unsure
                || watch.exits.excuses(opening.atNs)
                || releasedNs == opening.atNs // in that very moment
                || !watch.times().forced();
    }
}
