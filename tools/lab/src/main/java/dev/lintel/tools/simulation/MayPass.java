package dev.lintel.tools.simulation;

import java.util.concurrent.TimeUnit;

/// Whether a person may pass one door whose strike is released, or whether nothing but the delay of a motor lock keeps
/// it released. An opening is by force in the second case.
final class MayPass {
    private static final long NEVER = Long.MIN_VALUE;
    /// A contact may report the leaf so long after the end of a person's time.
    private static final long LAG_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private final DoorWatch watch;
    private final Released atMost = new Released();
    private final Released atLeast = new Released();
    private long doubtNs = NEVER; // until then the door may have been released for another reason
    private boolean retimed;
    private boolean openedSince;

    /// How the leaf was opened.
    enum Opened {
        FREELY,
        PERHAPS_FREELY,
        BY_FORCE
    }

    MayPass(DoorWatch watch) {
        this.watch = watch;
    }

    void begins(long nowNs) {
        locked(nowNs);
        retimed = false;
    }

    /// The delay of the strike may be another from now on, and the last one may still run.
    void retimed() {
        retimed = true;
        openedSince = false;
    }

    /// The door was released for another reason, up to now.
    void doubt(long nowNs) {
        doubtNs = Math.max(doubtNs, nowNs);
    }

    /// A person who was admitted stays out.
    void locked(long nowNs) {
        doubt(nowNs);
        atMost.nothing();
        atLeast.nothing();
    }

    /// From now on no person is sure to pass.
    void owesNothing() {
        atLeast.nothing();
    }

    /// A person may pass until then at most.
    void cause(long untilNs, boolean leafMayBeOpen) {
        atMost.extend(untilNs, leafMayBeOpen);
    }

    /// A person may pass until then at least.
    void owes(long untilNs, boolean leafOpen) {
        atLeast.set(untilNs, leafOpen);
    }

    /// @param untilNs of others who may certainly pass, as of [Turns]
    void moves(boolean opens, boolean relocks, long untilNs) {
        atLeast.moved(opens, relocks, NEVER, untilNs);
    }

    /// The lane has heard that the leaf moved.
    ///
    /// @param untilNs of others who may perhaps pass
    void heard(boolean opens, boolean relocks, long atNs, long untilNs) {
        atMost.moved(opens, relocks, atNs, untilNs);
    }

    /// As [#heard], also where something has released the strike since.
    void moved(boolean opens) {
        if (opens) openedSince = true;
        else retimed &= !openedSince;
    }

    /// How a leaf opens now, whose strike is released or was so just before.
    ///
    /// @param sure the lane is not stuck and has heard of all moves, and the strike's line works
    Opened opens(boolean sure, long nowNs) {
        if (watch.times().relockDelayNs() == 0 && !retimed) return Opened.FREELY;
        Exits exits = watch.exits;
        boolean stands = watch.told().stands() || watch.burns();
        if (stands || exits.holds() || nowNs <= Math.max(exits.promisedUntilNs(), atLeast.untilNs()))
            return Opened.FREELY;
        long lastNs = Math.max(Math.max(atMost.untilNs(), doubtNs), exits.allowedUntilNs());
        if (!sure || retimed || !after(lastNs, nowNs)) return Opened.PERHAPS_FREELY;
        watch.shows.accept("leaf: opens while only the delay keeps the strike released");
        return Opened.BY_FORCE;
    }

    private static boolean after(long lastNs, long nowNs) {
        return lastNs == NEVER || nowNs - lastNs > LAG_NS;
    }
}
