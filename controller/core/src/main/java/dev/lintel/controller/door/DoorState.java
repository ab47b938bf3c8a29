package dev.lintel.controller.door;

import java.util.concurrent.TimeUnit;

/// The state of a door's leaf and strike. `strikeUntilNs` is the monotonic time until which the strike is released, or
/// [#SECURED]. `nextUntilNs` of an open leaf is the part of that time that outlasts the closing of the leaf: it was
/// given to a person who has not passed, or who was admitted while the leaf was open. Or [#SECURED].
public sealed interface DoorState {
    /// The strike holds; no release is running.
    long SECURED = Long.MIN_VALUE;
    /// The strike is released for as long as the leaf is open: the bolt of a motor lock must not run out against it.
    long UNTIL_CLOSED = Long.MAX_VALUE;
    /// An exit's edge reaches the lane within this time of its own time.
    long EXIT_LAG_NS = TimeUnit.MILLISECONDS.toNanos(20);

    /// Leaf closed, strike secured.
    record Secure() implements DoorState {}

    /// Leaf closed, strike released until `relockAtNs`.
    record Unlocked(long relockAtNs) implements DoorState {}

    /// Leaf open after an admission (or at start), nobody warned yet.
    record Open(long warnAtNs, long extendedAtNs, long strikeUntilNs, long nextUntilNs) implements DoorState {
        public Open(long warnAtNs, long extendedAtNs, long strikeUntilNs) {
            this(warnAtNs, extendedAtNs, strikeUntilNs, SECURED);
        }
    }

    /// Leaf opened without an admission at `openedNs`: forced, unless an exit becomes active up to `untilNs`; the door
    /// is `explained` then.
    record Unexplained(long openedNs, long untilNs, Open explained) implements DoorState {
        /// The same with another strike, or other open times.
        Unexplained with(Open other) {
            return new Unexplained(openedNs, untilNs, other);
        }

        /// The same with its strike secured.
        Unexplained secured() {
            return with(new Open(explained.warnAtNs, explained.extendedAtNs, SECURED));
        }
    }

    /// Leaf open for long, the pre-alarm was given.
    record Warned(long extendedAtNs, long strikeUntilNs, long nextUntilNs) implements DoorState {
        public Warned(long extendedAtNs, long strikeUntilNs) {
            this(extendedAtNs, strikeUntilNs, SECURED);
        }
    }

    /// Leaf open too long, the alarm stands.
    record ExtendedOpen(long strikeUntilNs, long nextUntilNs) implements DoorState {
        public ExtendedOpen(long strikeUntilNs) {
            this(strikeUntilNs, SECURED);
        }
    }

    /// Leaf opened without an admission, the alarm stands.
    record Forced(long strikeUntilNs, long nextUntilNs) implements DoorState {
        public Forced(long strikeUntilNs) {
            this(strikeUntilNs, SECURED);
        }
    }

    /// Stands unlocked, leaf closed. `passUntilNs`: until when somebody was admitted meanwhile, or [#SECURED].
    record StandsClosed(long passUntilNs) implements DoorState {}

    /// Stands unlocked, leaf open: for as long as anybody likes. `passUntilNs` as in [StandsClosed].
    record StandsOpen(long passUntilNs, long nextUntilNs) implements DoorState {
        public StandsOpen(long passUntilNs) {
            this(passUntilNs, SECURED);
        }
    }

    /// Whether the door is unlocked by a mode, its hours, an evacuation or fire.
    default boolean stands() {
        return this instanceof StandsClosed || this instanceof StandsOpen;
    }

    /// Whether the strike lets go.
    default boolean released() {
        return stands() || strikeUntilNs() != SECURED;
    }

    /// Whether an alarm stands that a DOOR_NORMAL will end.
    default boolean alarm() {
        return this instanceof ExtendedOpen || this instanceof Forced;
    }

    default boolean leafOpen() {
        return switch (this) {
            case Secure _, Unlocked _, StandsClosed _ -> false;
            case Open _, Unexplained _, Warned _, ExtendedOpen _, Forced _, StandsOpen _ -> true;
        };
    }

    /// Until when the strike lets go, or [#SECURED]; also where the door stands unlocked: that has no end of its
    /// own.
    default long strikeUntilNs() {
        return switch (this) {
            case Secure _, StandsClosed _, StandsOpen _ -> SECURED;
            case Unlocked s -> s.relockAtNs;
            case Open s -> s.strikeUntilNs;
            case Unexplained s -> s.explained.strikeUntilNs;
            case Warned s -> s.strikeUntilNs;
            case ExtendedOpen s -> s.strikeUntilNs;
            case Forced s -> s.strikeUntilNs;
        };
    }

    /// The time of the next [DoorInput.Tick] that changes something, or `Long.MAX_VALUE`.
    default long deadlineNs() {
        return Math.min(relockNs(), leafDeadlineNs());
    }

    /// Whether a [DoorInput.Tick] of those times changes something.
    default boolean due(long atNs, long heardNs) {
        return relockNs() <= atNs || leafDeadlineNs() <= heardNs;
    }

    private long relockNs() {
        return strikeUntilNs() == SECURED ? Long.MAX_VALUE : strikeUntilNs();
    }

    /// When the log is to hear of the open leaf, or `Long.MAX_VALUE`.
    private long leafDeadlineNs() {
        return switch (this) {
            case Open s -> Math.min(s.warnAtNs, s.extendedAtNs);
            case Unexplained s -> s.untilNs + EXIT_LAG_NS;
            case Warned s -> s.extendedAtNs;
            case Secure _, Unlocked _, ExtendedOpen _, Forced _, StandsClosed _, StandsOpen _ -> Long.MAX_VALUE;
        };
    }

    /// The word that pages and the command line show.
    default String word() {
        return switch (this) {
            case Secure _ -> "secure";
            case Unlocked _, StandsClosed _ -> "unlocked";
            case Open _, Unexplained _, StandsOpen _ -> "open";
            case Warned _ -> "warned";
            case ExtendedOpen _ -> "extended_open";
            case Forced _ -> "forced";
        };
    }
}
