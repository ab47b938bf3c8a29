package dev.lintel.controller.policy;

import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.door.DoorTimes.Delays;
import dev.lintel.controller.door.DoorTimes.Longer;
import dev.lintel.controller.yaml.Durations;
import dev.lintel.controller.yaml.Section;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Reads how long a door's phases last: `times`, `relock` and `forced` of a channel. For [ChannelPolicySections].
final class TimesSection {
    /// Shorter than a strike needs to move.
    private static final Duration UNLOCK_MIN = Duration.ofMillis(200);
    /// Longer is a standing mode, not an admission.
    private static final Duration UNLOCK_MAX = Duration.ofHours(1);

    private static final Duration OPEN_MIN = Duration.ofSeconds(1);
    private static final Duration OPEN_MAX = DoorTimes.OPEN_MAX;
    /// A handle moves its switch before the leaf has moved this long; an alarm must not be later.
    private static final Duration FORCED_DELAY_MAX = Duration.ofSeconds(2);
    /// Motor locks need up to some seconds; for all of them the door is unlocked.
    private static final Duration RELOCK_DELAY_MAX = Duration.ofSeconds(10);

    private final Section times;
    private final DoorTimes usual = FirstSite.TIMES;

    private TimesSection(Section times) {
        this.times = times;
    }

    static DoorTimes read(Section channel) {
        var usual = FirstSite.TIMES;
        DoorTimes.Relock relock = channel.choice("relock", Words.settings(DoorTimes.Relock.values()))
                .or(usual.relock());
        boolean forced = channel.flag("forced").or(usual.forced());
        Section times = channel.section("times").orNull();
        if (times != null) return new TimesSection(times).read(relock, forced);
        return new DoorTimes(
                usual.unlock(), usual.extendedUnlock(), usual.warning(), usual.extendedOpen(), relock, forced);
    }

    private DoorTimes read(DoorTimes.Relock relock, boolean forced) {
        Section longer = times.section("longer").orNull();
        Duration unlock = times.duration("unlock", UNLOCK_MIN, UNLOCK_MAX).or(usual.unlock());
        Duration extendedUnlock = extendedUnlock(longer, unlock);
        Duration extendedOpen =
                times.duration("extended_open", OPEN_MIN, OPEN_MAX).or(usual.extendedOpen());
        Duration warning = times.duration("warning", OPEN_MIN, OPEN_MAX)
                .or(extendedOpen.compareTo(usual.warning()) < 0 ? extendedOpen : usual.warning());
        notLonger(times, warning, extendedOpen);
        return new DoorTimes(
                unlock,
                extendedUnlock,
                warning,
                extendedOpen,
                relock,
                forced,
                longer == null ? Longer.USUAL : longer(longer, warning, extendedOpen),
                delays());
    }

    /// `extended_unlock`, or `unlock` of `longer`: two names of one time.
    private Duration extendedUnlock(@Nullable Section longer, Duration unlock) {
        Duration least = unlock.compareTo(usual.extendedUnlock()) > 0 ? unlock : usual.extendedUnlock();
        Duration extended =
                times.duration("extended_unlock", UNLOCK_MIN, UNLOCK_MAX).or(least);
        if (longer == null) {
            notShorter(times, "extended_unlock", extended, "unlock", unlock);
            return extended;
        }
        Duration time = longer.duration("unlock", UNLOCK_MIN, UNLOCK_MAX).or(extended);
        boolean isBoth = longer.has("unlock") && times.has("extended_unlock");
        if (isBoth) longer.fault("unlock", "is the same time as extended_unlock of times: remove one of them");
        else if (longer.has("unlock")) notShorter(longer, "unlock", time, "unlock", unlock);
        else notShorter(times, "extended_unlock", time, "unlock", unlock);
        return time;
    }

    private static Longer longer(Section longer, Duration warning, Duration extendedOpen) {
        Duration longWarning = longer.duration("warning", OPEN_MIN, OPEN_MAX).orNull();
        Duration longOpen = longer.duration("extended_open", OPEN_MIN, OPEN_MAX).orNull();
        if (longWarning != null) notShorter(longer, "warning", longWarning, "warning of times", warning);
        if (longOpen != null) notShorter(longer, "extended_open", longOpen, "extended_open of times", extendedOpen);
        if (longWarning != null && longOpen != null) notLonger(longer, longWarning, longOpen);
        return new Longer(longWarning, longOpen);
    }

    private Delays delays() {
        return new Delays(
                times.duration("forced_delay", Duration.ZERO, FORCED_DELAY_MAX).orNull(),
                times.duration("relock_delay", Duration.ZERO, RELOCK_DELAY_MAX).or(Duration.ZERO));
    }

    private static void notShorter(Section where, String key, Duration time, String other, Duration ordinary) {
        if (time.compareTo(ordinary) >= 0) return;
        String than = "must not be shorter than " + other + " (" + Durations.format(ordinary) + ")";
        where.fault(key, than + ": it is for people who need longer");
    }

    private static void notLonger(Section where, Duration warning, Duration extendedOpen) {
        if (warning.compareTo(extendedOpen) <= 0) return;
        String than = "must not be longer than extended_open (" + Durations.format(extendedOpen) + ")";
        where.fault("warning", than + ": with the same time there is no warning");
    }
}
