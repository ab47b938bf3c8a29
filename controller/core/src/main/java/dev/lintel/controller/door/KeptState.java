package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorMemory.Alarm;
import dev.lintel.controller.door.DoorMemory.OpenLeaf;
import dev.lintel.controller.time.Time;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The state of a door that begins, from what its contact says and what was kept: the times of an open leaf are
/// monotonic in the process, and of the wall's clock on the disk. For [DoorBody], on the door lane.
final class KeptState {
    private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);

    private final Time time;

    KeptState(Time time) {
        this.time = time;
    }

    /// An alarm that was raised continues as long as the leaf is open, and so do the times of a leaf that was open.
    DoorState begun(boolean open, @Nullable Alarm alarm, @Nullable OpenLeaf leaf, DoorTimes times) {
        DoorState fresh = Door.atStart(open, time.nowNs(), times);
        if (!open) return fresh;
        if (alarm == null) return leaf != null && fresh instanceof DoorState.Open o ? continued(leaf, o, times) : fresh;
        return switch (alarm) {
            case FORCED -> new DoorState.Forced(DoorState.SECURED);
            case EXTENDED_OPEN -> new DoorState.ExtendedOpen(DoorState.SECURED);
        };
    }

    /// A time that is later than any of this door is one of a clock that has been set back since.
    private DoorState continued(OpenLeaf leaf, DoorState.Open fresh, DoorTimes times) {
        long extendedAtNs = atNs(leaf.extendedAtMs());
        if (extendedAtNs > time.nowNs() + times.extendedOpen(true).toNanos()) extendedAtNs = fresh.extendedAtNs();
        Long warnAtMs = leaf.warnAtMs();
        if (warnAtMs == null) return new DoorState.Warned(extendedAtNs, DoorState.SECURED);
        long warnAtNs = atNs(warnAtMs);
        if (warnAtNs > time.nowNs() + times.warning(true).toNanos()) warnAtNs = fresh.warnAtNs();
        return new DoorState.Open(warnAtNs, extendedAtNs, DoorState.SECURED);
    }

    /// How long the leaf may stay open, where that counts; else null.
    @Nullable
    OpenLeaf openLeaf(DoorState state) {
        return switch (state) {
            case DoorState.Open o -> new OpenLeaf(atMs(o.warnAtNs()), atMs(o.extendedAtNs()));
            case DoorState.Warned w -> new OpenLeaf(null, atMs(w.extendedAtNs()));
            case DoorState.Secure _,
                    DoorState.Unlocked _,
                    DoorState.Unexplained _,
                    DoorState.ExtendedOpen _,
                    DoorState.Forced _,
                    DoorState.StandsClosed _,
                    DoorState.StandsOpen _ -> null;
        };
    }

    /// The same door before its leaf opened.
    static DoorState unheard(DoorState state) {
        return switch (state) {
            case DoorState.Open o -> {
                boolean forLeaf = o.strikeUntilNs() == DoorState.UNTIL_CLOSED;
                long untilNs = forLeaf ? o.nextUntilNs() : o.strikeUntilNs();
                yield untilNs == DoorState.SECURED ? new DoorState.Secure() : new DoorState.Unlocked(untilNs);
            }
            case DoorState.StandsOpen o -> new DoorState.StandsClosed(o.passUntilNs());
            case DoorState other -> other;
        };
    }

    /// As the clocks show now. Long past is past.
    private long atNs(long atMs) {
        long inMs = Math.max(-DAY_MS, atMs - time.nowMs());
        return time.nowNs() + TimeUnit.MILLISECONDS.toNanos(Math.min(inMs, DAY_MS));
    }

    private long atMs(long atNs) {
        return time.nowMs() + TimeUnit.NANOSECONDS.toMillis(atNs - time.nowNs());
    }
}
