package dev.lintel.controller.board;

import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.SqliteEventLog;
import dev.lintel.controller.system.Machine;
import dev.lintel.controller.system.SystemFolders;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.ClockWatch;
import dev.lintel.controller.time.SetTime;
import dev.lintel.controller.time.WrongTime;
import dev.lintel.controller.time.WrongTime.Seen;
import dev.lintel.controller.time.WrongTime.Word;
import dev.lintel.reader.linux.KernelClock;
import dev.lintel.reader.linux.LinuxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The box's wall clock: watched, told of in events and in /health. Any thread; `this` guards what the last look saw.
public final class BoxClock {
    /// No clock that is right shows less.
    public static final Instant BUILT = ClockWatch.BUILT;

    /// systemd's own time service leaves it once it has set the clock, and it stays until the box is switched off.
    private static final String SET_BY_SYSTEMD = "run/systemd/timesync/synchronized";

    /// What a quartz drifts in an hour, and a hub's own time service may step.
    private static final long DRIFT_MS = 500;

    private final ClockWatch watch;
    private final SqliteEventLog log;
    private final SetTime time;
    private final Supplier<@Nullable Word> byHand;
    private final WrongTime wrongTime = new WrongTime();
    private ClockTrust before = ClockTrust.TRUSTED;

    /// What the machine says of its clock. May read files.
    ///
    /// @param isSet as [#isSet]
    /// @param byHand what a person has set it to last since it was switched on; null: nobody has
    public record Machine(BooleanSupplier isSet, Supplier<@Nullable Word> byHand) {
        public static final Machine THIS = new Machine(BoxClock::isSet, () -> BoxClock.byHand(Path.of("/")));
    }

    private BoxClock(ClockWatch watch, SqliteEventLog log, SetTime time, Supplier<@Nullable Word> byHand) {
        this.watch = watch;
        this.log = log;
        this.time = time;
        this.byHand = byHand;
    }

    /// Simulated hardware has a clock that is right until it is told otherwise.
    public static BoxClock of(ControllerConfig config, SqliteEventLog log, SetTime time, Machine machine) {
        var watch = new ClockWatch(time, new ClockWatch.Sources(BUILT, log::newestMs, machine.isSet, config.rtc()));
        var clock = new BoxClock(watch, log, time, machine.byHand);
        if (config.hardware() == HardwareKind.SIMULATED) watch.tell(ClockTrust.TRUSTED);
        else clock.look();
        return clock;
    }

    /// The hub that this box follows says that it is `hubMs` (Unix milliseconds), give or take `errorMs`. That
    /// moves a clock that is held or wrong, and one that was moved so before; any other is left alone.
    ///
    /// Synchronized, as `tell` and `look` are: each change of trust is in the log before the next one.
    public synchronized void heardFromHub(long hubMs, long errorMs) {
        boolean behind = watch.read().trust() != ClockTrust.TRUSTED;
        if (!behind && !watch.isByHub()) return;
        if (hubMs < BUILT.toEpochMilli()) return; // its own clock is wrong
        if (behind || Math.abs(time.nowMs() - hubMs) > errorMs + DRIFT_MS) time.set(hubMs);
        watch.setByHub();
        if (behind) look();
    }

    public ClockReading read() {
        return watch.read();
    }

    /// Takes the clock for this from now on.
    public synchronized void tell(ClockTrust trust) {
        time.reset();
        watch.tell(trust);
        look();
    }

    /// Asks the system, tells the log of a change and of a wrong time's end, and returns what is wrong in a
    /// sentence, or null.
    @Nullable
    public synchronized String look() {
        watch.look();
        if (watch.isSet() && time.offsetMs() != 0) time.reset(); // the machine's own clock is right by now
        ClockReading now = watch.read();
        boolean over = isWrongTimeOver(now);
        ClockTrust was = before;
        before = now.trust();
        if (was == now.trust() && !over) return fault();
        var told = new LinkedHashMap<String, Object>();
        told.put("clock", word(now.trust()));
        told.put("before", word(was));
        if (watch.isByHub()) told.put("set_by", "hub");
        if (over) told.put(SqliteEventLog.WRONG_UNTIL, now.newest().toString());
        var draft = new EventDraft(EventKind.CLOCK_STATE_CHANGED, time.nowMs(), time.nowNs(), Subject.NOBODY, told);
        if (over) log.beginTime(draft);
        else log.append(draft);
        return fault();
    }

    private boolean isWrongTimeOver(ClockReading now) {
        // By its battery alone it is trusted where nothing is ahead of it: that a time service steps it then is seen
        // too.
        if (now.trust() == ClockTrust.TRUSTED) {
            var seen = new Seen(
                    now.now().toEpochMilli(), time.nowNs(), now.newest().toEpochMilli());
            return wrongTime.isOver(seen, byHand);
        }
        wrongTime.unbelieved();
        return false;
    }

    /// For /health: from memory.
    public @Nullable String fault() {
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

    /// What a person has set that machine's clock to last since it was switched on; null: nobody has.
    static @Nullable Word byHand(Path root) {
        try {
            return Word.parse(Files.readString(SystemFolders.clockSet(root)));
        } catch (IOException e) { // usually there is no such file
            return null;
        }
    }

    private static boolean synchronised() {
        try {
            return KernelClock.synchronised();
        } catch (LinuxException e) { // a container that may not ask: then nothing is known
            return false;
        }
    }
}
