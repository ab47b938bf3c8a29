package dev.lintel.controller.board;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the kernel tells of this process. Reads a small file of its memory: never waits for a disk. Any thread.
///
/// @param status `/proc/self/status`, or a test's copy
public record ProcessFacts(Path status) {
    private static final long KIB = 1L << 10;

    /// Of this process. Elsewhere than on Linux it is not there.
    public static ProcessFacts own() {
        return new ProcessFacts(Path.of("/proc/self/status"));
    }

    public boolean areThere() {
        return Files.isReadable(status);
    }

    /// Memory that is in use of what the machine has. Not from `statm`, whose pages are 4 KiB on one board and 16 KiB
    /// on the next.
    public long residentBytes() {
        return number("VmRSS:") * KIB;
    }

    /// All of them: the JVM's own, too.
    public long threads() {
        return number("Threads:");
    }

    /// Throws `UncheckedIOException` or `IllegalStateException` when it is not there.
    private long number(String name) {
        try {
            for (String line : Files.readAllLines(status)) {
                if (!line.startsWith(name)) continue;
                return Long.parseLong(
                        line.substring(name.length()).replace("kB", "").strip());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException(status + " has no " + name);
    }
}
