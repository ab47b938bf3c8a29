package dev.lintel.tools.simulation;

import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What begins and ends at one door by the wall's clock: modes "until", and the hours at which it unlocks by itself.
final class Wall {
    /// How late a door may notice what the clock says: it looks once a second.
    static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1_100);

    private static final long NEVER = Long.MIN_VALUE;
    /// Further away than anybody lives here.
    private static final long LEFT_MS_MAX = TimeUnit.DAYS.toMillis(10_000);

    final FirstEntry first = new FirstEntry();
    private final DoorWatch watch;
    private final Premises premises;
    private long relockDueNs;
    private long coveredSinceNs = NEVER;
    private long uncoveredSinceNs = Long.MAX_VALUE;
    private long openedNs = NEVER;
    private boolean seen; // hours since the door was secured
    private boolean seenSurely; // by this process
    private boolean fresh; // a process that has not looked yet
    private boolean ruled; // other hours since the door was secured

    Wall(DoorWatch watch, Premises premises) {
        this.watch = watch;
        this.premises = premises;
    }

    void begins(long nowNs, ClockReading reading) {
        coveredSinceNs = NEVER;
        uncoveredSinceNs = Long.MAX_VALUE;
        openedNs = NEVER;
        first.begins();
        seenSurely = false;
        seen |= covered(reading);
        fresh = true;
        awaits(nowNs, reading);
    }

    /// A mode was said to end at a time of the wall: it is over when so much time has passed, too.
    void awaits(long nowNs, ClockReading reading) {
        Told told = watch.told();
        Long at = told.secured() == null ? told.relockAtMs() : told.secured().untilMs();
        long leftMs = at == null ? Long.MAX_VALUE : at - surely(reading);
        relockDueNs = leftMs > LEFT_MS_MAX ? Long.MAX_VALUE : nowNs + 1_000_000L * Math.max(0, leftMs);
    }

    private static long surely(ClockReading reading) {
        return Math.max(reading.now().toEpochMilli(), reading.bound().toEpochMilli());
    }

    /// Whether the mode is over by now.
    boolean relocks(long nowNs, ClockReading reading) {
        Told told = watch.told();
        Long at = told.relockAtMs();
        return told.unlock() && at != null && (surely(reading) >= at || nowNs >= relockDueNs);
    }

    /// The door is secured from now on.
    void secured() {
        seen = false;
        seenSurely = false;
        ruled = false;
    }

    /// The log lacks what followed: the door is secured again, since a time of which nobody knows the hours.
    void restored() {
        seen = true;
    }

    /// Whether a secured door is so no more by now: at its time, or with the hours in which it was so. A
    /// process that has just begun may find that hours have ended and begun while there was none.
    boolean securedIsOver(long nowNs, ClockReading reading) {
        Told.Secured secured = watch.told().secured();
        if (secured == null) return false;
        Long at = secured.untilMs();
        if (at != null) return surely(reading) >= at || nowNs >= relockDueNs;
        return (seen || ruled) && (fresh || over(reading));
    }

    private boolean over(ClockReading reading) {
        return watch.told().shift() == null || (believed(reading.trust()) && !covered(reading));
    }

    /// Other hours hold from now on.
    void ruled() {
        ruled = true;
        coveredSinceNs = NEVER;
    }

    /// Somebody is admitted at a reader, or by an operator. `isUnseen`: nothing tells when they pass.
    void admitted(@Nullable Long person, boolean atEntry, boolean isUnseen, long nowNs) {
        first.admitted(person, atEntry && !watch.told().locked(), isUnseen, nowNs);
        mayOpen();
    }

    /// As [FirstEntry#opens].
    void opens(boolean isSure, long nowNs) {
        first.opens(isSure, nowNs);
        mayOpen();
    }

    /// Hours that wait for a first card may begin with a person who has entered.
    private void mayOpen() {
        boolean enters = first.entered() != Certainty.NO && !watch.told().locked();
        if (enters && covered(watch.reading())) watch.opened(true);
    }

    /// The lane has heard of all moves. `waits`: somebody may open the leaf still.
    void entered(boolean waits, long nowNs) {
        mayOpen();
        if (first.entered() == Certainty.YES && !watch.told().locked()) openedNs = first.enteredNs();
        first.settled(waits, nowNs);
    }

    /// Whether its hours are now.
    boolean covered(ClockReading reading) {
        Integer shift = watch.told().shift();
        return shift != null && believed(reading.trust()) && premises.covers(shift, reading.now(), watch.door);
    }

    /// Whether a door unlocks by itself by such a clock.
    private boolean believed(ClockTrust trust) {
        return switch (trust) {
            case TRUSTED -> true;
            case HELD -> watch.door.heldAllows();
            case WRONG -> false;
        };
    }

    /// Whether hours are on now that the shift covers: a first card counts until the shift does not for a moment,
    /// which the door may have noticed or not.
    boolean surelyBegun() {
        Told told = watch.told();
        return !told.firstCard() || (told.begun() && coveredSinceNs != NEVER && openedNs >= coveredSinceNs);
    }

    /// The lane has done all it was told.
    void settled(long nowNs, ClockReading reading) {
        fresh = false;
        boolean covered = covered(reading);
        seen |= covered;
        seenSurely |= covered && coveredSinceNs != NEVER && nowNs - coveredSinceNs > LOOK_NS;
        Told.Secured secured = watch.told().secured();
        watch.lasting("relock", relocks(nowNs, reading), nowNs);
        boolean lasts = secured != null && secured.untilMs() != null && securedIsOver(nowNs, reading);
        boolean lastsOn = secured != null && secured.untilMs() == null && seenSurely && over(reading);
        watch.lasting("a door that stays secured", lasts || lastsOn, nowNs);
        watch.lasting("hours that go on", watch.told().hoursOn() && (!covered || secured != null), nowNs);
        if (covered) {
            uncoveredSinceNs = Long.MAX_VALUE;
            if (coveredSinceNs == NEVER) coveredSinceNs = nowNs;
        } else {
            if (coveredSinceNs != NEVER) uncoveredSinceNs = nowNs;
            coveredSinceNs = NEVER;
        }
        if (nowNs - LOOK_NS > uncoveredSinceNs) watch.opened(false);
        boolean missing = covered && surelyBegun() && !watch.told().hoursOn() && secured == null;
        watch.lasting("hours that do not begin", missing, nowNs);
    }
}
