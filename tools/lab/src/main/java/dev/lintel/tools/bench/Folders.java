package dev.lintel.tools.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Folders that benches make and leave. Any thread.
final class Folders {
    private Folders() {}

    /// A new empty folder under `work`, which is made when it is not there.
    static Path fresh(Path work, String name) {
        try {
            Files.createDirectories(work);
            return Files.createTempDirectory(work, name + "-");
        } catch (IOException e) {
            throw new BenchException("no folder can be made in " + work, e);
        }
    }

    static void delete(Path folder) {
        try (Stream<Path> found = Files.walk(folder)) {
            List<Path> inner = found.sorted(Comparator.reverseOrder()).toList();
            for (Path path : inner) Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new BenchException(folder + " cannot be deleted", e);
        }
    }
}
