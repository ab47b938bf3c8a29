package dev.lintel.tools.loop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Files that differ from the branch `main`: in commits since it, in the working tree, and new ones.
final class ChangedFiles {
    private static final String BASE = "main";

    /// Files outside the modules that decide how every module is built.
    private static final List<String> OF_ALL = List.of("pom.xml", "lintel", "dependencies.sha256");

    /// What compiles and runs the tests of all modules.
    private static final String LOOP = "tools/loop/src/main/";

    /// The modules whose tests read documents.
    private static final List<String> READ_DOCS = List.of("controller", "tools");

    private ChangedFiles() {}

    /// The modules with changed files, without those that depend on them.
    ///
    /// @throws LoopException when git does not answer
    static List<String> modules(Path root, List<String> modules) {
        var changed = new TreeSet<String>();
        for (String file : files(root)) {
            if (OF_ALL.contains(file) || file.startsWith(LOOP)) return modules;
            String owner = owner(file, modules);
            if (!owner.isEmpty()) changed.add(owner);
            else changed.addAll(READ_DOCS);
        }
        return List.copyOf(changed);
    }

    /// The module with the longest name that the file lies in; empty for none.
    static String owner(String file, List<String> modules) {
        String owner = "";
        for (String module : modules) {
            if (file.startsWith(module + "/") && module.length() > owner.length()) owner = module;
        }
        return owner;
    }

    private static List<String> files(Path root) {
        String base = git(root, "merge-base", BASE, "HEAD").strip();
        var files = new ArrayList<String>();
        // A moved file counts in both places. With -z git quotes no name.
        files.addAll(List.of(
                git(root, "diff", "--name-only", "--no-renames", "-z", base).split("\0", -1)));
        files.addAll(List.of(
                git(root, "ls-files", "--others", "--exclude-standard", "-z").split("\0", -1)));
        files.removeIf(String::isEmpty);
        return files;
    }

    private static String git(Path root, String... arguments) {
        var command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new LoopException("--changed compares with the branch " + BASE + ", and git says: "
                        + error.strip() + ". Name the modules instead.");
            }
            return said;
        } catch (IOException e) {
            throw new LoopException("--changed needs git: " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while git runs", e);
        }
    }
}
