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
///   none that covers it is valid at  threat level       (at an exit that may bar nobody, and for first responders,
///     the threat level of the site                       the level does not count)
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
    /// @param threatLevel of the channel's site; 0 also where it does not count
    record Times(
            AccessPolicy policy,
            long channelId,
            Instant at,
            Instant bound,
            boolean dated,
            boolean believed,
            boolean waived,
            Contact contact,
            boolean freeExit,
            int threatLevel) {
        /// The same without a threat.
        Times withoutThreat() {
            return new Times(policy, channelId, at, bound, dated, believed, waived, contact, freeExit, 0);
        }

        /// A reservation of the channel itself has no role that says more: it is valid at level 0.
        boolean isAboveLevel(Right right) {
            if (threatLevel == 0) return false;
            if (right.roleId() == null) return true;
            Integer max = policy.role(right.roleId()).threatLevelMax();
            return max != null && threatLevel > max;
        }

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
    /// @param aboveLevel whether `right` holds only because the threat level does not count
    record Outcome(@Nullable Reason reason, @Nullable Right right, boolean stale, boolean aboveLevel) {
        Outcome(@Nullable Reason reason, @Nullable Right right) {
            this(reason, right, false, false);
        }

        private Outcome above() {
            return new Outcome(reason, right, stale, reason == null);
        }

        boolean closerThan(Outcome other) {
            if (reason == null) return other.reason != null || other.waived() > waived();
            return other.reason != null && reason.compareTo(other.reason) > 0;
        }

        int waived() {
            return (aboveLevel ? 2 : 0) + (stale ? 1 : 0);
        }
    }

    /// As [#choose(List, Times)] where the threat level does not count: a right that is valid at the level goes first.
    static Outcome chooseAtAnyLevel(List<Right> rights, Times times) {
        Outcome outcome = choose(rights, times);
        if (outcome.reason == null || times.threatLevel == 0) return outcome;
        return choose(rights, times.withoutThreat()).above();
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
        Right aboveLevel = null;
        for (Right right : usable) {
            if (!times.hold(right)) continue;
            boolean above = times.isAboveLevel(right);
            boolean old = times.contact.tooOldFor(right.maxStaleMs());
            if (!above && !old) return new Outcome(null, right);
            if (above && aboveLevel == null) aboveLevel = right;
            if (!above && stale == null) stale = right;
        }
        if (stale != null) {
            return times.freeExit ? new Outcome(null, stale, true, false) : new Outcome(Reason.ROLE_STALE, stale);
        }
        if (aboveLevel != null) return new Outcome(Reason.THREAT_LEVEL, aboveLevel);
        return new Outcome(times.believed ? Reason.OUT_OF_HOURS : Reason.CLOCK, usable.getFirst());
    }
}
