package dev.lintel.controller.door;

import java.util.concurrent.TimeUnit;

/// The beeps of one door from the warning on: a short one each second. The door lane only.
///
/// ```
///   ##........##........##........      # 200 ms: the sounder is on, or one beep of the readers
/// ```
final class PreAlarm {
    static final long EVERY_NS = TimeUnit.SECONDS.toNanos(1);
    /// Long enough for a sounder behind a relay, and unlike an alarm.
    static final long BEEP_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long OFF = Long.MIN_VALUE;

    private long sinceNs = OFF;
    private long lastBeep;
    private boolean sounds;
    private long nextNs = Long.MAX_VALUE;

    /// What the beeps are at `nowNs`. Returns whether one begins: one that the lane was too late for is left out.
    boolean look(boolean on, long nowNs) {
        if (!on) {
            sinceNs = OFF;
            sounds = false;
            nextNs = Long.MAX_VALUE;
            return false;
        }
        boolean fresh = sinceNs == OFF;
        if (fresh) sinceNs = nowNs;
        long beep = (nowNs - sinceNs) / EVERY_NS;
        long startNs = sinceNs + beep * EVERY_NS;
        sounds = nowNs - startNs < BEEP_NS;
        nextNs = startNs + (sounds ? BEEP_NS : EVERY_NS);
        boolean begins = sounds && (fresh || beep != lastBeep);
        lastBeep = beep;
        return begins;
    }

    /// Whether a beep sounds, as of the last look.
    boolean sounds() {
        return sounds;
    }

    /// When the next look is due, or `Long.MAX_VALUE`.
    long nextNs() {
        return nextNs;
    }
}
