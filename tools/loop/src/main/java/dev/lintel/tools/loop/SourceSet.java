package dev.lintel.tools.loop;

import java.nio.file.Path;
import java.util.List;

/// The main or the test sources of one module, and where their classes go.
///
/// @param module the module's folder relative to the project, such as `tools/loop`
/// @param kind main or test
/// @param folder the module's folder; tests run in it
/// @param sources folders with Java sources; one that does not exist is empty
/// @param resources the folder whose files are copied to the folder of the classes
/// @param classes the output folder, the same one that Maven uses
/// @param classpath class folders and jars in the order that Maven resolved
record SourceSet(
        String module, Kind kind, Path folder, List<Path> sources, Path resources, Path classes, List<Path> classpath) {

    enum Kind {
        MAIN,
        TEST
    }

    SourceSet {
        sources = List.copyOf(sources);
        classpath = List.copyOf(classpath);
    }

    /// What the compiler needs to remember about this set between two runs.
    Path stateFile() {
        String name = kind == Kind.MAIN ? "main.state" : "test.state";
        return folder.resolve("target").resolve("loop").resolve(name);
    }

    @Override
    public String toString() {
        return kind == Kind.MAIN ? module : module + " tests";
    }
}
