package dev.lintel.controller.door;

import dev.lintel.reader.Reader;
import dev.lintel.reader.ReaderSignal;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What one door's readers show: a steady signal for what stands, and for a moment the answer to somebody. The door
/// lane only; showing never blocks.
final class Lamps {
    /// How long a reader shows a rejection.
    private static final int REJECTED_MS = 1_500;

    /// How long a reader shows that a double tap has unlocked or locked the door.
    private static final int TOGGLED_MS = 2_400;

    private final Map<String, Reader> readers;
    private final Map<String, ReaderSignal> steady = new HashMap<>();
    private final Map<String, Long> tests = new HashMap<>(); // until when, monotonic, by side
    private final Map<String, Long> answeredUntilNs = new HashMap<>(); // monotonic, by side

    Lamps(Map<String, Reader> readers) {
        this.readers = readers;
    }

    /// The steady signals of all sides.
    ///
    /// @param locked whether a lockdown refuses people at a side
    void settle(Unanswered unanswered, boolean released, Predicate<String> locked) {
        for (String side : readers.keySet()) settle(side, unanswered.signal(side), released, locked.test(side));
    }

    /// The steady signal of that side, by what matters most to who stands there: something is awaited of them or of
    /// others, the door can be opened, nobody is admitted. `awaited`: the signal of that wait; null: there is none.
    void settle(String side, @Nullable ReaderSignal awaited, boolean released, boolean lockdown) {
        ReaderSignal signal = awaited != null
                ? awaited
                : released ? ReaderSignal.UNLOCKED : lockdown ? ReaderSignal.LOCKDOWN : ReaderSignal.IDLE;
        if (steady.put(side, signal) == signal) return;
        tests.remove(side); // what stands at the door goes before a test
        show(side, signal, 0);
    }

    /// Shows something else for as long as a test takes.
    void test(OutputTest.Show test, long nowNs) {
        show(test.side(), test.signal(), Math.toIntExact(OutputTest.SHOWN.toMillis()));
        tests.put(test.side(), nowNs + OutputTest.SHOWN.toNanos());
    }

    /// Ends tests whose time is over: the next [#settle] shows what stands.
    void tick(long nowNs) {
        tests.forEach((side, untilNs) -> {
            if (nowNs >= untilNs) steady.remove(side);
        });
        tests.values().removeIf(untilNs -> nowNs >= untilNs);
    }

    /// When the next test is over; `Long.MAX_VALUE` without one.
    long deadlineNs() {
        long next = Long.MAX_VALUE;
        for (long untilNs : tests.values()) next = Math.min(next, untilNs);
        return next;
    }

    /// Nobody is answered now: the doors' thread hangs. Any thread.
    static void offline(Map<String, Reader> readers) {
        for (Reader reader : readers.values()) reader.show(ReaderSignal.OFFLINE, 0);
    }

    /// What they show is not known any more: the next [#settle] shows it again.
    void anew() {
        steady.clear();
    }

    void admitted(String side, int holdMs, long nowNs) {
        answered(side, ReaderSignal.ADMITTED, holdMs, nowNs);
    }

    void rejected(String side, long nowNs) {
        answered(side, ReaderSignal.REJECTED, REJECTED_MS, nowNs);
    }

    /// A double tap has unlocked or locked the door.
    void toggled(String side, boolean unlocked, long nowNs) {
        answered(side, unlocked ? ReaderSignal.TOGGLED_UNLOCKED : ReaderSignal.TOGGLED_LOCKED, TOGGLED_MS, nowNs);
    }

    private void answered(String side, ReaderSignal signal, int holdMs, long nowNs) {
        show(side, signal, holdMs);
        answeredUntilNs.put(side, nowNs + TimeUnit.MILLISECONDS.toNanos(holdMs));
    }

    /// One beep of each reader, but for those that just answer somebody or are being tried.
    void beep(long nowNs) {
        for (String side : readers.keySet()) {
            boolean answers = nowNs < answeredUntilNs.getOrDefault(side, Long.MIN_VALUE);
            if (!answers && !tests.containsKey(side)) show(side, ReaderSignal.PRE_ALARM, 0);
        }
    }

    private void show(String side, ReaderSignal signal, int holdMs) {
        Reader reader = readers.get(side);
        if (reader != null) reader.show(signal, holdMs);
    }
}
