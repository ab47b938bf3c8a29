package dev.lintel.tools.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How long each test class took when it last ran whole: the pool begins with the slowest.
final class TestTimes {
    private final Path file;
    private final Map<String, Long> times = new TreeMap<>();

    private TestTimes(Path file) {
        this.file = file;
    }

    static TestTimes read(Path root) {
        var read = new TestTimes(root.resolve("target/loop/times.tsv"));
        try {
            if (!Files.exists(read.file)) return read;
            for (String line : Files.readAllLines(read.file)) {
                String[] fields = line.split("\t", -1);
                if (fields.length >= 2 && fields[1].matches("[0-9]{1,9}"))
                    read.times.put(fields[0], Long.valueOf(fields[1]));
            }
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Milliseconds by full class name.
    Map<String, Long> ofClasses() {
        return times;
    }

    void write(List<TestResult> results) {
        for (TestResult result : results) {
            if (result.job().method().isEmpty()) times.put(result.job().className(), result.durationMs());
        }
        var lines = new ArrayList<String>();
        times.forEach((name, ms) -> lines.add(name + "\t" + ms));
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
