package dev.lintel.tools.tidy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The files of all modules, as they lie on the disk.
record Project(Path root, List<SourceFile> sources) {
    private static final int MODULE_DEPTH = 2;

    Project {
        sources = List.copyOf(sources);
    }

    /// Maven runs a module's tests in the module's folder; the project is one up.
    static Project load() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("lintel"))) {
            Path parent = root.getParent();
            if (parent == null) throw new IllegalStateException("not inside the project");
            root = parent;
        }
        var sources = new ArrayList<SourceFile>();
        for (Path module : modules(root)) {
            for (Path file : files(module.resolve("src"), ".java")) {
                sources.add(new SourceFile(root.relativize(file).toString(), Files.readString(file)));
            }
        }
        SourceFile.parse(sources);
        return new Project(root, sources);
    }

    /// Every text file that may cite another: sources, resources, documents.
    List<Path> texts() throws IOException {
        var texts = new ArrayList<Path>();
        for (Path module : modules(root)) {
            for (String ending : List.of(".java", ".sql", ".csv", ".md")) {
                texts.addAll(files(module.resolve("src"), ending));
            }
        }
        texts.addAll(files(root.resolve("docs"), ".md"));
        for (String name : List.of("README.md", "ARCHITECTURE.md", "CHANGELOG.md")) texts.add(root.resolve(name));
        return texts;
    }

    String read(String path) throws IOException {
        return Files.readString(root.resolve(path));
    }

    /// The folders with a pom and sources.
    private static List<Path> modules(Path root) throws IOException {
        try (Stream<Path> walk = Files.walk(root, MODULE_DEPTH)) {
            return walk.filter(folder -> Files.exists(folder.resolve("pom.xml")) && Files.exists(folder.resolve("src")))
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
