package dev.lintel.controller;

import dev.lintel.controller.config.RunException;
import dev.lintel.controller.health.ServiceManager;
import dev.lintel.controller.log.FatalErrors;
import dev.lintel.controller.log.JavaLogging;
import dev.lintel.controller.log.Printable;
import dev.lintel.controller.reset.Erasing;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/// `lintel run`: arguments, signals and exit codes. Main thread.
public final class Main {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private Main() {}

    /// `arguments` are what follows `run`.
    public static void main(String[] arguments) {
        int code = FAILED;
        try {
            code = run(arguments);
        } catch (RuntimeException
                | Error e) { // a fault of ours, or no memory: other threads must not keep us half alive
            report("lintel: " + e, e);
        }
        System.exit(code);
    }

    /// Runs until the process is told to end; returns the exit code.
    public static int run(String... arguments) {
        JavaLogging.install();
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        switch (RunOptions.parse(Arrays.asList(arguments))) {
            case RunOptions.Parsed.Help _ -> {
                out.print(RunOptions.HELP);
                return DONE;
            }
            case RunOptions.Parsed.Mistake mistake -> {
                System.err.println(Printable.of("lintel run: " + mistake.sentence()));
                System.err.println("Try 'lintel run --help'.");
                return MISUSED;
            }
            case RunOptions.Parsed.Run run -> {
                return run(run.options(), out);
            }
        }
    }

    /// Why the main thread wakes.
    private enum Wake {
        ENDED,
        BROKEN,
        /// A hub has given the box other doors, somebody wired it otherwise, or its database is damaged.
        AGAIN
    }

    /// What the process has, whichever box it runs.
    private record Around(Time time, ServiceManager manager, BlockingQueue<Wake> wakes, LastWords lastWords) {}

    private static int run(RunOptions options, PrintStream out) {
        // A handshake costs the box more than its client: one for each connection. The JDK reads this once.
        System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
        Time time = new SystemTime();
        var wakes = new LinkedBlockingQueue<Wake>();
        var stopped = new CountDownLatch(1);
        var lastWords = new LastWords(() -> wakes.add(Wake.BROKEN));
        Thread.setDefaultUncaughtExceptionHandler(lastWords);
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(() -> {
                    wakes.add(Wake.ENDED);
                    awaitQuietly(stopped);
                }));
        try {
            return run(options, time, wakes, lastWords, out);
        } catch (RuntimeException | Error e) { // also one that came of reporting the first
            if (FatalErrors.isCausedByFatal(e)) throw lastWords.end(); // no memory for a start, or for an end
            throw e;
        } finally {
            stopped.countDown();
        }
    }

    private static int run(
            RunOptions options, Time time, BlockingQueue<Wake> wakes, LastWords lastWords, PrintStream out) {
        try (var manager = ServiceManager.of(System.getenv())) {
            return run(options, new Around(time, manager, wakes, lastWords), out);
        } catch (RunException e) {
            if (FatalErrors.isCausedByFatal(e)) throw lastWords.end();
            for (String line : e.lines()) System.err.println(Printable.of("lintel: " + line));
            if (debug()) Printable.trace(e).forEach(System.err::println);
            return FAILED;
        }
    }

    /// One box after the other, until one ends for another reason than that its doors have changed or its
    /// database is damaged. Where new wiring is none to start with, the one before is: a door must not stay
    /// without a box for a slip in a form.
    private static int run(RunOptions options, Around around, PrintStream out) {
        RunOptions now = options;
        boolean ranBefore = false;
        var before = Predecessor.NONE;
        while (true) {
            try (Lintel lintel = start(now, ranBefore, around, before)) {
                around.manager.watch(lintel.vitals(), lintel::report);
                worked(System.getenv("LINTEL_STARTING"));
                lintel.welcome(out);
                // A service may write to a screen, but hears no keyboard.
                if (!around.manager.isThere()) out.println("Stop with Ctrl-C.");
                Wake wake = take(around.wakes);
                if (wake != Wake.BROKEN) lintel.ends(wake == Wake.AGAIN);
                if (wake != Wake.AGAIN) {
                    around.manager.ending();
                    return wake == Wake.BROKEN ? FAILED : DONE;
                }
                around.manager.pause();
                boolean reset = Erasing.of(now.data()).isMarked();
                before = lintel.handOver(reset);
                ranBefore = !before.damaged();
                out.println(why(reset, before.damaged()));
                now = reset ? options : lintel.next(now);
            }
            while (around.wakes.remove(Wake.AGAIN)) {} // it asked until it was closed
        }
    }

    private static String why(boolean reset, boolean damaged) {
        if (reset) return "This box was reset: Lintel begins anew, and knows nothing.";
        if (damaged) return "The database of this box is damaged: Lintel begins anew from another one.";
        return "The doors or the database of this box have changed: Lintel restarts.";
    }

    /// Throws [RunException]. `ranBefore`: a box has just run in this process, on a database that was whole, so that
    /// only its wiring can be at fault.
    private static Lintel start(RunOptions options, boolean ranBefore, Around around, Predecessor before) {
        Surroundings surroundings = Surroundings.ofProcess();
        BoxCommissioning.beforeStart(options, surroundings);
        var process = new Lintel.HostProcess(() -> around.wakes.add(Wake.AGAIN), around.lastWords::of);
        try {
            return Lintel.start(options, surroundings, around.time, process, before);
        } catch (RunException e) {
            String why = String.join("; ", e.lines());
            boolean ofWiring = ranBefore || e.isOfWiring();
            if (!ofWiring) BoxCommissioning.notOfWiring(options);
            if (!ofWiring || !BoxCommissioning.wentBack(options, surroundings, why)) throw e;
            System.err.println(Printable.of("lintel: the new wiring is not kept: " + why));
            return Lintel.start(options, surroundings, around.time, process, before);
        }
    }

    /// An installed launcher's mark of a start that is under way: where it stays, the next start does without the
    /// start-up cache.
    private static void worked(@Nullable String mark) {
        if (mark == null) return;
        try {
            Files.deleteIfExists(Path.of(mark));
        } catch (IOException e) {
            System.err.println(Printable.of("lintel: " + mark + " cannot be removed: " + e));
        }
    }

    private static Wake take(BlockingQueue<Wake> wakes) {
        try {
            return wakes.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts the main thread but a debugger: end orderly
            return Wake.ENDED;
        }
    }

    /// Says that a thread has ended.
    static void tellEnd(Thread thread, Throwable fault) {
        report("lintel: thread " + thread.getName() + " ended: " + fault, fault);
    }

    /// What an exception says may quote the network.
    private static void report(String line, Throwable fault) {
        System.err.println(Printable.of(line));
        if (debug()) Printable.trace(fault).forEach(System.err::println);
    }

    private static boolean debug() {
        return "debug".equalsIgnoreCase(System.getenv("LINTEL_LOG"));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts the main thread but a debugger: end orderly
        }
    }
}
