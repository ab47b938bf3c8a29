package dev.lintel.tools.pack;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.pack.Packages.Made;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The packages of what `./lintel test --slow` has built before the tests: made once, for all tests.
final class Packed {
    static final Sources SOURCES = Sources.at(Path.of("../.."), "0.1.0");
    private static final Path LOCK = Path.of("target", "packed.lock");
    private static @Nullable List<Made> made;

    private Packed() {}

    /// In a folder of their own, for both architectures.
    static synchronized List<Made> all() {
        List<Made> before = made;
        if (before != null) return before;
        // Test classes run in several processes, and packages are made in one place.
        try (var channel = FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            Path out = Files.createTempDirectory("lintel-packages");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> removeQuietly(out)));
            List<Made> fresh = new Packages(SOURCES, new SystemTime(), _ -> {}).make(out, List.of(Arch.values()));
            made = fresh;
            return fresh;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Made of(Arch arch) {
        return all().stream().filter(one -> one.arch() == arch).findFirst().orElseThrow();
    }

    private static void removeQuietly(Path folder) {
        try {
            Trees.remove(folder);
        } catch (IOException e) {
            System.err.println(folder + " is left: " + e);
        }
    }
}
