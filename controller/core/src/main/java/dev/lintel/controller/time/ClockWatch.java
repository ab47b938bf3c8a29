package dev.lintel.controller.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// How far the wall clock is to be believed. Any thread; [#read] reads no file and waits for nothing.
///
/// ```
///   start --> set once since the machine was switched on,
///             by a time service or a person?             --yes--> TRUSTED, until it is switched off
///               no: earlier than this program or the newest event? --yes--> WRONG
///                     no: kept by a battery? --yes--> TRUSTED
///                           no --> HELD: restored by the system, behind by as long as the box was off
///   WRONG or HELD --> a hub that this box follows says what time it is --> TRUSTED
/// ```
///
/// Earlier than this program is wrong in any case. Once set a clock drifts by seconds a day at most, so a
/// time service that is away later makes it no less trusted.
public final class ClockWatch {
    /// No clock that is right shows less: this version did not exist. Raised with each release.
    public static final Instant BUILT = Instant.parse("2026-11-01T00:00:00Z");

    /// Time services step a clock back a little; that says nothing.
    private static final Duration SLACK = Duration.ofSeconds(1);

    private final Time time;
    private final Sources sources;
    private final AtomicBoolean set = new AtomicBoolean();
    private final AtomicBoolean byHub = new AtomicBoolean();
    private final AtomicReference<@Nullable ClockTrust> told = new AtomicReference<>();

    /// What is known of the clock from elsewhere.
    ///
    /// @param built no clock that is right shows less
    /// @param newestEventMs when the newest event happened, milliseconds since 1970
    /// @param isSet whether the system says that the clock was set; may read a file
    /// @param battery whether a real-time clock kept it while the box was off
    public record Sources(Instant built, LongSupplier newestEventMs, BooleanSupplier isSet, boolean battery) {}

    public ClockWatch(Time time, Sources sources) {
        this.time = time;
        this.sources = sources;
    }

    /// Asks the system again. Not on a door's or a decision's thread.
    public void look() {
        if (!set.get() && sources.isSet.getAsBoolean()) set.set(true);
    }

    /// The clock is to be taken for this from now on, whatever else is known; null ends it. For simulated hardware.
    public void tell(@Nullable ClockTrust trust) {
        byHub.set(false);
        told.set(trust);
    }

    /// A hub has set the clock: it is to be believed from now on.
    public void setByHub() {
        told.set(null);
        byHub.set(true);
    }

    /// Whether a hub has, and neither time service nor person since.
    public boolean isByHub() {
        return byHub.get() && !set.get();
    }

    /// Whether the machine's clock was set since it was switched on.
    public boolean isSet() {
        return set.get();
    }

    public ClockReading read() {
        Instant now = time.now();
        Instant newest = Instant.ofEpochMilli(sources.newestEventMs.getAsLong());
        return new ClockReading(now, trust(now, newest), newest);
    }

    private ClockTrust trust(Instant now, Instant newest) {
        ClockTrust said = told.get();
        if (said != null) return said;
        if (now.isBefore(sources.built)) return ClockTrust.WRONG;
        if (set.get() || byHub.get()) return ClockTrust.TRUSTED;
        if (now.plus(SLACK).isBefore(newest)) return ClockTrust.WRONG;
        return sources.battery ? ClockTrust.TRUSTED : ClockTrust.HELD;
    }
}
