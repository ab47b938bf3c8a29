package dev.lintel.tools.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How long each test class took when it last ran whole: the pool begins with the slowest. In a fresh clone no class
/// has run: there the times are those of [#USUAL]. A line of either file is the class, its duration, and its processor
/// time, both in ms.
final class TestTimes {
    /// Where the project keeps the times of its slowest classes.
    static final String USUAL = "tools/loop/usual-times.tsv";

    private final Path file;
    private final Map<String, Long> times = new TreeMap<>();
    private final Map<String, Long> cpuTimes = new TreeMap<>();

    private TestTimes(Path file) {
        this.file = file;
    }

    /// A line of another form is ignored.
    static TestTimes read(Path root) {
        var read = new TestTimes(root.resolve("target/loop/times.tsv"));
        read.add(root.resolve(USUAL));
        read.add(read.file);
        return read;
    }

    private void add(Path from) {
        if (!Files.exists(from)) return;
        try {
            for (String line : Files.readAllLines(from)) {
                String[] fields = line.split("\t", -1);
                if (fields.length != 3 || !isMs(fields[1]) || !isMs(fields[2])) continue;
                times.put(fields[0], Long.valueOf(fields[1]));
                cpuTimes.put(fields[0], Long.valueOf(fields[2]));
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
        return times;
    }

    void write(List<TestResult> results) {
        for (TestResult result : results) {
            if (!result.job().method().isEmpty()) continue;
            times.put(result.job().className(), result.durationMs());
            cpuTimes.put(result.job().className(), result.cpuMs());
        }
        var lines = new ArrayList<String>();
        times.forEach((name, ms) -> lines.add(name + "\t" + ms + "\t" + cpuTimes.get(name)));
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
