package dev.lintel.controller.access;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which of a person's rights at a channel holds now, or why none does. Pure.
///
/// ```
///   no right, or none has begun      no permission
///   all that there were have ended   reservation expired
///   only rights bound to times,      clock              (an unlimited right of a person without
///     and the clock is not believed                      dates of validity holds all the same)
///   none covers this moment          out of hours
/// ```
final class RightChoice {
    private RightChoice() {}

    /// @param dated whether the person's validity begins or ends, which binds every right to times
    /// @param believed whether rights bound to times hold by this clock
    /// @param waived whether times do not matter
    record Times(
            AccessPolicy policy,
            long channelId,
            Instant at,
            Instant bound,
            boolean dated,
            boolean believed,
            boolean waived) {
        boolean covered(Right right) {
            return right.shiftId() == null || policy.covers(right.shiftId(), channelId, at);
        }
    }

    /// @param reason null when `right` holds
    /// @param right what holds, or came nearest
    record Outcome(@Nullable Reason reason, @Nullable Right right) {
        boolean closerThan(Outcome other) {
            if (reason == null || other.reason == null) return other.reason != null;
            return reason.compareTo(other.reason) > 0;
        }
    }

    static Outcome choose(List<Right> rights, Times times) {
        Right ended = null;
        var usable = new ArrayList<Right>();
        for (Right right : rights) {
            Right.Reservation reserved = right.reserved();
            if (times.waived || reserved == null) usable.add(right);
            else if (!times.bound.isBefore(reserved.until())) ended = right;
            else if (!times.bound.isBefore(reserved.from())) usable.add(right);
        }
        if (usable.isEmpty()) {
            return ended == null
                    ? new Outcome(Reason.NO_PERMISSION, null)
                    : new Outcome(Reason.RESERVATION_EXPIRED, ended);
        }
        if (times.waived) return new Outcome(null, usable.getFirst());
        for (Right right : usable) {
            boolean holds = times.believed ? times.covered(right) : right.unlimited() && !times.dated;
            if (holds) return new Outcome(null, right);
        }
        return new Outcome(times.believed ? Reason.OUT_OF_HOURS : Reason.CLOCK, usable.getFirst());
    }
}
