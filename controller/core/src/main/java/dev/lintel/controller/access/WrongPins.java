package dev.lintel.controller.access;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The wrong PINs at one door, or of one person, and how long PINs rest after too many. Each rest is longer than the
/// one before, up to an hour; a day after the end of the last one the first is short again. Monotonic time. Used by
/// [PinGuard].
///
/// ```
///   wrong  xxxxx|1 min|  xxxxx|. 5 min .|  xxxxx|... 15 min ...|  xxxxx|...... 60 min ......|  xxxxx|...... 60 min
/// ```
///
/// Wrong PINs keep no escalation alive, only rests do: people who mistype at a busy door each day are not punished
/// for an attack of last week, and who types slowly enough for no rest is bound by the limit of an hour.
final class WrongPins {
    static final long FAST_NS = TimeUnit.MINUTES.toNanos(1);
    static final long SLOW_NS = TimeUnit.HOURS.toNanos(1);

    /// The first rest, the second, and so on; the last one again and again.
    static final List<Long> RESTS_NS = List.of(
            TimeUnit.MINUTES.toNanos(1),
            TimeUnit.MINUTES.toNanos(5),
            TimeUnit.MINUTES.toNanos(15),
            TimeUnit.MINUTES.toNanos(60));

    /// The time after a wrong PIN until a free exit ([Gate#freeExit]) compares the next one during a rest. A person who
    /// leaves waits no longer, or uses REX; an attacker has 120 PINs within an hour.
    static final long FREE_EXIT_NS = TimeUnit.SECONDS.toNanos(30);

    /// From the end of a rest until the next one is as short as the first.
    static final long FORGET_NS = TimeUnit.HOURS.toNanos(24);

    private final Limits limits;
    private final ArrayDeque<Long> wrongNs = new ArrayDeque<>(); // of the last hour, since the last rest
    private int rests;
    private long untilNs;
    private long lastNs; // of the last wrong PIN, where there was a rest

    /// How many wrong PINs begin a rest.
    ///
    /// @param fast within [#FAST_NS]
    /// @param slow within [#SLOW_NS], at least as many
    record Limits(int fast, int slow) {}

    /// A rest.
    ///
    /// @param inRow 1 for the first, 2 for the one after it, and so on
    /// @param wrong how many PINs were wrong
    record Rest(int inRow, int wrong) {
        long lengthNs() {
            return RESTS_NS.get(Math.clamp(inRow, 1, RESTS_NS.size()) - 1);
        }
    }

    WrongPins(Limits limits) {
        this.limits = limits;
    }

    boolean rests(long nowNs) {
        return rests > 0 && untilNs - nowNs > 0;
    }

    /// As [#rests], for a free exit.
    boolean restsAtFreeExit(long nowNs) {
        return rests(nowNs) && nowNs - lastNs < FREE_EXIT_NS;
    }

    /// One more, also where a free exit has compared it during a rest; returns the rest that begins with it, or null.
    @Nullable
    Rest wrong(long nowNs) {
        // In the log the PIN that begins a rest may come after the rest. A free exit compares none so soon.
        if (rests(nowNs) && nowNs - lastNs < FREE_EXIT_NS / 2) return null;
        lastNs = nowNs;
        if (rests > 0 && nowNs - untilNs >= FORGET_NS) rests = 0;
        drop(nowNs);
        wrongNs.addLast(nowNs);
        int fast = 0;
        for (long atNs : wrongNs) if (nowNs - atNs < FAST_NS) fast++;
        if (fast < limits.fast && wrongNs.size() < limits.slow) return null;
        var rest = new Rest(rests + 1, fast < limits.fast ? wrongNs.size() : fast);
        remember(rest, nowNs);
        return rest;
    }

    void remember(Rest rest, long atNs) {
        wrongNs.clear();
        rests = rest.inRow;
        untilNs = atNs + rest.lengthNs();
        lastNs = atNs;
    }

    /// Whether a new one would be no other.
    boolean isForgotten(long nowNs) {
        drop(nowNs);
        return wrongNs.isEmpty() && (rests == 0 || nowNs - untilNs >= FORGET_NS);
    }

    /// They need not be in order: between events of the log the wall clock may have been set.
    private void drop(long nowNs) {
        wrongNs.removeIf(atNs -> nowNs - atNs >= SLOW_NS);
    }
}
