package dev.lintel.controller.health;

import dev.lintel.controller.time.Silence;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Which of the box's parts have stood still for longer than they may. A part that works badly is [Health]'s matter;
/// here are those that a new process would cure. Parts are added before the first look; one thread looks.
public final class Vitals {
    private final List<Part> parts = new ArrayList<>();
    private final List<Pulse> pulses = new ArrayList<>();
    private final Time time;
    private long lookedNs;

    private record Part(String name, LongSupplier aliveNs, long limitNs, Silence silence) {}

    public Vitals(Time time) {
        this.time = time;
        this.lookedNs = time.nowNs();
    }

    /// Adds a part.
    ///
    /// @param aliveNs when it last went round, in monotonic time; [Silence#NONE] while it cannot hang. Answers
    ///     at once
    /// @param limit how long it may stand still
    public void add(String name, LongSupplier aliveNs, Duration limit) {
        parts.add(new Part(name, aliveNs, limit.toNanos(), new Silence()));
    }

    /// Adds a part that goes round only when it is tried: `attempt` is run by a thread of its own at each look, unless
    /// the last one is still under way. Whatever it throws shows that it does not hang.
    public void tries(String name, Runnable attempt, Duration limit) {
        var pulse = new Pulse("alive-" + name, attempt, time);
        pulses.add(pulse);
        add(name, pulse::begunNs, limit);
    }

    /// One look. Returns which part hangs, in a sentence; null when none does.
    ///
    /// @param mostNs what a look counts for at most, however late it comes
    public @Nullable String look(long mostNs) {
        long nowNs = time.nowNs();
        long passedNs = Math.min(nowNs - lookedNs, mostNs);
        lookedNs = nowNs;
        String first = null;
        for (Part part : parts) {
            long silentNs = part.silence.look(part.aliveNs.getAsLong(), passedNs);
            if (silentNs < part.limitNs || first != null) continue;
            first = part.name + " has not gone round for " + TimeUnit.NANOSECONDS.toSeconds(silentNs) + " s";
        }
        for (Pulse pulse : pulses) pulse.beat();
        return first;
    }
}
