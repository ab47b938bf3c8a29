package dev.lintel.tools.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestTimesTest {
    @TempDir
    Path root;

    @Test
    void timesOfThisCheckoutReplaceTheUsualOnes() throws Exception {
        write(TestTimes.USUAL, "# comment", "dev.A\t100\t10", "dev.B\t200\t20");
        write("target/loop/times.tsv", "dev.B\t7\t5", "dev.C\t9\t6", "dev.D\tlong\t6", "dev.E\t1");
        assertThat(TestTimes.read(root).ofClasses()).isEqualTo(Map.of("dev.A", 100L, "dev.B", 7L, "dev.C", 9L));
    }

    @Test
    void writtenTimesAreReadAgain() throws Exception {
        write(TestTimes.USUAL, "dev.A\t100\t10");
        Files.createDirectories(root.resolve("target/loop"));
        TestTimes.read(root)
                .write(List.of(new TestResult(new TestJob("lower", "dev.B", "", 0), 3, List.of(), List.of(), 50, 40)));
        assertThat(TestTimes.read(root).ofClasses()).isEqualTo(Map.of("dev.A", 100L, "dev.B", 50L));
    }

    /// A class that was renamed or deleted would stay in the list for ever.
    @Test
    void usualTimesNameClassesOfTheProject() throws Exception {
        Path project = Path.of(System.getProperty("basedir")).resolve("../..").normalize();
        List<String> modules = new Workspace(project).modules();
        write(TestTimes.USUAL, Files.readString(project.resolve(TestTimes.USUAL)));
        List<String> missing = TestTimes.read(root).ofClasses().keySet().stream()
                .map(name -> "src/test/java/" + name.replace('.', '/') + ".java")
                .filter(file -> modules.stream()
                        .noneMatch(
                                module -> Files.exists(project.resolve(module).resolve(file))))
                .toList();
        assertThat(missing).as("classes in " + TestTimes.USUAL).isEmpty();
    }

    private void write(String path, String... lines) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(lines));
    }
}
