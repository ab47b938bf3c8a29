package dev.lintel.tools.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How long each test class took when it last ran whole: the pool begins with the slowest. A line of a file is the
/// class, its duration, and its processor time, both in ms.
///
/// `target/loop/times.tsv` has the classes that this checkout ran. `tools/loop/slow-classes.tsv` is for a checkout that
/// did not run them yet: the classes that took over 5 s in a whole run. From time to time it is made again:
///
/// ```
/// awk -F'\t' '$2 > 5000' target/loop/times.tsv >tools/loop/slow-classes.tsv
/// ```
final class TestTimes {
    static final String LISTED = "tools/loop/slow-classes.tsv";

    private record Took(long ms, long cpuMs) {}

    private final Path file;
    private final Map<String, Took> listed = new TreeMap<>();
    private final Map<String, Took> ran = new TreeMap<>();

    private TestTimes(Path file) {
        this.file = file;
    }

    static TestTimes read(Path root) {
        var read = new TestTimes(root.resolve("target/loop/times.tsv"));
        read.add(root.resolve(LISTED), read.listed);
        read.add(read.file, read.ran);
        return read;
    }

    private void add(Path source, Map<String, Took> times) {
        try {
            if (!Files.exists(source)) return;
            for (String line : Files.readAllLines(source)) {
                String[] fields = line.split("\t", -1);
                if (fields.length < 3 || !isMs(fields[1]) || !isMs(fields[2])) continue;
                times.put(fields[0], new Took(Long.parseLong(fields[1]), Long.parseLong(fields[2])));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isMs(String text) {
        return text.matches("[0-9]{1,9}");
    }

    /// Milliseconds by full class name.
    Map<String, Long> ofClasses() {
        var times = new TreeMap<String, Long>();
        listed.forEach((name, took) -> times.put(name, took.ms));
        ran.forEach((name, took) -> times.put(name, took.ms));
        return times;
    }

    void write(List<TestResult> results) {
        for (TestResult result : results) {
            if (!result.job().method().isEmpty()) continue;
            ran.put(result.job().className(), new Took(result.durationMs(), result.cpuMs()));
        }
        var lines = new ArrayList<String>();
        ran.forEach((name, took) -> lines.add(name + "\t" + took.ms + "\t" + took.cpuMs));
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
