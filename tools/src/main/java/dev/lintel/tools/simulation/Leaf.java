package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A door's leaf: who opens it while the strike holds forces it, and the log tells of each; how long it stands open
/// is told of in time, and not before.
final class Leaf {
    private static final long NEVER = Long.MIN_VALUE;
    private static final long LONG_AGO_NS = TimeUnit.DAYS.toNanos(1);
    /// So soon after the strike was secured, or the leaf closed, nothing is forced: contacts lag, and leaves
    /// rebound.
    private static final long LAG_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private final DoorWatch watch;
    private final List<Move> moves = new ArrayList<>(); // that the lane has not heard of yet
    private boolean open;
    private boolean warned;
    private boolean warnedPerhaps; // before a restart, which may know of it
    private long sinceEarliestNs; // its times began between these two
    private long sinceLatestNs;
    private long heardOpenNs = Long.MAX_VALUE; // as the lane last had heard of all moves: since when, if it was open
    private long forcedToldNs = NEVER;
    private long closedNs = NEVER;
    private long releasedNs = NEVER; // the strike, last
    private long securedNs = NEVER;

    /// @param released whether the strike let go then
    /// @param recent whether it had let go just before, or the leaf had just closed
    /// @param unsure whether nobody can say: it should not have let go, or nobody can tell
    private record Move(boolean opens, long atNs, boolean released, boolean recent, boolean unsure) {}

    Leaf(DoorWatch watch) {
        this.watch = watch;
    }

    boolean open() {
        return open;
    }

    /// Whether it is open, or was as the lane last heard of it.
    boolean mayBeOpen() {
        return open || heardOpenNs != Long.MAX_VALUE || moves.stream().anyMatch(Move::opens);
    }

    /// Whether the lane knows how it stands.
    boolean known() {
        return moves.isEmpty();
    }

    void begins(long nowNs) {
        moves.clear();
        closedNs = NEVER;
        releasedNs = NEVER;
        securedNs = nowNs;
        opens(nowNs);
        if (open) {
            // Its times go on by the clock on the wall, which may have been set meanwhile, as far as the disk knows.
            sinceEarliestNs = nowNs - LONG_AGO_NS;
            warnedPerhaps = true;
        }
        heardOpenNs = open ? sinceEarliestNs : Long.MAX_VALUE;
    }

    /// The strike changed.
    void strike(boolean released, long nowNs) {
        if (released) releasedNs = nowNs;
        else securedNs = nowNs;
    }

    /// The lane begins anew, and takes the leaf as it is.
    void anew(long nowNs) {
        sinceLatestNs = nowNs;
        watch.alarms.leafMayBeNormal();
    }

    private void opens(long nowNs) {
        sinceEarliestNs = nowNs;
        sinceLatestNs = nowNs;
        warned = false;
        warnedPerhaps = false;
    }

    /// Its times begin, if it is open: somebody may pass, or nobody had to close it before. Whether that is before
    /// or after an opening that the lane has yet to hear of, nobody can tell.
    void openSince(long atNs, long nowNs) {
        sinceLatestNs = nowNs;
        if (moves.stream().noneMatch(Move::opens)) sinceEarliestNs = atNs;
        warned = false;
        warnedPerhaps = false;
    }

    void moves(boolean opens, boolean unsure, long nowNs) {
        open = opens;
        boolean recent = nowNs - securedNs <= LAG_NS || (closedNs != NEVER && nowNs - closedNs <= LAG_NS);
        moves.add(new Move(opens, nowNs, watch.released(), recent, unsure));
        if (opens) opens(nowNs);
        else closedNs = nowNs;
        watch.alarms.leafMoves(opens);
    }

    /// An alarm or its end. `atNs` is when it happened, as told. Returns the alarm that stands.
    @Nullable
    EventKind alarm(EventKind kind, long atNs, long nowNs) {
        EventKind stands = watch.told().alarm();
        Times times = watch.times();
        switch (kind) {
            case FORCED_OPEN -> forced(atNs, nowNs);
            case EXTENDED_OPEN -> {
                watch.alarms.begins(kind, nowNs);
                tooEarly(kind, times.extendedOpen(), nowNs);
            }
            case DOOR_EXTENDED_WARNING -> {
                boolean again = warned && moves.stream().noneMatch(Move::opens);
                if (again || watch.alarms.leafIsInAlarm()) throw watch.violation(kind + " once more");
                tooEarly(kind, times.warning(), nowNs);
                // Of an earlier opening, if this one has not lasted so long.
                warned = nowNs - sinceEarliestNs >= TimeUnit.SECONDS.toNanos(times.warning());
                watch.alarms.warns(nowNs);
                return stands; // a latched one
            }
            default -> { // DOOR_NORMAL
                watch.alarms.ends(nowNs);
                return null;
            }
        }
        return kind;
    }

    /// Where the lane has yet to hear of moves (it was stuck) one of the openings since must have lasted so long.
    private void tooEarly(EventKind kind, int seconds, long nowNs) {
        long enoughNs = TimeUnit.SECONDS.toNanos(seconds);
        long fromNs = moves.isEmpty() ? sinceEarliestNs : heardOpenNs;
        for (Move move : moves) {
            if (!move.opens && move.atNs - fromNs >= enoughNs) return;
            fromNs = move.opens ? move.atNs : Long.MAX_VALUE;
        }
        if (nowNs < fromNs || nowNs - fromNs < enoughNs) throw watch.violation(kind + " before its time");
    }

    private void forced(long atNs, long nowNs) {
        watch.alarms.begins(EventKind.FORCED_OPEN, nowNs);
        if (!watch.times().forced()) throw watch.violation("FORCED_OPEN at a door that has none");
        Move opening = moves.stream()
                .filter(move -> move.opens && move.atNs == atNs)
                .reduce((_, last) -> last)
                .orElseThrow(() -> watch.violation("FORCED_OPEN, and nobody opened it then"));
        boolean free = opening.released || opening.recent;
        if (free && !opening.unsure) throw watch.violation("FORCED_OPEN where the strike had let go");
        forcedToldNs = nowNs;
    }

    /// The lane has done all it was told.
    void settled(long nowNs) {
        for (Move move : moves) settled(move);
        moves.clear();
        heardOpenNs = open ? sinceEarliestNs : Long.MAX_VALUE;
        boolean counts =
                open && !watch.alarms.leafMayBeInAlarm() && !watch.told().stands();
        watch.alarms.settled(open, counts, warned, nowNs);
        Times times = watch.times();
        watch.lasting("a leaf that stands open without an alarm", counts && over(times.extendedOpen(), nowNs), nowNs);
        boolean untold = counts && !warned && !warnedPerhaps;
        watch.lasting("a leaf that stands open without a warning", untold && over(times.warning(), nowNs), nowNs);
    }

    private boolean over(int seconds, long nowNs) {
        return nowNs - sinceLatestNs > TimeUnit.SECONDS.toNanos(seconds);
    }

    private void settled(Move move) {
        watch.moved(move.opens, move.atNs);
        if (!move.opens || move.released || move.unsure) return;
        boolean lawful = move.recent
                || watch.exits.excuses(move.atNs)
                || releasedNs == move.atNs // in that very moment
                || !watch.times().forced();
        if (!lawful && forcedToldNs < move.atNs)
            throw watch.violation("a forced opening that the log does not tell of");
    }
}
