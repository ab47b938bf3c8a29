package dev.lintel.tools.simulation;

import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import java.util.concurrent.TimeUnit;

/// What begins and ends at one door by the wall's clock: modes "until", and the hours at which it unlocks by itself.
final class Wall {
    /// How late a door may notice what the clock says: it looks once a second.
    static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1_100);

    private static final long NEVER = Long.MIN_VALUE;
    /// Further away than anybody lives here.
    private static final long LEFT_MS_MAX = TimeUnit.DAYS.toMillis(10_000);

    private final DoorWatch watch;
    private final Premises premises;
    private long relockDueNs;
    private long coveredSinceNs = NEVER;
    private long uncoveredSinceNs = Long.MAX_VALUE;
    private long openedNs = NEVER;

    Wall(DoorWatch watch, Premises premises) {
        this.watch = watch;
        this.premises = premises;
    }

    void begins(long nowNs, ClockReading reading) {
        coveredSinceNs = NEVER;
        uncoveredSinceNs = Long.MAX_VALUE;
        openedNs = NEVER;
        awaits(nowNs, reading);
    }

    /// A mode was said to end at a time of the wall: it is over when so much time has passed, too.
    void awaits(long nowNs, ClockReading reading) {
        Long at = watch.told().relockAtMs();
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

    /// Other hours hold from now on.
    void ruled() {
        coveredSinceNs = NEVER;
    }

    /// Somebody was admitted within the hours.
    void opened(long nowNs) {
        openedNs = nowNs;
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
        boolean covered = covered(reading);
        watch.lasting("relock", relocks(nowNs, reading), nowNs);
        watch.lasting("hours that go on", watch.told().hoursOn() && !covered, nowNs);
        if (covered) {
            uncoveredSinceNs = Long.MAX_VALUE;
            if (coveredSinceNs == NEVER) coveredSinceNs = nowNs;
        } else {
            if (coveredSinceNs != NEVER) uncoveredSinceNs = nowNs;
            coveredSinceNs = NEVER;
        }
        if (nowNs - LOOK_NS > uncoveredSinceNs) watch.notOpened();
        boolean missing = covered && surelyBegun() && !watch.told().hoursOn();
        watch.lasting("hours that do not begin", missing, nowNs);
    }
}
