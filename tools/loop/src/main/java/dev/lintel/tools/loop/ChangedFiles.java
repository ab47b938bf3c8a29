package dev.lintel.tools.loop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Files that differ from the branch `main` (on main itself, from the server's): in commits since it, in the working
/// tree, and new ones.
final class ChangedFiles {
    private static final String MAIN = "main";
    private static final String UPSTREAM = "origin/" + MAIN;

    private static final String POM = "pom.xml";

    /// Files outside the modules that decide how every module is built.
    private static final List<String> OF_ALL = List.of(POM, "lintel", "dependencies.sha256");

    /// What compiles and runs the tests of all modules.
    private static final String LOOP = "tools/loop/src/main/";

    /// The tests that read documents and sources of all modules.
    static final List<String> READ_DOCUMENTS = List.of(
            "controller/api#ReportAnswersTest",
            "tools/cli#ApiGuideTest",
            "tools/cli#ExamplesTest",
            "tools/image#ImageTreeTest",
            "tools/image#PartitionsTest",
            "tools/cli#TidyTest");

    private ChangedFiles() {}

    /// What changed.
    ///
    /// @param modules those with changed files, without those that depend on them
    /// @param any whether any file differs, also outside modules
    record Changed(List<String> modules, boolean any) {}

    /// @throws LoopException when git does not answer
    static Changed find(Path root, List<String> modules) {
        var changed = new TreeSet<String>();
        List<String> files = files(root);
        for (String file : files) {
            if (OF_ALL.contains(file) || file.startsWith(LOOP)) return new Changed(modules, true);
            changed.addAll(affected(file, modules));
        }
        return new Changed(List.copyOf(changed), !files.isEmpty());
    }

    /// The module that the file lies in; of a pom above modules, all of these.
    private static List<String> affected(String file, List<String> modules) {
        if (file.endsWith("/" + POM)) {
            String folder = file.substring(0, file.length() - POM.length());
            List<String> inside =
                    modules.stream().filter(module -> module.startsWith(folder)).toList();
            if (!inside.isEmpty()) return inside;
        }
        String owner = owner(file, modules);
        return owner.isEmpty() ? List.of() : List.of(owner);
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
        String base = git(root, "merge-base", branch(root), "HEAD").strip();
        var files = new ArrayList<String>();
        // A moved file counts in both places. With -z git quotes no name.
        files.addAll(List.of(
                git(root, "diff", "--name-only", "--no-renames", "-z", base).split("\0", -1)));
        files.addAll(List.of(
                git(root, "ls-files", "--others", "--exclude-standard", "-z").split("\0", -1)));
        files.removeIf(String::isEmpty);
        return files;
    }

    /// What to compare with: on main itself, and in a clone that has no main, the one of the server.
    private static String branch(Path root) {
        List<String> known = git(root, "for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads", "refs/remotes")
                .lines()
                .toList();
        boolean isOnMain = git(root, "branch", "--show-current").strip().equals(MAIN);
        if (known.contains(UPSTREAM) && (isOnMain || !known.contains(MAIN))) return UPSTREAM;
        return MAIN;
    }

    private static String git(Path root, String... arguments) {
        var command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                // `merge-base` prints nothing where there is no such commit.
                String why = error.isBlank()
                        ? "this one has no commit in common with it, as in a shallow clone (git fetch --unshallow)"
                        : "git says: " + error.strip();
                throw new LoopException(
                        "--changed compares with the branch " + MAIN + ", and " + why + ". Name the modules instead.");
            }
            return said;
        } catch (IOException e) {
            throw new LoopException("--changed needs git: " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while git runs", e);
        }
    }
}
