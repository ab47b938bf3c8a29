package dev.lintel.controller.access;

import dev.lintel.controller.access.Uses.Use;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// Looks for limits that keep a credential from use, for one decision ([Weighing]).
///
/// @param waived limits of times do not apply: at an exit that may not be barred, by a clock that is not believed
record LimitCheck(Question question, Circumstances now, boolean waived) {
    private static final String ENTRY = "entry";

    /// @param reason the first limit that applies, or null
    /// @param entriesLeft after this use; null: the credential is good for any number, or the person leaves
    record Found(@Nullable Reason reason, @Nullable Long entriesLeft) {
        static final Found NOTHING = new Found(null, null);
    }

    /// Of what was shown first.
    Found of(Holder holder) {
        Limits limits = holder.limits();
        if (limits.isNone()) return Found.NOTHING; // before anything is read
        Reason byTime = byTime(limits);
        if (byTime != null || !limits.isCounted()) return new Found(byTime, null);
        Use use = now.uses().of(holder, question.channelId());
        boolean unread = Uses.UNREAD.equals(use);
        Long left = null;
        Limits.Entries entries = limits.entries();
        if (entries != null && enters()) {
            if (unread) return new Found(Reason.NOT_READY, null);
            left = entries.max() - use.entriesSince(entries.from()) - 1;
            if (left < 0) return new Found(Reason.CREDENTIAL_USED_UP, 0L);
        }
        Limits.Idle idle = limits.idle();
        boolean over = idle != null && !waived && !unread && idle.isOver(use.last(), at());
        return new Found(over ? Reason.CREDENTIAL_UNUSED : null, left);
    }

    /// Whether a credential may be the second factor: uses of it are not counted.
    boolean allowsSecond(Limits limits) {
        return limits.isNone() || byTime(limits) == null;
    }

    private @Nullable Reason byTime(Limits limits) {
        return waived ? null : limits.atTime(at(), today());
    }

    /// A phone may be anywhere, whichever way it says that the person goes.
    private boolean enters() {
        return question.side().equals(ENTRY) || question.first() instanceof Evidence.Phone;
    }

    private Instant at() {
        return now.clock().bound();
    }

    private LocalDate today() {
        return at().atZone(now.policy().accountZone()).toLocalDate();
    }
}
