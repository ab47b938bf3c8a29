package dev.lintel.controller.access;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// Limits of a credential's use: from when to when it is valid, days on which it is suspended, how many entries it is
/// good for, and after how many days without a use it expires. Immutable.
///
/// @param validFrom its first instant, or null
/// @param validTo the first instant after it, or null
/// @param suspendedFrom the first day of a suspension in the account's zone; null: it has begun, where it has an end
/// @param suspendedTo its last day; null: it has no end, where it has begun
public record Limits(
        @Nullable Instant validFrom,
        @Nullable Instant validTo,
        @Nullable LocalDate suspendedFrom,
        @Nullable LocalDate suspendedTo,
        @Nullable Entries entries,
        @Nullable Idle idle) {
    /// Of a credential without limits.
    public static final Limits NONE = new Limits(null, null, null, null, null, null);

    /// A number of entries.
    ///
    /// @param max how many the credential is good for
    /// @param from entries before it do not count; an instant of milliseconds, for it is compared with stored ones
    public record Entries(long max, Instant from) {}

    /// An end after days without a use.
    ///
    /// @param days of 24 hours
    /// @param from counts like a use: when the credential was made or got this limit
    public record Idle(long days, Instant from) {
        boolean isOver(@Nullable Instant lastUse, Instant at) {
            Instant last = lastUse == null || lastUse.isBefore(from) ? from : lastUse;
            return !at.isBefore(last.plus(Duration.ofDays(days)));
        }
    }

    /// The same for another door of one entry.
    Limits withoutEntries() {
        return entries == null ? this : new Limits(validFrom, validTo, suspendedFrom, suspendedTo, null, idle);
    }

    /// Asked in each decision and for each credential in memory, so it compares fields: the `equals` of a record is
    /// slow in the compiler that a board uses.
    public boolean isNone() {
        return validFrom == null
                && validTo == null
                && suspendedFrom == null
                && suspendedTo == null
                && entries == null
                && idle == null;
    }

    /// Whether a clock has to be believed for it to be valid: the number of entries needs none.
    boolean isTimed() {
        return validFrom != null || validTo != null || isSuspending() || idle != null;
    }

    /// Whether uses of the credential have to be known.
    boolean isCounted() {
        return entries != null || idle != null;
    }

    private boolean isSuspending() {
        return suspendedFrom != null || suspendedTo != null;
    }

    /// Why it is not valid at that instant, which is on the day `today`; null where nothing of times speaks against it.
    @Nullable
    Reason atTime(Instant at, LocalDate today) {
        if (validFrom != null && at.isBefore(validFrom)) return Reason.CREDENTIAL_NOT_YET_VALID;
        if (validTo != null && !at.isBefore(validTo)) return Reason.CREDENTIAL_EXPIRED;
        boolean begun = suspendedFrom == null || !today.isBefore(suspendedFrom);
        boolean lasts = suspendedTo == null || !today.isAfter(suspendedTo);
        return isSuspending() && begun && lasts ? Reason.CREDENTIAL_SUSPENDED : null;
    }
}
