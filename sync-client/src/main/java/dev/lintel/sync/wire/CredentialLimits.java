package dev.lintel.sync.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Limits of a credential's use, as a hub sends them to a box. A box counts uses by itself: no count is sent. Times are
/// Unix milliseconds, days ISO dates. Immutable.
///
/// @param validFromMs its first instant
/// @param validToMs the first instant after it
/// @param suspendedFrom the first day of a suspension; null with a last day: it has begun
/// @param suspendedTo its last day; null with a first day: it has no end
/// @param usesMax how many entries it is good for
/// @param usesFromMs entries before it do not count
/// @param unusedDays after so many days without a use it expires
/// @param unusedFromMs counts like a use
public record CredentialLimits(
        @Nullable Long validFromMs,
        @Nullable Long validToMs,
        @Nullable String suspendedFrom,
        @Nullable String suspendedTo,
        @Nullable Long usesMax,
        @Nullable Long usesFromMs,
        @Nullable Long unusedDays,
        @Nullable Long unusedFromMs) {
    public static final CredentialLimits NONE = new CredentialLimits(null, null, null, null, null, null, null, null);

    static final List<String> FIELDS = List.of(
            "valid_from",
            "valid_to",
            "suspended_from",
            "suspended_to",
            "uses_max",
            "uses_from",
            "unused_days",
            "unused_from");

    Fields in(Fields fields) {
        return fields.with("valid_from", validFromMs)
                .with("valid_to", validToMs)
                .with("suspended_from", suspendedFrom)
                .with("suspended_to", suspendedTo)
                .with("uses_max", usesMax)
                .with("uses_from", usesFromMs)
                .with("unused_days", unusedDays)
                .with("unused_from", unusedFromMs);
    }

    static CredentialLimits read(Tree tree) {
        return new CredentialLimits(
                tree.nullableNumber("valid_from"),
                tree.nullableNumber("valid_to"),
                tree.nullableText("suspended_from"),
                tree.nullableText("suspended_to"),
                tree.nullableNumber("uses_max"),
                tree.nullableNumber("uses_from"),
                tree.nullableNumber("unused_days"),
                tree.nullableNumber("unused_from"));
    }

    /// The limits of both: what is valid by these is valid by either. Of two suspensions, all days from the first to
    /// the last. Of two counts the newer one: an older hub must not have it start again.
    CredentialLimits and(CredentialLimits other) {
        boolean suspends = suspendedFrom != null || suspendedTo != null;
        boolean otherSuspends = other.suspendedFrom != null || other.suspendedTo != null;
        CredentialLimits from = suspends ? this : other;
        boolean both = suspends && otherSuspends;
        return new CredentialLimits(
                max(validFromMs, other.validFromMs),
                min(validToMs, other.validToMs),
                both ? first(suspendedFrom, other.suspendedFrom) : from.suspendedFrom,
                both ? last(suspendedTo, other.suspendedTo) : from.suspendedTo,
                min(usesMax, other.usesMax),
                max(usesFromMs, other.usesFromMs),
                min(unusedDays, other.unusedDays),
                min(unusedFromMs, other.unusedFromMs));
    }

    private static @Nullable Long max(@Nullable Long one, @Nullable Long other) {
        if (one == null || other == null) return one == null ? other : one;
        return Math.max(one, other);
    }

    private static @Nullable Long min(@Nullable Long one, @Nullable Long other) {
        if (one == null || other == null) return one == null ? other : one;
        return Math.min(one, other);
    }

    /// Null is before all days.
    private static @Nullable String first(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) return null;
        return one.compareTo(other) <= 0 ? one : other;
    }

    /// Null is after all days.
    private static @Nullable String last(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) return null;
        return one.compareTo(other) >= 0 ? one : other;
    }
}
