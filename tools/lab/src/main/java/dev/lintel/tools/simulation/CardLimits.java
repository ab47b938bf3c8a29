package dev.lintel.tools.simulation;

import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Limits of a person's card, as the simulation knows them. Immutable.
///
/// @param validFromMs milliseconds since 1970; `validToMs` is the first that is not covered
/// @param suspendedFrom the first and the last day of a suspension in the account's zone
/// @param usesMax entries that the card is good for, 0 for any number
/// @param countedFromMs entries and days count from then on
/// @param unusedDays after so many days without a use it expires, 0 for never
record CardLimits(
        @Nullable Long validFromMs,
        @Nullable Long validToMs,
        @Nullable LocalDate suspendedFrom,
        @Nullable LocalDate suspendedTo,
        int usesMax,
        int unusedDays,
        long countedFromMs) {
    static final CardLimits NONE = new CardLimits(null, null, null, null, 0, 0, 0);

    /// Whether a clock has to be believed for the card to be valid.
    boolean timed() {
        return validFromMs != null
                || validToMs != null
                || suspendedFrom != null
                || suspendedTo != null
                || unusedDays > 0;
    }

    boolean counted() {
        return usesMax > 0 || unusedDays > 0;
    }

    /// Why the card is not valid at that time and on that day, in the words of events; null where it is.
    @Nullable
    String barredBy(Instant at, LocalDate today) {
        long ms = at.toEpochMilli();
        if (validFromMs != null && ms < validFromMs) return "credential_not_yet_valid";
        if (validToMs != null && ms >= validToMs) return "credential_expired";
        if (suspendedFrom == null && suspendedTo == null) return null;
        boolean before = suspendedFrom != null && today.isBefore(suspendedFrom);
        boolean after = suspendedTo != null && today.isAfter(suspendedTo);
        return before || after ? null : "credential_suspended";
    }

    /// Whether the card has not been used for too long.
    ///
    /// @param lastMs when it was used last; `Long.MIN_VALUE` for never
    boolean unused(long lastMs, Instant at) {
        if (unusedDays == 0) return false;
        return at.toEpochMilli() >= Math.max(lastMs, countedFromMs) + TimeUnit.DAYS.toMillis(unusedDays);
    }
}
