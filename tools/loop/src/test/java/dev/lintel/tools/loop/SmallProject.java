package dev.lintel.tools.loop;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A project of two modules in a temporary folder, with real sources: `upper` uses `lower`.
final class SmallProject {
    final Path root;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    SmallProject(Path root) {
        this.root = root;
        String own = System.getProperty("java.class.path");
        write("pom.xml", "<modules><module>lower</module><module>upper</module></modules>");
        write("lower/target/main.classpath", "");
        write("lower/target/test.classpath", own);
        write(
                "upper/target/main.classpath",
                root.resolve("lower/target/classes").toString());
        write("upper/target/test.classpath", root.resolve("lower/target/classes") + File.pathSeparator + own);
    }

    void write(String path, String text) {
        try {
            Path file = root.resolve(path);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A main source in the package `dev.lintel.sample`.
    void source(String module, String type, String text) {
        write(sourcePath(module, "main", type), "package dev.lintel.sample;\n" + text);
    }

    /// A test source in the same package.
    void test(String module, String type, String text) {
        write(sourcePath(module, "test", type), """
                package dev.lintel.sample;
                import org.junit.jupiter.api.*;
                """ + text);
    }

    void delete(String module, String type) {
        try {
            Files.delete(root.resolve(sourcePath(module, "main", type)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path classFile(String module, String type) {
        return root.resolve(module + "/target/classes/dev/lintel/sample/" + type + ".class");
    }

    /// Deletes what the loop knows about the module's main sources.
    void forget(String module) throws IOException {
        Files.delete(new Workspace(root).main(module).stateFile());
    }

    private static String sourcePath(String module, String kind, String type) {
        return module + "/src/" + kind + "/java/dev/lintel/sample/" + type + ".java";
    }

    Output output() {
        return new Output(new PrintStream(printed, true, StandardCharsets.UTF_8), false);
    }

    String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    /// Compiles the main sources of both modules; the types that were compiled, as `module/Type`.
    List<String> compile() {
        Map<Path, Long> before = classFiles();
        var workspace = new Workspace(root);
        new Build(workspace, output()).compile(List.of(workspace.main("lower"), workspace.main("upper")));
        Map<Path, Long> after = classFiles();
        return after.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(before.get(entry.getKey())))
                .map(entry -> root.relativize(entry.getKey()).toString())
                .map(path -> path.replaceFirst("/target/.*/", "/").replaceFirst("\\.class$", ""))
                .sorted()
                .toList();
    }

    /// Class files and the times at which they were written, in nanoseconds.
    private Map<Path, Long> classFiles() {
        try (var files = Files.find(root, 20, (path, _) -> path.toString().endsWith(".class"))) {
            return files.collect(Collectors.toMap(path -> path, SmallProject::writtenNs, (a, _) -> a, TreeMap::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long writtenNs(Path file) {
        try {
            return Files.getLastModifiedTime(file).to(java.util.concurrent.TimeUnit.NANOSECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
