package dev.lintel.controller.door;

/// Where a door stands. `strikeUntilNs` is the monotonic time until which the strike lets go, or [#SECURED].
public sealed interface DoorState {
    /// The strike holds; no release is running.
    long SECURED = Long.MIN_VALUE;

    /// Leaf closed, strike secured since `sinceNs`.
    record Secure(long sinceNs) implements DoorState {}

    /// Leaf closed, strike released until `relockAtNs`.
    record Unlocked(long relockAtNs) implements DoorState {}

    /// Leaf open after an admission (or at start), nobody warned yet.
    record Open(long warnAtNs, long extendedAtNs, long strikeUntilNs) implements DoorState {}

    /// Leaf open for long, the pre-alarm was given.
    record Warned(long extendedAtNs, long strikeUntilNs) implements DoorState {}

    /// Leaf open too long, the alarm stands.
    record ExtendedOpen(long strikeUntilNs) implements DoorState {}

    /// Leaf opened without an admission, the alarm stands.
    record Forced(long strikeUntilNs) implements DoorState {}

    default boolean leafOpen() {
        return switch (this) {
            case Secure _, Unlocked _ -> false;
            case Open _, Warned _, ExtendedOpen _, Forced _ -> true;
        };
    }

    /// Until when the strike lets go, or [#SECURED].
    default long strikeUntilNs() {
        return switch (this) {
            case Secure _ -> SECURED;
            case Unlocked s -> s.relockAtNs;
            case Open s -> s.strikeUntilNs;
            case Warned s -> s.strikeUntilNs;
            case ExtendedOpen s -> s.strikeUntilNs;
            case Forced s -> s.strikeUntilNs;
        };
    }

    /// The time of the next [DoorInput.Tick] that changes something, or `Long.MAX_VALUE`.
    default long deadlineNs() {
        long strike = strikeUntilNs() == SECURED ? Long.MAX_VALUE : strikeUntilNs();
        return switch (this) {
            case Open s -> Math.min(strike, Math.min(s.warnAtNs, s.extendedAtNs));
            case Warned s -> Math.min(strike, s.extendedAtNs);
            case Secure _, Unlocked _, ExtendedOpen _, Forced _ -> strike;
        };
    }

    /// The word that pages and the command line show.
    default String word() {
        return switch (this) {
            case Secure _ -> "secure";
            case Unlocked _ -> "unlocked";
            case Open _ -> "open";
            case Warned _ -> "warned";
            case ExtendedOpen _ -> "extended_open";
            case Forced _ -> "forced";
        };
    }
}
