package dev.lintel.controller.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The file descriptors of this process: how many it may have, and how many it has open. Reads files of the kernel's
/// memory: never waits for a disk. Any thread.
///
/// @param proc `/proc/self`, or a test's copy
public record Descriptors(Path proc) {
    /// Where the kernel does not say how many there may be, nothing is bounded by it.
    private static final long UNBOUNDED = Integer.MAX_VALUE;

    /// From here on a box says that it has few left: what it opens for a moment still finds one.
    static final int LEFT_MIN = 48;

    private static final String LIMIT = "Max open files";

    public static Descriptors own() {
        return new Descriptors(Path.of("/proc/self"));
    }

    /// How many there may be: the soft limit, which the JVM has raised to the hard one at its start.
    public long max() {
        try {
            for (String line : Files.readAllLines(proc.resolve("limits"))) {
                if (!line.startsWith(LIMIT)) continue;
                String soft = line.substring(LIMIT.length()).strip().split("\\s+", 2)[0];
                return soft.equals("unlimited") ? UNBOUNDED : Math.min(Long.parseLong(soft), UNBOUNDED);
            }
        } catch (IOException | NumberFormatException e) {
            return UNBOUNDED;
        }
        return UNBOUNDED;
    }

    /// How many are open; -1 when that cannot be read, most likely because none is left to read it with.
    public long open() {
        try (Stream<Path> all = Files.list(proc.resolve("fd"))) {
            return all.count();
        } catch (IOException e) {
            return -1;
        }
    }

    /// A sentence when few are left, or the limit is too low for a box; else null.
    public @Nullable String fault() {
        long max = max();
        long open = open();
        if (open < 0) return "no file descriptor is left of " + max + ": raise the limit (LimitNOFILE, ulimit -n)";
        if (max < AcceptGate.DESCRIPTORS_MIN) {
            return "the limit of " + max + " file descriptors is too low, a box needs " + AcceptGate.DESCRIPTORS_MIN
                    + ": raise it (LimitNOFILE, ulimit -n)";
        }
        if (max - open >= LEFT_MIN) return null;
        return open + " of " + max + " file descriptors are in use: raise the limit (LimitNOFILE, ulimit -n)";
    }
}
