package dev.lintel.controller;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.time.Time;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

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
            System.err.println("lintel: " + e);
            if (debug()) e.printStackTrace();
        }
        System.exit(code);
    }

    /// Runs until the process is told to end; returns the exit code.
    public static int run(String... arguments) {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        switch (RunOptions.parse(Arrays.asList(arguments))) {
            case RunOptions.Parsed.Help _ -> {
                out.print(RunOptions.HELP);
                return DONE;
            }
            case RunOptions.Parsed.Mistake mistake -> {
                System.err.println("lintel run: " + mistake.sentence());
                System.err.println("Try 'lintel run --help'.");
                return MISUSED;
            }
            case RunOptions.Parsed.Run run -> {
                return run(run.options(), out);
            }
        }
    }

    private static int run(RunOptions options, PrintStream out) {
        Time time = new SystemTime();
        var ended = new CountDownLatch(1);
        var stopped = new CountDownLatch(1);
        var broken = new AtomicBoolean();
        Thread.setDefaultUncaughtExceptionHandler((thread, fault) -> {
            System.err.println("lintel: thread " + thread.getName() + " ended: " + fault);
            if (debug()) fault.printStackTrace();
            if (!isOurs(thread)) return;
            broken.set(true); // half a box must not go on: an orderly end, and whoever watches starts a whole one
            ended.countDown();
        });
        try (Lintel lintel = Lintel.start(options, Surroundings.ofProcess(), time)) {
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(() -> {
                        ended.countDown();
                        awaitQuietly(stopped);
                    }));
            lintel.welcome(out);
            awaitQuietly(ended);
            if (broken.get()) return FAILED;
        } catch (RunException e) {
            for (String line : e.lines()) System.err.println("lintel: " + line);
            if (debug()) e.printStackTrace();
            return FAILED;
        } finally {
            stopped.countDown();
        }
        return DONE;
    }

    /// Not a request's own thread, which only costs its client an answer, nor the web server's.
    private static boolean isOurs(Thread thread) {
        return !thread.isVirtual() && !thread.getName().startsWith("vert.x-");
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
