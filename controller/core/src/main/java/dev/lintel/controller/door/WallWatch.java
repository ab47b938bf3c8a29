package dev.lintel.controller.door;

import dev.lintel.controller.time.Time;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// When a door looks at the clock on the wall, and what it makes of it: the wall may be stepped back, and keeps
/// no door open by that. The door lane only.
///
/// ```
///   "unlock until 18:00" said at 17:00 --> over when the wall shows 18:00, or one hour later, whichever comes first
/// ```
final class WallWatch {
    /// How often modes and hours are looked at that end by the wall.
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);
    /// Further away than anybody waits, and no overflow.
    private static final long LEFT_MS_MAX = TimeUnit.DAYS.toMillis(36_500);

    private static final long NOT_DUE = Long.MIN_VALUE;

    private final Time time;
    private final Shifts shifts;
    private long relockAtNs = Long.MAX_VALUE;
    private long nextLookNs;
    private long dueNs = NOT_DUE; // when it was seen first that the look is due

    WallWatch(Time time, Shifts shifts) {
        this.time = time;
        this.shifts = shifts;
        this.nextLookNs = time.nowNs();
    }

    /// A mode that ends then is set from now on; null for none.
    void awaits(@Nullable Long endsAtMs) {
        relockAtNs = monotonic(endsAtMs);
    }

    /// Whether that time has come already, for certain.
    boolean isOver(long wallMs) {
        return wallMs <= shifts.surelyMs(time.nowMs());
    }

    /// The wall time to go by now, where a mode ends at `relockAtMs`; the next look is in a second at the latest.
    long look(@Nullable Long relockAtMs) {
        nextLookNs = time.nowNs() + LOOK_NS;
        dueNs = NOT_DUE;
        long atMs = shifts.surelyMs(time.nowMs());
        if (relockAtMs == null) return atMs;
        if (time.nowNs() >= relockAtNs) return Math.max(atMs, relockAtMs);
        nextLookNs = Math.min(nextLookNs, Math.min(relockAtNs, Math.max(monotonic(relockAtMs), time.nowNs() + 1)));
        return atMs;
    }

    /// Whether it is time to look. Reports of before that are still queued come first, for a second at most: the
    /// bolt of a motor lock must not meet a leaf whose opening is still queued. The second begins with the first
    /// call, as the lane may have been stuck before.
    ///
    /// @param heardNs as in [DoorInput.Tick]
    boolean isDue(long nowNs, long heardNs) {
        if (nowNs < nextLookNs) return false;
        if (dueNs == NOT_DUE) dueNs = nowNs;
        return heardNs >= nowNs || nowNs - dueNs >= LOOK_NS;
    }

    long nextLookNs() {
        return nextLookNs;
    }

    /// When it is so late, as far as one can tell now; the end of time for null.
    private long monotonic(@Nullable Long wallMs) {
        if (wallMs == null) return Long.MAX_VALUE;
        long leftMs = Math.clamp(wallMs - shifts.surelyMs(time.nowMs()), 0, LEFT_MS_MAX);
        return time.nowNs() + TimeUnit.MILLISECONDS.toNanos(leftMs);
    }
}
