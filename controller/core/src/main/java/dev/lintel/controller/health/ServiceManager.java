package dev.lintel.controller.health;

import dev.lintel.reader.linux.LinuxException;
import dev.lintel.reader.linux.NotifySocket;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Tells the service manager that started the process (systemd, `Type=notify`) how it is, on a thread of its own.
///
/// ```
///   start .. doors work, HTTPS answers --> READY=1
///   each third of the watchdog's time  --> STATUS=what /health says, and WATCHDOG=1 unless a part hangs
///   told to end                        --> STOPPING=1
/// ```
///
/// While a part hangs the watchdog hears nothing, and systemd ends the process and starts a new one. Doors that hang
/// are let go of long before, by [dev.lintel.controller.door.Watchdog].
public final class ServiceManager implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ServiceManager.class.getName());
    /// How often the status is told where no watchdog listens.
    private static final Duration STATUS_EVERY = Duration.ofSeconds(20);
    /// Of the watchdog's time, so that one telling may be late, and another one lost.
    private static final int TELLINGS = 3;
    /// Drivers that open their ports in turn take minutes at worst.
    private static final Duration CHANGE_MAX = Duration.ofMinutes(3);
    /// `systemctl status` shows a line.
    private static final int STATUS_CHARS_MAX = 200;

    private final @Nullable Line line;
    private final boolean isWatched;
    private final Duration every;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable Watched watched;
    private final AtomicLong beatsLeft = new AtomicLong(); // while there is none
    private boolean started; // the main thread only
    private boolean ready; // from here on the thread's, or a test's
    private @Nullable String hung;
    private boolean unheard;

    /// Where tellings go: lines of `NAME=value`. Returns whether they were taken; throws [LinuxException] where nobody
    /// takes any.
    @FunctionalInterface
    interface Line {
        boolean tell(String lines);
    }

    private record Watched(Vitals vitals, Supplier<Health.Report> report) {}

    /// `line`: null where nobody is told; `watchdog`: after which silence the manager ends the process, zero where it
    /// never does.
    ServiceManager(@Nullable Line line, Duration watchdog) {
        this.line = line;
        this.isWatched = !watchdog.isZero();
        this.every = isWatched ? watchdog.dividedBy(TELLINGS) : STATUS_EVERY;
    }

    /// The manager that these variables name; one that is told nothing where they name none. What cannot be read of
    /// them is logged and taken as not there.
    public static ServiceManager of(Map<String, String> environment) {
        try {
            NotifySocket socket = NotifySocket.of(environment.get("NOTIFY_SOCKET"));
            if (socket != null) return new ServiceManager(socket::tell, watchdog(environment));
        } catch (IllegalArgumentException e) {
            LOG.log(Level.WARNING, "the service manager is told nothing: " + e.getMessage());
        }
        return new ServiceManager(null, Duration.ZERO);
    }

    /// Whether one was named that can be told.
    public boolean isThere() {
        return line != null;
    }

    private static Duration watchdog(Map<String, String> environment) {
        String micros = environment.get("WATCHDOG_USEC");
        if (micros == null) return Duration.ZERO;
        String pid = environment.get("WATCHDOG_PID");
        if (pid != null && !pid.equals(Long.toString(ProcessHandle.current().pid()))) return Duration.ZERO; // another's
        try {
            long us = Long.parseLong(micros);
            if (us > 0) return Duration.ofNanos(Math.multiplyExact(us, TimeUnit.MICROSECONDS.toNanos(1)));
        } catch (NumberFormatException | ArithmeticException e) {
            LOG.log(Level.DEBUG, "WATCHDOG_USEC", e);
        }
        throw new IllegalArgumentException("WATCHDOG_USEC: " + micros + " is no time in microseconds");
    }

    /// A box works: the manager hears so, and how it is from now on. One that began anew takes the place of the one
    /// before. Main thread.
    public void watch(Vitals vitals, Supplier<Health.Report> report) {
        watchUnstarted(vitals, report);
        if (started || line == null) return;
        started = true;
        Thread.ofPlatform().name("service-manager").daemon(true).start(this::run);
    }

    /// The same without the thread: a test beats.
    void watchUnstarted(Vitals vitals, Supplier<Health.Report> report) {
        watched = new Watched(vitals, report);
    }

    /// How often the manager is told.
    long everyMs() {
        return every.toMillis();
    }

    /// The box ends, and another one comes in its place in the same process: nothing is asked of it meanwhile, and the
    /// manager waits for as long as a change may take.
    public void pause() {
        watched = null;
        beatsLeft.set(Math.ceilDiv(CHANGE_MAX.toNanos(), every.toNanos()));
    }

    /// The process ends. Any thread.
    public void ending() {
        close();
        tell("STOPPING=1\n");
    }

    @Override
    public void close() {
        watched = null;
        closed.countDown();
    }

    private void run() {
        try {
            do {
                beat();
            } while (!closed.await(every.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts it but a debugger
        }
    }

    /// One telling. The thread's, or a test's.
    void beat() {
        Watched now = watched;
        if (now == null) {
            if (isWatched && beatsLeft.getAndDecrement() > 0) tell("WATCHDOG=1\n");
            return;
        }
        String hangs = now.vitals.look(2 * every.toNanos());
        if (hangs != null && !hangs.equals(hung)) {
            LOG.log(Level.ERROR, hangs + (isWatched ? ": the service manager is to start a new process" : ""));
        }
        hung = hangs;
        var lines = new StringBuilder();
        if (!ready) lines.append("READY=1\n");
        if (isWatched && hangs == null) lines.append("WATCHDOG=1\n");
        lines.append("STATUS=").append(status(hangs, now.report)).append('\n');
        if (tell(lines.toString())) ready = true;
    }

    private static String status(@Nullable String hangs, Supplier<Health.Report> report) {
        String status = hangs == null ? health(report) : hangs;
        String line = status.replaceAll("\\p{Cntrl}", " ");
        return line.length() <= STATUS_CHARS_MAX ? line : line.substring(0, STATUS_CHARS_MAX) + "…";
    }

    /// A probe that breaks costs its line, and no door: what hangs is told by others.
    private static String health(Supplier<Health.Report> asked) {
        try {
            Health.Report report = asked.get();
            String word = report.status().word();
            return report.reasons().isEmpty() ? word : word + ": " + String.join("; ", report.reasons());
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "how the box is cannot be said", e);
            return "how it is cannot be said: " + e.getClass().getSimpleName();
        }
    }

    private boolean tell(String lines) {
        if (line == null) return false;
        try {
            boolean taken = line.tell(lines);
            unheard = false;
            return taken;
        } catch (LinuxException e) {
            if (!unheard) LOG.log(Level.WARNING, "the service manager cannot be told: " + e.getMessage());
            unheard = true;
            return false;
        }
    }
}
