package dev.lintel.reader.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The kept inputs on disk: a folder a target, a file an input, named by what is in it.
final class Corpus {
    static final Path FOLDER = Path.of("src", "test", "resources", "fuzz");

    private Corpus() {}

    static Path folder(FuzzTarget target) {
        return FOLDER.resolve(target.word());
    }

    static List<Path> inputs(FuzzTarget target) throws IOException {
        return list(folder(target)).filter(Files::isRegularFile).toList();
    }

    static List<String> folders() throws IOException {
        return list(FOLDER)
                .filter(Files::isDirectory)
                .map(folder -> folder.getFileName().toString())
                .toList();
    }

    private static Stream<Path> list(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList().stream();
        }
    }
}
