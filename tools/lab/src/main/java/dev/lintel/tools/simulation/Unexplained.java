package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.MayPass.Opened;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Openings of one door while its strike holds: each is forced, and the log tells of it once no exit can explain it any
/// more, unless an exit does.
final class Unexplained {
    private static final long NEVER = Long.MIN_VALUE;
    /// The box allows an exit's edge some time on its way, and its lane takes a moment.
    private static final long REPORT_NS = TimeUnit.MILLISECONDS.toNanos(120);

    private final DoorWatch watch;
    private final List<Opening> openings = new ArrayList<>();
    private @Nullable Opening last;

    /// One that the log may tell of.
    private static final class Opening {
        final long atNs;
        final Opened how; // by the strike and by the leaf alone
        final boolean rebounds; // perhaps
        long closedNs = NEVER;
        long explainedNs = NEVER; // when an exit became active in time
        boolean doubtful; // something else may have decided it first
        boolean heard;
        boolean lawful;
        boolean told; // that it was forced

        Opening(long atNs, Opened how, boolean rebounds) {
            this.atNs = atNs;
            this.how = how;
            this.rebounds = rebounds;
        }
    }

    Unexplained(DoorWatch watch) {
        this.watch = watch;
    }

    void begins(boolean open, long nowNs) {
        openings.clear();
        last = open ? new Opening(nowNs, Opened.PERHAPS_FREELY, true) : null;
        doubt(); // the alarm of the last process may continue
    }

    void opens(long nowNs, Opened how, boolean rebounds) {
        var opening = new Opening(nowNs, how, rebounds);
        opening.doubtful = watch.told().stands() || watch.burns();
        openings.add(opening);
        last = opening;
    }

    /// How a leaf opens that springs open after the last opening.
    ///
    /// @param known whether the lane has heard of all moves
    Opened rebounds(boolean known) {
        if (last == null) return Opened.FREELY;
        if (last.doubtful) return Opened.PERHAPS_FREELY;
        if (last.told) return Opened.BY_FORCE;
        return known ? Opened.FREELY : Opened.PERHAPS_FREELY;
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

    /// The same, for an opening that was certainly by force: not one that the box found as it began.
    boolean isForcedAndExplainedBy(long pressedNs) {
        return openings.stream()
                .anyMatch(one ->
                        one.explainedNs == pressedNs && one.how == Opened.BY_FORCE && !one.doubtful && !one.lawful);
    }

    /// Whether the contact reported an opening before the exit that became active then and explains it.
    Certainty explains(long pressedNs) {
        if (isForcedAndExplainedBy(pressedNs)) return Certainty.YES;
        return isExplainedBy(pressedNs) ? Certainty.PERHAPS : Certainty.NO;
    }

    /// The door stands unlocked, which decides, or its process stops.
    void doubt() {
        for (Opening opening : openings) opening.doubtful = true;
        if (last != null) last.doubtful = true;
    }

    /// A person may pass: perhaps since before an opening that the lane has yet to hear of.
    void caused() {
        for (Opening opening : openings) opening.doubtful |= !opening.heard;
    }

    /// The log says that the leaf was forced then.
    void told(long atNs, long nowNs) {
        Opening opening = openings.stream()
                .filter(one -> one.atNs == atNs)
                .findFirst()
                .orElseThrow(() -> watch.violation("FORCED_OPEN, and nobody opened it then"));
        openings.remove(opening);
        opening.told = true;
        if (opening.how == Opened.PERHAPS_FREELY) return;
        if (opening.how == Opened.FREELY) throw watch.violation("FORCED_OPEN where the strike had let go");
        if (opening.doubtful) return;
        if (opening.explainedNs != NEVER) throw watch.violation("FORCED_OPEN, and an exit explains it");
        if (watch.exits.isLeaving(atNs)) throw watch.violation("FORCED_OPEN, and the exit that is active excuses it");
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
            usesUp(opening);
            boolean may = opening.lawful || opening.doubtful || opening.explainedNs != NEVER;
            boolean due = opening.closedNs != NEVER || nowNs - opening.atNs >= dueNs;
            if (due && !may) {
                throw watch.violation("a forced opening that the log does not tell of, with " + watch.times());
            }
        }
        if (last != null) usesUp(last); // an exit may be told after the opening that it explains
        // What was lawful here may be an alarm all the same until then.
        openings.removeIf(opening -> nowNs - opening.atNs > dueNs);
    }

    private void usesUp(Opening opening) {
        if (!opening.rebounds) watch.exits.opened(opening.atNs, opening.closedNs);
    }

    private boolean lawful(Opening opening, long releasedNs) {
        return opening.how != Opened.BY_FORCE
                || watch.exits.excuses(opening.atNs)
                || releasedNs == opening.atNs // in that very moment
                || !watch.times().forced();
    }
}
