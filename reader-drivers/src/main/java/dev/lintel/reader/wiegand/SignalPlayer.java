package dev.lintel.reader.wiegand;

import dev.lintel.reader.ReaderSignal;

/// What a reader's LED and buzzer lines carry at each moment of a signal. Pure; stepped by [WiegandReader]'s thread.
///
/// ```
///   show(ADMITTED, 5000) -> green, buzzer 120 ms ----- 5 s ----> the last steady signal, IDLE at first
/// ```
final class SignalPlayer {
    /// When a signal never changes by itself.
    static final long NEVER = Long.MAX_VALUE;

    private static final long MS = 1_000_000;
    private static final long BEEP_NS = 120 * MS;
    private static final long LONG_BEEP_NS = 600 * MS;

    /// The three lines' logical levels.
    record Lamps(boolean green, boolean red, boolean buzzer) {}

    /// How a signal looks and sounds: LEDs shine for `onNs` of every `onNs + offNs` (`offNs` 0: steadily).
    private record Pattern(boolean green, boolean red, long onNs, long offNs, int beeps, long beepNs) {
        /// With short beeps.
        Pattern(boolean green, boolean red, long onNs, long offNs, int beeps) {
            this(green, red, onNs, offNs, beeps, BEEP_NS);
        }

        boolean shines(long sinceNs) {
            return offNs == 0 || sinceNs % (onNs + offNs) < onNs;
        }

        boolean sounds(long sinceNs) {
            return sinceNs / beepNs < 2L * beeps && sinceNs / beepNs % 2 == 0;
        }

        /// When, after the start, lamps or buzzer change next.
        long nextNs(long sinceNs) {
            long soundNs = sinceNs / beepNs < 2L * beeps - 1 ? (sinceNs / beepNs + 1) * beepNs : NEVER;
            if (offNs == 0) return soundNs;
            long roundNs = onNs + offNs;
            long startNs = sinceNs / roundNs * roundNs;
            return Math.min(soundNs, startNs + (sinceNs - startNs < onNs ? onNs : roundNs));
        }
    }

    private ReaderSignal signal = ReaderSignal.IDLE;
    private ReaderSignal steady = ReaderSignal.IDLE;
    private long startNs;
    private long holdNs = NEVER;
    private long beepNs = NEVER; // when the last beep of a pre-alarm began

    SignalPlayer(long nowNs) {
        startNs = nowNs;
    }

    /// Begins `signal`. Answers to a person end by themselves, after `holdMs`. [ReaderSignal#PRE_ALARM] beeps
    /// over what runs.
    void show(ReaderSignal shown, int holdMs, long nowNs) {
        if (shown == ReaderSignal.PRE_ALARM) {
            beepNs = nowNs;
            return;
        }
        boolean passing = switch (shown) {
            case ADMITTED, REJECTED, TOGGLED_UNLOCKED, TOGGLED_LOCKED -> true;
            default -> false;
        };
        // A steady signal shown again must not restart its rhythm.
        if (!passing && shown == signal) return;
        signal = shown;
        startNs = nowNs;
        holdNs = passing ? Math.max(0, holdMs) * MS : NEVER;
        if (!passing) steady = shown;
    }

    /// The lines' levels at `nowNs`.
    Lamps step(long nowNs) {
        if (holdNs != NEVER && nowNs - startNs >= holdNs) {
            signal = steady;
            startNs += holdNs;
            holdNs = NEVER;
        }
        Pattern pattern = pattern(signal);
        long sinceNs = Math.max(0, nowNs - startNs);
        boolean shines = pattern.shines(sinceNs);
        return new Lamps(pattern.green && shines, pattern.red && shines, pattern.sounds(sinceNs) || beeps(nowNs));
    }

    private boolean beeps(long nowNs) {
        return beepNs != NEVER && nowNs - beepNs < BEEP_NS;
    }

    /// Nanoseconds from `nowNs` to the next change, 0 or more, or [#NEVER].
    long waitNs(long nowNs) {
        long sinceNs = Math.max(0, nowNs - startNs);
        long nextNs = Math.min(pattern(signal).nextNs(sinceNs), holdNs);
        long changeNs = nextNs == NEVER ? NEVER : Math.max(0, nextNs - sinceNs);
        return beeps(nowNs) ? Math.min(changeNs, BEEP_NS - (nowNs - beepNs)) : changeNs;
    }

    private static Pattern pattern(ReaderSignal signal) {
        return switch (signal) {
            case IDLE, PRE_ALARM -> new Pattern(false, true, 0, 0, 0); // a pre-alarm never comes here
            case ADMITTED -> new Pattern(true, false, 0, 0, 1);
            case REJECTED -> new Pattern(false, true, BEEP_NS, BEEP_NS, 3);
            case TOGGLED_UNLOCKED -> new Pattern(true, false, 300 * MS, 300 * MS, 2, LONG_BEEP_NS);
            case TOGGLED_LOCKED -> new Pattern(false, true, 300 * MS, 300 * MS, 1, LONG_BEEP_NS);
            case WAITING_FOR_PIN -> new Pattern(true, true, 300 * MS, 300 * MS, 0);
            case WAITING_FOR_OTHERS -> new Pattern(true, true, 1_800 * MS, 200 * MS, 0);
            case UNLOCKED -> new Pattern(true, false, 0, 0, 0);
            case LOCKDOWN -> new Pattern(false, true, 1_500 * MS, 500 * MS, 0);
            case OFFLINE -> new Pattern(true, true, 200 * MS, 1_800 * MS, 0);
        };
    }
}
