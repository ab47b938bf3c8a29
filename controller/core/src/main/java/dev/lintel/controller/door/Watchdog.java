package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Silence;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Looks whether the door lane and the inputs' thread still go round, and acts when one hangs: in a driver, a
/// lock, a pipe that nobody reads. Its own daemon thread, which touches no line, no log and no lock of theirs
/// itself: it sets flags and starts threads that may hang in its place.
///
/// ```
///   lane silent    0 ............ 5 s .......................... 30 s
///                  nothing        locks at rest, DOORS_HUNG      told once more, then halt(3)
///                                 goes round again: begins anew, DOORS_GO_ON
///   lane ended     as a lane that is silent, but a fault at once
///   inputs silent  0 ............ 10 s: locks at rest, DOORS_HUNG, then halt(3)
/// ```
///
/// At rest a lock is as without current, but for fire and exits: see [Strike#leave]. Time that the watchdog
/// itself did not run (a suspended machine, a debugger) accuses nobody.
public final class Watchdog implements AutoCloseable {
    /// How the process ends when it hangs: neither a refused start (1) nor a wrong command line (2).
    public static final int EXIT_CODE = 3;

    private static final Logger LOG = System.getLogger(Watchdog.class.getName());
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);
    /// What one look may count for at most, however late it comes.
    private static final long LOOK_NS_MAX = 2 * LOOK_NS;
    /// For the last words: the disk takes an event within 10 ms, or is what hangs.
    private static final long TELL_NS_MAX = TimeUnit.SECONDS.toNanos(2);

    private final Parts parts;
    private final Limits limits;
    private final Time time;
    private final Silence lane;
    private final Silence inputs;
    private final Map<Unattended, Thread> guards = new HashMap<>(); // the watchdog's thread only
    private final CountDownLatch closed = new CountDownLatch(1);
    private long lookedNs;
    private boolean left;
    private volatile boolean ending;
    private volatile @Nullable String fault;

    /// What is watched, and what the end is told to.
    ///
    /// @param inputsAliveNs when the inputs' thread last went round; [Silence#NONE] where none can hang
    /// @param halt ends the process at once, without hooks, for those may wait for what hangs
    public record Parts(DoorLane lane, Doors doors, LongSupplier inputsAliveNs, EventLog log, IntConsumer halt) {}

    /// How long is too long.
    ///
    /// @param laneRestNs locks rest then
    /// @param laneEndNs the process ends then
    /// @param inputsEndNs the process ends then
    public record Limits(long laneRestNs, long laneEndNs, long inputsEndNs) {
        /// The lane goes round each second: five missed are no busy board and no pause of the JVM, and
        /// nobody waits longer at a door. A driver's own time-outs are over within 30 s; then a new process,
        /// which is there in seconds, knows more. The thread of the inputs goes round twenty times a second,
        /// and while it hangs no exit releases anything: sooner.
        public static final Limits USUAL =
                new Limits(TimeUnit.SECONDS.toNanos(5), TimeUnit.SECONDS.toNanos(30), TimeUnit.SECONDS.toNanos(10));
    }

    /// Watches nothing before [#start], but by [#look].
    public Watchdog(Parts parts, Limits limits, Time time) {
        this.parts = parts;
        this.limits = limits;
        this.time = time;
        this.lane = new Silence();
        this.inputs = new Silence();
        this.lookedNs = time.nowNs();
    }

    /// Starts the thread.
    public Watchdog start() {
        Thread.ofPlatform().name("watchdog").daemon(true).start(this::watch);
        return this;
    }

    /// In a sentence, while something hangs. For /health; any thread.
    public @Nullable String fault() {
        return parts.lane.hasFailed() ? "the doors' thread has ended" : fault;
    }

    /// Watches no more. To be closed after the lane: an end that hangs is a hang like any other.
    @Override
    public void close() {
        closed.countDown();
    }

    private void watch() {
        try {
            while (!ending && !closed.await(LOOK_NS, TimeUnit.NANOSECONDS)) look();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts it but a debugger
        } catch (OutOfMemoryError e) { // no thread is to be had that could put a lock at rest
            parts.halt.accept(EXIT_CODE);
        }
    }

    /// One look. The watchdog's thread, or a test's.
    void look() {
        long nowNs = time.nowNs();
        long passedNs = Math.min(nowNs - lookedNs, LOOK_NS_MAX);
        lookedNs = nowNs;
        if (parts.lane.ended()) return;
        lane.look(parts.lane.aliveNs(), passedNs);
        long inputsNs = parts.inputsAliveNs.getAsLong();
        inputs.look(inputsNs, passedNs);
        if (inputs.silentNs() >= limits.inputsEndNs) {
            end("the inputs' thread hangs", inputs.silentNs());
        } else if (lane.silentNs() >= limits.laneEndNs) {
            end("the doors' thread hangs", lane.silentNs());
        } else if (lane.silentNs() >= limits.laneRestNs) {
            if (!left) leave();
            guard();
        } else if (left && !parts.lane.left()) {
            goOn();
        }
    }

    private void leave() {
        left = true;
        fault = "the doors' thread hangs; locks are at rest, exits and fire release them";
        parts.doors.leave();
        parts.lane.leave(); // last: the lane attends to what has been left
        Map<String, Object> facts = Map.of("silent_ms", TimeUnit.NANOSECONDS.toMillis(lane.silentNs()));
        tell(Level.ERROR, String.valueOf(fault), EventKind.DOORS_HUNG, facts);
    }

    private void goOn() {
        left = false;
        fault = null;
        tell(Level.WARNING, "the doors' thread goes on; the doors begin anew", EventKind.DOORS_GO_ON, Map.of());
    }

    /// Last words and the locks get a bounded time, for whatever hangs may hang them, too.
    private void end(String what, long silentNs) {
        ending = true;
        fault = what;
        try {
            parts.doors.leave();
            guard();
            Map<String, Object> facts =
                    Map.of("silent_ms", TimeUnit.NANOSECONDS.toMillis(silentNs), "what", what, "exit", EXIT_CODE);
            CountDownLatch told =
                    tell(Level.ERROR, what + "; the process ends for a new one", EventKind.DOORS_HUNG, facts);
            told.await(TELL_NS_MAX, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the end comes sooner
        } finally {
            parts.halt.accept(EXIT_CODE);
        }
    }

    /// A thread for each lock: a line that blocks must not hold up the others.
    private void guard() {
        for (Unattended lock : parts.doors.unattended()) {
            Thread guard = guards.get(lock);
            if (guard != null && guard.isAlive()) continue;
            guards.put(
                    lock, Thread.ofPlatform().name("watchdog-lock").daemon(true).start(() -> guard(lock)));
        }
    }

    private void guard(Unattended lock) {
        try {
            settle(lock);
            // By a thread of its own: a reader's driver may hang, too.
            Thread.ofPlatform().name("watchdog-reader").daemon(true).start(() -> show(lock));
            do {
                settle(lock);
            } while (parts.lane.left() && !closed.await(LOOK_NS, TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts it but a debugger
        }
    }

    private void show(Unattended lock) {
        lock.show();
        if (!ending && !parts.lane.left()) parts.lane.leave(); // it is back already: it is to show what stands
    }

    private void settle(Unattended lock) {
        try {
            lock.settle(time.nowNs());
        } catch (RuntimeException e) { // a line that cannot be driven or read: tried again at the next look
            LOG.log(Level.ERROR, "a lock cannot be put at rest", e);
        }
    }

    /// Told by a thread of its own: the log's pipe or the store may be what hangs. Returns what is counted down once
    /// both have it.
    private CountDownLatch tell(Level level, String sentence, EventKind kind, Map<String, Object> facts) {
        var told = new CountDownLatch(2);
        var draft = new EventDraft(kind, time.nowMs(), time.nowNs(), Subject.NOBODY, facts);
        Thread.ofPlatform()
                .name("watchdog-event")
                .daemon(true)
                .start(() -> parts.log.append(draft, _ -> told.countDown()));
        Thread.ofPlatform().name("watchdog-log").daemon(true).start(() -> {
            LOG.log(level, sentence);
            told.countDown();
        });
        return told;
    }
}
