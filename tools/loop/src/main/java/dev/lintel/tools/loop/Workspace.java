package dev.lintel.tools.loop;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The project's modules in build order. Their class paths come from files that Maven writes (profile `classpaths`).
final class Workspace {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    private final Path root;
    private final List<String> modules;
    private final Map<String, SourceSet> mains = new HashMap<>();
    private final Map<String, SourceSet> tests = new HashMap<>();

    /// @throws LoopException when Maven has not written a module's class paths
    Workspace(Path root) {
        this.root = root;
        this.modules = modules(root, "");
        for (String module : modules) {
            Path folder = root.resolve(module);
            Path target = folder.resolve("target");
            Path mainClasses = target.resolve("classes");
            var mainPath = classpath(target.resolve("main.classpath"));
            mains.put(
                    module,
                    new SourceSet(
                            module,
                            SourceSet.Kind.MAIN,
                            folder,
                            mainSources(folder),
                            folder.resolve("src/main/resources"),
                            mainClasses,
                            mainPath));
            var testPath = new ArrayList<Path>(List.of(mainClasses));
            testPath.addAll(classpath(target.resolve("test.classpath")));
            tests.put(
                    module,
                    new SourceSet(
                            module,
                            SourceSet.Kind.TEST,
                            folder,
                            List.of(folder.resolve("src/test/java")),
                            folder.resolve("src/test/resources"),
                            target.resolve("test-classes"),
                            testPath));
        }
    }

    /// With what Maven has made of page templates. Templates that have moved elsewhere leave such a folder behind.
    private static List<Path> mainSources(Path folder) {
        Path java = folder.resolve("src/main/java");
        if (!Files.isDirectory(folder.resolve("src/main/jte"))) return List.of(java);
        return List.of(java, folder.resolve("target/generated-sources/jte"));
    }

    Path root() {
        return root;
    }

    /// The modules' names, each after the modules that it depends on.
    List<String> modules() {
        return modules;
    }

    SourceSet main(String module) {
        return find(mains, module);
    }

    SourceSet test(String module) {
        return find(tests, module);
    }

    private static SourceSet find(Map<String, SourceSet> sets, String module) {
        SourceSet set = sets.get(module);
        if (set == null) throw new IllegalArgumentException("no module " + module);
        return set;
    }

    /// The source sets whose classes are on this one's class path: main sources, and for tests also the tests of other
    /// modules, whose helpers they use.
    List<SourceSet> dependencies(SourceSet set) {
        return modules.stream()
                .flatMap(module -> Stream.of(main(module), test(module)))
                .filter(other -> !other.equals(set) && set.classpath().contains(other.classes()))
                .toList();
    }

    /// These modules and those that use them, in build order.
    List<String> withDependents(List<String> changed) {
        return modules.stream()
                .filter(module -> changed.contains(module)
                        || changed.stream()
                                .anyMatch(other -> test(module)
                                        .classpath()
                                        .contains(main(other).classes())))
                .toList();
    }

    /// The modules below a folder, in the order of its pom. A folder whose pom lists modules is itself none.
    private static List<String> modules(Path root, String folder) {
        Path pom = root.resolve(folder).resolve("pom.xml");
        Matcher matcher = MODULE.matcher(Files.exists(pom) ? read(pom) : "");
        var modules = new ArrayList<String>();
        while (matcher.find()) {
            String module = folder + matcher.group(1);
            List<String> inside = modules(root, module + "/");
            if (inside.isEmpty()) modules.add(module);
            else modules.addAll(inside);
        }
        return List.copyOf(modules);
    }

    private static List<Path> classpath(Path file) {
        if (!Files.exists(file)) throw new LoopException("the class path is missing: " + file);
        var paths = new ArrayList<Path>();
        for (String entry : read(file).strip().split(File.pathSeparator, -1)) {
            if (!entry.isEmpty()) paths.add(Path.of(entry));
        }
        return paths;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
