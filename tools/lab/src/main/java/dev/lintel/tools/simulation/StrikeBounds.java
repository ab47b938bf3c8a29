package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Times;
import java.util.concurrent.TimeUnit;

/// Until when one door's strike may be released by what the log says, and until when it must be: for people who were
/// admitted, and for the bolt of a motor lock, which must not meet an open leaf.
final class StrikeBounds {
    /// How long a held exit goes on after it was let go.
    private static final long HELD_NS = TimeUnit.SECONDS.toNanos(1);
    /// A lane that is not stuck hears of a move within this time.
    private static final long HEARD_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long NEVER = Long.MIN_VALUE;

    private final DoorWatch watch;
    private final Released caused = new Released();
    private final Released owed = new Released();
    final MayPass people;
    private boolean owedBroken;
    private long heldUntilNs = NEVER;
    private boolean boltFree; // of a motor lock: it may be released for as long as the leaf is open
    private boolean boltOwed; // and must be
    private long openedNs; // the leaf, last

    StrikeBounds(DoorWatch watch) {
        this.watch = watch;
        this.people = new MayPass(watch);
    }

    void begins(long nowNs) {
        caused.nothing();
        people.begins(nowNs);
        heldUntilNs = NEVER;
        owedBroken = false;
        boltFree = false;
        owesNothing();
        watch.turns.begins();
    }

    /// From now on the strike may be secured: the lane hangs or begins anew, its line fails, or the process stops.
    void owesNothing() {
        owed.nothing();
        people.owesNothing();
        boltOwed = false;
    }

    /// The lane begins anew.
    void anew(long nowNs) {
        owesNothing();
        people.doubt(nowNs);
        if (watch.exits.active()) letGo(nowNs); // the watchdog holds it for an exit that is held
    }

    /// An exit was let go: the strike may follow a moment later.
    void letGo(long nowNs) {
        heldUntilNs = Math.max(heldUntilNs, nowNs + HELD_NS);
        people.doubt(heldUntilNs);
    }

    /// The lane hangs still, and the watchdog has put the lock where it is to be.
    void unattended(long nowNs) {
        if (watch.faulty(nowNs)) return;
        Exits exits = watch.exits;
        boolean open = watch.door.byBox() || watch.burns() || nowNs < exits.promisedUntilNs() || exits.holds();
        if (open && !watch.released()) throw watch.violation("the lane hangs, and who may pass cannot");
        boolean may = open || nowNs < exits.allowedUntilNs() || exits.active();
        if (!may && watch.released() && nowNs > heldUntilNs)
            throw watch.violation("the lane hangs, and the strike stays released");
    }

    /// A lockdown: a person who was admitted before stays out. A motor lock waits for an open leaf.
    void locked(long nowNs) {
        people.locked(nowNs);
        caused.nothing();
        owed.nothing();
        long leaveUntilNs = watch.turns.locked(nowNs);
        if (leaveUntilNs > nowNs) {
            watch.shows.accept("a lockdown lets a person leave whom only the box lets out");
            caused.extend(leaveUntilNs, watch.leaf.mayBeOpen());
            people.cause(leaveUntilNs, watch.leaf.mayBeOpen());
        }
        watch.leaf.locked();
    }

    /// The door stands unlocked no more: a motor lock waits for an open leaf.
    void standsNoMore(long nowNs) {
        people.doubt(nowNs);
        boltFree |= watch.times().isMotor() && watch.leaf.mayBeOpen();
    }

    /// What releases the strike from then on, for so long, is in the log.
    void cause(long untilNs, boolean leafMayBeOpen) {
        caused.extend(untilNs, leafMayBeOpen);
        people.cause(untilNs, leafMayBeOpen);
        boltFree |= watch.times().isMotor() && leafMayBeOpen;
    }

    /// A person may pass until then.
    void owes(long untilNs) {
        // Not where the leaf has moved since, of which the lane has yet to hear: it may relock by that.
        if (!watch.leaf.known()) return;
        owed.set(untilNs, watch.leafOpen());
        people.owes(untilNs, watch.leafOpen());
        boltOwed |= watch.leafOpen() && watch.times().isMotor();
    }

    /// The strike was secured.
    void secured(long nowNs) {
        if (nowNs < owed.untilNs()) owedBroken = true; // unless the log says why in a moment
        if (!boltOwed || !watch.leafOpen()) return;
        boolean heard = nowNs - openedNs > HEARD_NS;
        if (heard) throw watch.violation("the bolt of a motor lock meets the open leaf");
        boltOwed = false; // what secures the strike came before an opening that the lane has yet to hear of
    }

    /// The leaf moves.
    ///
    /// @param freely it opens, and a person may pass for sure
    /// @param sure the lane is not stuck, and the strike's line works
    void moves(boolean open, boolean freely, boolean sure, long nowNs) {
        Times times = watch.times();
        boolean relocks = open != times.relockOnClose();
        boolean isOwed = sure && watch.released() && owed.untilNs() > nowNs + HEARD_NS;
        boolean isFree = sure && watch.released() && watch.exits.promisedUntilNs() > nowNs + HEARD_NS;
        boolean stands = watch.told().stands();
        if (open) openedNs = nowNs;
        if (open && stands && sure) { // all have passed, and nobody is left who may once the door is locked again
            owed.nothing();
            caused.nothing();
            watch.turns.begins();
        }
        long leastUntilNs = watch.turns.leastUntilNs(nowNs + HEARD_NS);
        owed.moved(open, relocks, NEVER, leastUntilNs);
        people.moves(open, relocks, leastUntilNs);
        if (times.relockDelayNs() == 0) return;
        if (!times.relockOnClose()) {
            if (freely && isOwed && !stands) owed.atLeast(nowNs + times.relockDelayNs());
        } else if (open) {
            boltFree |= watch.released() || (watch.faulty(nowNs) && paid(nowNs));
            boltOwed = isOwed || isFree || (sure && watch.released() && stands);
        } else {
            if (boltOwed && sure && !stands) owed.atLeast(nowNs + times.relockDelayNs());
            boltOwed = false;
        }
    }

    /// The lane has heard that the leaf moved.
    ///
    /// @param counts whether nothing released the strike since
    void heard(boolean opens, boolean counts, long atNs) {
        Times times = watch.times();
        boolean relocks = opens != times.relockOnClose();
        long mostUntilNs = watch.turns.mostUntilNs(atNs);
        if (counts) caused.moved(opens, relocks, atNs, mostUntilNs);
        if (counts) people.heard(opens, relocks, atNs, mostUntilNs);
        people.moved(opens);
        boolean delays = times.relockOnClose() ? !opens && boltFree : opens;
        if (delays && times.relockDelayNs() > 0) caused.atLeast(atNs + times.relockDelayNs());
    }

    /// The lane has done all it was told.
    void settled(long nowNs) {
        if (watch.exits.mayHold()) letGo(nowNs);
        if (!watch.faulty(nowNs)) {
            if (nowNs < owed.untilNs() && (owedBroken || !watch.released()))
                throw watch.violation("somebody may pass, and the strike holds");
            owedBroken = false;
            if (watch.released() && !paid(nowNs))
                throw watch.violation("still released, and nothing in the log says so");
        }
        boolean released = watch.released() || (boltFree && watch.faulty(nowNs));
        boltFree = released && watch.leafOpen() && watch.times().isMotor();
    }

    /// Whether the log says why it is released, or an exit does.
    boolean paid(long nowNs) {
        return watch.told().stands()
                || nowNs <= Math.max(caused.untilNs(), heldUntilNs)
                || nowNs <= watch.exits.allowedUntilNs() + HELD_NS
                || (boltFree && watch.leaf.mayBeOpen());
    }
}
