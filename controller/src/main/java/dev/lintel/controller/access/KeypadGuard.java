package dev.lintel.controller.access;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Wrong PINs at each keypad: after too many it rests, so that nobody tries PINs one after another. Cards go on.
/// Monotonic time. The decision thread only.
///
/// ```
///   wrong  x    x  x   x    x |........ rests ........| tried again
///          |<-- a minute -->|
/// ```
final class KeypadGuard {
    static final int WRONG_MAX = 5;
    static final long WITHIN_NS = TimeUnit.MINUTES.toNanos(1);
    static final long REST_NS = TimeUnit.SECONDS.toNanos(60);

    private final Map<ReaderPlace, Keypad> keypads = new HashMap<>();

    private static final class Keypad {
        private final ArrayDeque<Long> wrongNs = new ArrayDeque<>(WRONG_MAX);
        private boolean resting;
        private long untilNs;
    }

    boolean rests(ReaderPlace reader, long nowNs) {
        Keypad keypad = keypads.get(reader);
        if (keypad == null || !keypad.resting) return false;
        keypad.resting = keypad.untilNs - nowNs > 0;
        return keypad.resting;
    }

    /// A PIN was wrong there. One that is typed while the keypad rests counts for nothing.
    void wrong(ReaderPlace reader, long nowNs) {
        if (rests(reader, nowNs)) return;
        Keypad keypad = keypads.computeIfAbsent(reader, _ -> new Keypad());
        while (!keypad.wrongNs.isEmpty() && nowNs - keypad.wrongNs.getFirst() >= WITHIN_NS) {
            keypad.wrongNs.removeFirst();
        }
        keypad.wrongNs.addLast(nowNs);
        if (keypad.wrongNs.size() < WRONG_MAX) return;
        keypad.wrongNs.clear();
        keypad.resting = true;
        keypad.untilNs = nowNs + REST_NS;
    }
}
