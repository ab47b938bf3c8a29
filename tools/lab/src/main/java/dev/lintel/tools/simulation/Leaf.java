package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.MayPass.Opened;
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
    final Unexplained unexplained;
    private final OpenTimes times;
    private long sinceEarliestNs; // its times did not begin before
    private long heardOpenNs = Long.MAX_VALUE; // as the lane last had heard of all moves: since when, if it was open
    private long closedNs = NEVER;
    private long releasedNs = NEVER; // the strike, last
    private long securedNs = NEVER;

    private record Move(boolean opens, long atNs) {}

    Leaf(DoorWatch watch) {
        this.watch = watch;
        this.unexplained = new Unexplained(watch);
        this.times = new OpenTimes(watch);
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
        unexplained.begins(open, nowNs);
        closedNs = NEVER;
        releasedNs = NEVER;
        securedNs = nowNs;
        opens(nowNs);
        if (open) {
            // Its times go on by the clock on the wall, which may have been set meanwhile, as far as the disk knows.
            sinceEarliestNs = nowNs - LONG_AGO_NS;
            warnedPerhaps = true;
        }
        times.begins(nowNs);
        heardOpenNs = open ? sinceEarliestNs : Long.MAX_VALUE;
    }

    /// The strike changed.
    void strike(boolean released, long nowNs) {
        if (released) releasedNs = nowNs;
        else securedNs = nowNs;
    }

    /// The lane begins anew, and takes the leaf as it is.
    void anew(long nowNs) {
        times.anew(nowNs);
        watch.alarms.leafMayBeNormal();
    }

    /// The process stops in order: what waits is decided.
    void stops() {
        unexplained.doubt();
    }

    /// A lockdown: who was admitted before stays out.
    void locked() {
        times.unsure();
    }

    /// The door stands unlocked.
    void stands() {
        times.unsure();
        unexplained.doubt();
    }

    /// A person who needs longer may open until then.
    void longerUntil(long untilNs) {
        times.longerUntil(untilNs, known() && !open);
    }

    private void opens(long nowNs) {
        sinceEarliestNs = nowNs;
        warned = false;
        warnedPerhaps = false;
    }

    /// Its times begin again, if it is open: somebody may pass. Whether that is before or after an opening that the
    /// lane has yet to hear of, nobody can tell.
    void openSince(long atNs, long nowNs, boolean longer) {
        times.again(atNs, nowNs, longer, noneOpens(), warned || warnedPerhaps);
        since(atNs);
    }

    /// Its times begin, if it is open: nobody had to close it before.
    void standsNoMore(long atNs, long nowNs) {
        times.begin(atNs, noneOpens(), nowNs);
        since(atNs);
    }

    private void since(long atNs) {
        if (noneOpens()) sinceEarliestNs = atNs;
        warned = false;
        warnedPerhaps = false;
    }

    private boolean noneOpens() {
        return moves.stream().noneMatch(Move::opens);
    }

    /// `how`: as [#opens] says.
    void moves(boolean opens, Opened how, long nowNs) {
        boolean rebounds = rebounds(nowNs) != Opened.BY_FORCE;
        open = opens;
        moves.add(new Move(opens, nowNs));
        watch.alarms.leafMoves(opens);
        if (!opens) {
            closedNs = nowNs;
            unexplained.closes(nowNs);
            return;
        }
        boolean bounces = closedNs != NEVER && nowNs - closedNs <= LAG_NS && how == Opened.BY_FORCE;
        if (bounces) watch.shows.accept("leaf: bounces after it was forced");
        unexplained.opens(nowNs, how, rebounds);
        opens(nowNs);
        times.opens(nowNs);
    }

    /// When it closed, where it springs open again now, or may do so.
    long springsNs(long nowNs) {
        return rebounds(nowNs) == Opened.BY_FORCE ? NEVER : closedNs;
    }

    /// How it opens now: freely where a person may pass, or could just before, or where it springs open again.
    ///
    /// @param sure as in [MayPass#opens]
    Opened opens(boolean sure, long nowNs) {
        Opened again = rebounds(nowNs);
        boolean released = watch.released() || nowNs - securedNs <= LAG_NS;
        Opened let = released ? watch.bounds.people.opens(sure && known(), nowNs) : Opened.BY_FORCE;
        return again.compareTo(let) < 0 ? again : let;
    }

    /// Whether it springs open again, which one that was forced does not: it is forced again.
    Opened rebounds(long nowNs) {
        boolean recent = closedNs != NEVER && nowNs - closedNs <= LAG_NS;
        return recent ? unexplained.rebounds(known()) : Opened.BY_FORCE;
    }

    /// An alarm or its end. `atNs` is when it happened, as told. Returns the alarm that stands.
    @Nullable
    EventKind alarm(EventKind kind, long atNs, long nowNs) {
        EventKind stands = watch.told().alarm();
        switch (kind) {
            case FORCED_OPEN -> forced(atNs, nowNs);
            case EXTENDED_OPEN -> {
                watch.alarms.begins(kind, mayBeOver(watch.times().extendedOpen(), nowNs), nowNs);
                tooEarly(kind, watch.times().extendedOpen(), times.openFromNs(), nowNs);
            }
            case DOOR_EXTENDED_WARNING -> {
                boolean again = warned && moves.stream().noneMatch(Move::opens);
                if (again || watch.alarms.leafIsInAlarm()) throw watch.violation(kind + " once more");
                tooEarly(kind, watch.times().warning(), times.warnFromNs(), nowNs);
                // Of an earlier opening, if this one has not lasted so long.
                warned = moves.isEmpty() || nowNs >= times.warnByNs();
                warnedPerhaps |= nowNs - sinceEarliestNs
                        >= TimeUnit.SECONDS.toNanos(watch.times().warning());
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

    /// Whether it may be an earlier opening that has lasted so long, of moves that the lane has yet to hear of.
    private boolean mayBeOver(int seconds, long nowNs) {
        Move last = moves.isEmpty() ? null : moves.getLast();
        boolean lasts = last != null && last.opens && nowNs - last.atNs >= TimeUnit.SECONDS.toNanos(seconds);
        return !lasts && moves.stream().anyMatch(move -> !move.opens);
    }

    /// Where the lane has yet to hear of moves (it was stuck) one of the openings since must have lasted so long.
    private void tooEarly(EventKind kind, int seconds, long dueNs, long nowNs) {
        if (moves.isEmpty() && nowNs < dueNs) throw watch.violation(kind + " before its time");
        long enoughNs = TimeUnit.SECONDS.toNanos(seconds);
        long fromNs = moves.isEmpty() ? sinceEarliestNs : heardOpenNs;
        for (Move move : moves) {
            if (!move.opens && move.atNs - fromNs >= enoughNs) return;
            fromNs = move.opens ? move.atNs : Long.MAX_VALUE;
        }
        if (nowNs < fromNs || nowNs - fromNs < enoughNs) throw watch.violation(kind + " before its time");
    }

    private void forced(long atNs, long nowNs) {
        watch.alarms.begins(EventKind.FORCED_OPEN, unexplained.isOver(atNs), nowNs);
        if (!watch.times().forced()) throw watch.violation("FORCED_OPEN at a door that has none");
        unexplained.told(atNs, nowNs);
    }

    /// The lane has done all it was told.
    void settled(long nowNs) {
        for (Move move : moves) watch.moved(move.opens, move.atNs);
        moves.clear();
        unexplained.settled(releasedNs, nowNs);
        heardOpenNs = open ? sinceEarliestNs : Long.MAX_VALUE;
        boolean counts =
                open && !watch.alarms.leafMayBeInAlarm() && !watch.told().stands();
        watch.alarms.settled(open, counts, warned, nowNs);
        watch.lasting("a leaf that stands open without an alarm", counts && nowNs > times.openByNs(), nowNs);
        boolean untold = counts && !warned && !warnedPerhaps;
        watch.lasting("a leaf that stands open without a warning", untold && nowNs > times.warnByNs(), nowNs);
    }
}
