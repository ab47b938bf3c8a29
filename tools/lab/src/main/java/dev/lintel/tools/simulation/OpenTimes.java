package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Times;
import java.util.concurrent.TimeUnit;

/// When a leaf that is open is warned of, and when it is an alarm: not before one time, and by another at the latest.
/// They are apart where it is not certain whether the person who opened it needs longer.
final class OpenTimes {
    private static final long NEVER = Long.MIN_VALUE;
    /// A contact may report the leaf so long after the strike was secured.
    private static final long LAG_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private final DoorWatch watch;
    private long warnFromNs;
    private long warnByNs;
    private long openFromNs;
    private long openByNs;
    private long longerUntilNs = NEVER; // until when a person may open who needs longer
    private long surelyUntilNs = NEVER; // the same, where nothing else can have ended it

    OpenTimes(DoorWatch watch) {
        this.watch = watch;
    }

    /// A process begins: the times of an open leaf continue or begin again.
    void begins(long nowNs) {
        longerUntilNs = NEVER;
        surelyUntilNs = NEVER;
        warnFromNs = NEVER;
        openFromNs = NEVER;
        latest(true, nowNs);
    }

    /// A person who needs longer may open until then. `sure`: the lane has heard of all moves, and the leaf is closed.
    void longerUntil(long untilNs, boolean sure) {
        longerUntilNs = Math.max(longerUntilNs, untilNs);
        if (sure) surelyUntilNs = Math.max(surelyUntilNs, untilNs);
    }

    /// It is not certain any more that they may.
    void unsure() {
        surelyUntilNs = NEVER;
    }

    void opens(long nowNs) {
        earliest(nowNs <= surelyUntilNs, nowNs);
        surelyUntilNs = NEVER;
        latest(maybeLonger(nowNs), nowNs);
    }

    /// Nobody had to close it before. `sure`: the lane knows when it opened.
    void begin(long atNs, boolean sure, long nowNs) {
        if (sure) earliest(false, atNs);
        latest(maybeLonger(nowNs), nowNs);
    }

    /// A person may pass, and the leaf may be open: its times are never shorter than they were. `warned`: of this
    /// opening, before.
    void again(long atNs, long nowNs, boolean longer, boolean sure, boolean warned) {
        Times times = watch.times();
        long warnNs = atNs + seconds(times.warning(longer));
        if (sure) warnFromNs = warned ? warnNs : Math.max(warnFromNs, warnNs);
        if (sure) openFromNs = Math.max(openFromNs, atNs + seconds(times.extendedOpen(longer)));
        boolean maybe = longer || maybeLonger(nowNs);
        warnByNs = Math.max(warnByNs, nowNs + seconds(times.warning(maybe)));
        openByNs = Math.max(openByNs, nowNs + seconds(times.extendedOpen(maybe)));
    }

    /// The lane begins anew: so may the times, and nobody needs longer any more.
    void anew(long nowNs) {
        unsure();
        warnFromNs = Math.min(warnFromNs, nowNs + seconds(watch.times().warning(false)));
        openFromNs = Math.min(openFromNs, nowNs + seconds(watch.times().extendedOpen(false)));
        warnByNs = Math.max(warnByNs, nowNs + seconds(watch.times().warning(false)));
        openByNs = Math.max(openByNs, nowNs + seconds(watch.times().extendedOpen(false)));
    }

    private void earliest(boolean longer, long atNs) {
        warnFromNs = atNs + seconds(watch.times().warning(longer));
        openFromNs = atNs + seconds(watch.times().extendedOpen(longer));
    }

    private void latest(boolean longer, long nowNs) {
        warnByNs = nowNs + seconds(watch.times().warning(longer));
        openByNs = nowNs + seconds(watch.times().extendedOpen(longer));
    }

    private boolean maybeLonger(long nowNs) {
        return longerUntilNs != NEVER && nowNs <= longerUntilNs + LAG_NS;
    }

    private static long seconds(int seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    long warnFromNs() {
        return warnFromNs;
    }

    long warnByNs() {
        return warnByNs;
    }

    long openFromNs() {
        return openFromNs;
    }

    long openByNs() {
        return openByNs;
    }
}
