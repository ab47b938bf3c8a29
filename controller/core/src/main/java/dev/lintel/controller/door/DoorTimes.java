package dev.lintel.controller.door;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How long a door's phases last, from the site's policy.
///
/// @param unlock how long an admission releases the strike
/// @param extendedUnlock the same for people who need longer
/// @param warning from the leaf's opening to the pre-alarm; at or above `extendedOpen` there is none
/// @param extendedOpen from the leaf's opening to the extended-open alarm
/// @param relock when an admission's strike time is cut short
/// @param forced whether a leaf that opens without an admission is an alarm; off where a mechanical handle has no
/// switch
/// @param longer the open times after the admission of a person who needs longer
public record DoorTimes(
        Duration unlock,
        Duration extendedUnlock,
        Duration warning,
        Duration extendedOpen,
        Relock relock,
        boolean forced,
        Longer longer,
        Delays delays) {
    /// No leaf may be open for longer without an alarm.
    public static final Duration OPEN_MAX = Duration.ofDays(1);

    public enum Relock {
        /// As soon as the leaf opens.
        OPEN,
        /// When the leaf has closed again.
        CLOSE
    }

    /// `warning` and `extendedOpen` for people who need longer. Null: twice the ordinary time, at most [#OPEN_MAX].
    public record Longer(
            @Nullable Duration warning, @Nullable Duration extendedOpen) {
        public static final Longer USUAL = new Longer(null, null);
    }

    /// Other times of a door.
    ///
    /// @param forced how long a leaf that opens without an admission waits for an exit, before it is an alarm; null
    ///     for the default, which is [#FORCED_WITH_SWITCH] where the wiring has an exit switch, else none
    /// @param relock how long after the leaf's move a motor lock is secured
    public record Delays(@Nullable Duration forced, Duration relock) {
        public static final Delays USUAL = new Delays(null, Duration.ZERO);
        /// A contact may report a leaf before the switch in its handle reports the person.
        public static final Duration FORCED_WITH_SWITCH = Duration.ofMillis(300);
    }

    /// With the usual longer times, and no delays but those of the wiring.
    public DoorTimes(
            Duration unlock,
            Duration extendedUnlock,
            Duration warning,
            Duration extendedOpen,
            Relock relock,
            boolean forced) {
        this(unlock, extendedUnlock, warning, extendedOpen, relock, forced, Longer.USUAL, Delays.USUAL);
    }

    /// As they are with that wiring: the delay of the forced alarm is set.
    DoorTimes wired(boolean exitSwitch) {
        if (delays.forced != null) return this;
        Duration delay = exitSwitch ? Delays.FORCED_WITH_SWITCH : Duration.ZERO;
        return new DoorTimes(
                unlock,
                extendedUnlock,
                warning,
                extendedOpen,
                relock,
                forced,
                longer,
                new Delays(delay, delays.relock));
    }

    long forcedDelayNs() {
        return delays.forced == null ? 0 : delays.forced.toNanos();
    }

    long relockDelayNs() {
        return delays.relock.toNanos();
    }

    /// Whether the strike may not be secured while the leaf is open: the bolt of a motor lock would run out against it.
    boolean holdsWhileOpen() {
        return relock == Relock.CLOSE && delays.relock.isPositive();
    }

    /// From the leaf's opening to the pre-alarm.
    ///
    /// @param needsLonger whether the person who was admitted does
    public Duration warning(boolean needsLonger) {
        if (!needsLonger) return warning;
        if (longer.warning != null) return longer.warning;
        return shorter(twice(warning), extendedOpen(true));
    }

    /// From the leaf's opening to the alarm; as [#warning(boolean)].
    public Duration extendedOpen(boolean needsLonger) {
        if (!needsLonger) return extendedOpen;
        if (longer.extendedOpen != null) return longer.extendedOpen;
        Duration usual = twice(extendedOpen);
        return longer.warning != null && longer.warning.compareTo(usual) > 0 ? longer.warning : usual;
    }

    private static Duration twice(Duration time) {
        return shorter(time.multipliedBy(2), OPEN_MAX);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
