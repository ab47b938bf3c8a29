package dev.lintel.controller;

import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.SqliteEventLog;
import dev.lintel.controller.system.SystemFolders;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.ClockWatch;
import dev.lintel.controller.time.SetTime;
import dev.lintel.reader.linux.KernelClock;
import dev.lintel.reader.linux.LinuxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The box's wall clock: watched, told of in events and in /health. Any thread.
final class BoxClock {
    /// No clock that is right shows less.
    static final Instant BUILT = ClockWatch.BUILT;

    /// systemd's own time service leaves it once it has set the clock, and it stays until the box is switched off.
    private static final String SET_BY_SYSTEMD = "run/systemd/timesync/synchronized";

    /// What a quartz drifts in an hour, and a hub's own time service may step.
    private static final long DRIFT_MS = 500;

    private final ClockWatch watch;
    private final SqliteEventLog log;
    private final SetTime time;
    private final AtomicReference<ClockTrust> before = new AtomicReference<>(ClockTrust.TRUSTED);

    private BoxClock(ClockWatch watch, SqliteEventLog log, SetTime time) {
        this.watch = watch;
        this.log = log;
        this.time = time;
    }

    /// Simulated hardware has a clock that is right until it is told otherwise.
    ///
    /// @param isSet as [#isSet]; may read files
    static BoxClock of(ControllerConfig config, SqliteEventLog log, SetTime time, BooleanSupplier isSet) {
        var watch = new ClockWatch(time, new ClockWatch.Sources(BUILT, log::newestMs, isSet, config.rtc()));
        var clock = new BoxClock(watch, log, time);
        if (config.hardware() == HardwareKind.SIMULATED) watch.tell(ClockTrust.TRUSTED);
        else clock.look();
        return clock;
    }

    /// The hub that this box follows says that it is `hubMs` (Unix milliseconds), give or take `errorMs`. That
    /// moves a clock that is held or wrong, and one that was moved so before; any other is left alone.
    void heardFromHub(long hubMs, long errorMs) {
        boolean behind = watch.read().trust() != ClockTrust.TRUSTED;
        if (!behind && !watch.isByHub()) return;
        if (hubMs < BUILT.toEpochMilli()) return; // its own clock is wrong
        if (behind || Math.abs(time.nowMs() - hubMs) > errorMs + DRIFT_MS) time.set(hubMs);
        watch.setByHub();
        if (behind) look();
    }

    ClockReading read() {
        return watch.read();
    }

    /// Takes the clock for this from now on.
    void tell(ClockTrust trust) {
        time.reset();
        watch.tell(trust);
        look();
    }

    /// Asks the system, tells the log of a change, and returns what is wrong in a sentence, or null.
    @Nullable
    String look() {
        watch.look();
        if (watch.isSet() && time.offsetMs() != 0) time.reset(); // the machine's own clock is right by now
        ClockTrust now = watch.read().trust();
        ClockTrust was = before.getAndSet(now);
        if (was != now) {
            log.append(new EventDraft(
                    EventKind.CLOCK_STATE_CHANGED,
                    time.nowMs(),
                    time.nowNs(),
                    Subject.NOBODY,
                    watch.isByHub()
                            ? Map.of("clock", word(now), "before", word(was), "set_by", "hub")
                            : Map.of("clock", word(now), "before", word(was))));
        }
        return fault();
    }

    /// For /health: from memory.
    @Nullable
    String fault() {
        return switch (watch.read().trust()) {
            case TRUSTED -> null;
            case HELD -> "restored after the box was off, and nothing has confirmed it: no time service, no battery";
            case WRONG -> "wrong: earlier than the newest event or than this program; set it or bring a time service";
        };
    }

    private static String word(ClockTrust trust) {
        return trust.name().toLowerCase(Locale.ROOT);
    }

    /// Whether this machine's clock was set since it was switched on, by a time service or by a person.
    static boolean isSet() {
        return isSet(Path.of("/"), BoxClock::synchronised);
    }

    /// What was said of that in the machine's files, which outlive this process but no restart of the machine, or by
    /// the kernel, which knows of any time service that keeps its clock in step now.
    static boolean isSet(Path root, BooleanSupplier kernel) {
        if (Files.exists(root.resolve(SET_BY_SYSTEMD)) || Files.exists(SystemFolders.clockSet(root))) return true;
        return kernel.getAsBoolean();
    }

    private static boolean synchronised() {
        try {
            return KernelClock.synchronised();
        } catch (LinuxException e) { // a container that may not ask: then nothing is known
            return false;
        }
    }
}
