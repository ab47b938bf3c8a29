package dev.lintel.controller;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Whether this process was started from a start-up cache, by what the kernel has mapped for it.
final class StartCache {
    private StartCache() {}

    /// In words; null where no launcher named one.
    ///
    /// @param maps `/proc/self/maps`, or a test's copy
    static @Nullable String found(Path maps, @Nullable String home) {
        if (home == null) return null;
        try {
            for (String line : Files.readAllLines(maps)) {
                if (line.endsWith(".aot")) return "used: " + line.substring(line.indexOf('/'));
            }
            return "not used: the next starts take longer until it is made anew";
        } catch (IOException e) { // no Linux
            return null;
        }
    }
}
