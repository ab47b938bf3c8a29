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
///   only roles that hold no longer   role stale         (at an exit that may bar nobody they hold)
///     without contact with the hub
/// ```
final class RightChoice {
    private RightChoice() {}

    /// @param dated whether the person's validity begins or ends, which binds every right to times
    /// @param believed whether rights bound to times hold by this clock
    /// @param waived whether times do not matter
    /// @param contact with the hub
    /// @param freeExit whether contact does not matter
    record Times(
            AccessPolicy policy,
            long channelId,
            Instant at,
            Instant bound,
            boolean dated,
            boolean believed,
            boolean waived,
            Contact contact,
            boolean freeExit) {
        boolean covered(Right right) {
            return right.shiftId() == null || policy.covers(right.shiftId(), channelId, at);
        }

        boolean hold(Right right) {
            if (waived) return true;
            return believed ? covered(right) : right.unlimited() && !dated;
        }
    }

    /// @param reason null when `right` holds
    /// @param right what holds, or came nearest
    /// @param stale whether `right` holds only because contact does not matter
    record Outcome(@Nullable Reason reason, @Nullable Right right, boolean stale) {
        Outcome(@Nullable Reason reason, @Nullable Right right) {
            this(reason, right, false);
        }

        boolean closerThan(Outcome other) {
            if (reason == null) return other.reason != null || (other.stale && !stale);
            return other.reason != null && reason.compareTo(other.reason) > 0;
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
        Right stale = null;
        for (Right right : usable) {
            boolean old = times.contact.tooOldFor(right.maxStaleMs());
            if (old && stale != null) continue;
            if (!times.hold(right)) continue;
            if (!old) return new Outcome(null, right);
            stale = right;
        }
        if (stale != null) {
            return times.freeExit ? new Outcome(null, stale, true) : new Outcome(Reason.ROLE_STALE, stale);
        }
        return new Outcome(times.believed ? Reason.OUT_OF_HOURS : Reason.CLOCK, usable.getFirst());
    }
}
