package dev.lintel.tools.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestTimesTest {
    private static final Path PROJECT = Path.of("../..");

    @TempDir
    Path root;

    private void write(String file, String text) throws Exception {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void noFile_nothingIsKnown() {
        assertThat(TestTimes.read(root).ofClasses()).isEmpty();
    }

    @Test
    void ownTimeReplacesTheListedOne() throws Exception {
        write(TestTimes.LISTED, "a.OneTest\t9000\t10\na.TwoTest\t8000\t10\n");
        write("target/loop/times.tsv", "a.OneTest\t3000\t20\na.ThreeTest\t5\t5\nnonsense\n");
        assertThat(TestTimes.read(root).ofClasses())
                .containsEntry("a.OneTest", 3_000L)
                .containsEntry("a.TwoTest", 8_000L)
                .containsEntry("a.ThreeTest", 5L)
                .hasSize(3);
    }

    @Test
    void onlyWhatRanIsWritten() throws Exception {
        write(TestTimes.LISTED, "a.OneTest\t9000\t10\n");
        write("target/loop/times.tsv", "a.ThreeTest\t5\t5\n");
        var times = TestTimes.read(root);
        var job = new TestJob("m", "a.TwoTest", "", 0);
        times.write(List.of(new TestResult(job, 1, List.of(), List.of(), 70, 60)));
        assertThat(root.resolve("target/loop/times.tsv")).hasContent("a.ThreeTest\t5\t5\na.TwoTest\t70\t60\n");
    }

    /// A class that was renamed would run late, and nobody would notice.
    @Test
    void everyListedClassExists() throws Exception {
        Set<String> sources;
        try (Stream<Path> all =
                Files.find(PROJECT, 64, (path, _) -> path.toString().endsWith("Test.java"))) {
            sources = all.map(path -> path.toString().replace('/', '.')).collect(Collectors.toSet());
        }
        for (String line : Files.readAllLines(PROJECT.resolve(TestTimes.LISTED))) {
            String name = line.split("\t", -1)[0];
            assertThat(sources).as(name).anyMatch(source -> source.endsWith("." + name + ".java"));
        }
    }
}
