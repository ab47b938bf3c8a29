package dev.lintel.tools.loop;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.ImportOrderer;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.RemoveUnusedImports;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.JavaCompiler;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/// The static checks: the format of sources, all compiler warnings, doclint, Error Prone and NullAway, each an error.
/// A process of its own, because Error Prone needs the compiler's internals opened and a lot of memory. It looks at
/// what was compiled since the last check that passed.
final class Checks {
    /// Findings are warnings to the compiler, and each fails the check: Error Prone stops at the first error.
    private static final List<String> COMPILER = List.of(
            "-encoding",
            "UTF-8",
            "-proc:none",
            "-implicit:none",
            "-Xlint:all,-processing,-classfile,-options",
            "-Xmaxwarns",
            "1000",
            "-XDcompilePolicy=simple",
            "--should-stop=ifError=FLOW",
            "--should-stop=ifNoError=FLOW",
            "-XDaddTypeAnnotationsToSymbol=true",
            "-Xplugin:ErrorProne -XepAllErrorsAsWarnings -Xep:NullAway:WARN -XepOpt:NullAway:OnlyNullMarked=true"
                    + " -XepOpt:NullAway:JSpecifyMode=true -XepExcludedPaths:.*/generated-sources/.*");

    /// Generated sources have no documentation of ours and no format.
    private static final String GENERATED = "generated-sources";

    private static final int WIDTH_MAX = 120; // of a line, as the formatter breaks them

    private final Workspace workspace;
    private final Formatter formatter = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build());

    private Checks(Workspace workspace) {
        this.workspace = workspace;
    }

    /// `check ROOT SET...` checks these source sets; `format ROOT` formats all sources. Prints what is wrong; exits
    /// with 1 when something is.
    public static void main(String[] arguments) {
        var checks = new Checks(new Workspace(Path.of(arguments[1])));
        if (arguments[0].equals("format")) {
            System.exit(checks.formatAll() ? 0 : 1);
        }
        boolean passed = true;
        for (String name : List.of(arguments).subList(2, arguments.length)) {
            passed &= checks.check(checks.set(name));
        }
        System.exit(passed ? 0 : 1);
    }

    private SourceSet set(String name) {
        return name.endsWith(":test")
                ? workspace.test(name.substring(0, name.length() - ":test".length()))
                : workspace.main(name);
    }

    /// The name by which a source set is asked for.
    static String name(SourceSet set) {
        return set.kind() == SourceSet.Kind.TEST ? set.module() + ":test" : set.module();
    }

    private boolean check(SourceSet set) {
        CompileState state = CompileState.read(set.stateFile());
        if (!state.checker.equals(checker())) state.unchecked.addAll(state.sources.keySet());
        // What it says of nulls holds for its whole package.
        for (Path source : List.copyOf(state.unchecked)) {
            if (!source.endsWith("package-info.java")) continue;
            state.sources.keySet().stream()
                    .filter(other -> source.resolveSibling(".").normalize().equals(other.getParent()))
                    .forEach(state.unchecked::add);
        }
        state.unchecked.removeIf(source -> !Files.exists(source));
        if (state.unchecked.isEmpty()) return true;
        List<String> badFormat = state.unchecked.stream()
                .filter(source -> !source.toString().contains(GENERATED))
                .flatMap(source -> formatProblem(source).stream())
                .toList();
        badFormat.forEach(System.out::println);
        String messages = compile(set, state.unchecked);
        // Of classes that it reads from class files the compiler forgets some annotations: NullAway then finds what is
        // none. The whole set has the last word.
        if (!messages.isEmpty() && state.unchecked.size() < state.sources.size()) {
            messages = compile(set, state.sources.keySet());
        }
        if (!messages.isEmpty()) System.out.println(messages.strip());
        if (!badFormat.isEmpty() || !messages.isEmpty()) return false;
        state.unchecked.clear();
        state.checker = checker();
        state.write(set.stateFile());
        return true;
    }

    private Optional<String> formatProblem(Path source) {
        try {
            if (read(source).equals(formatted(source))) return Optional.empty();
            return Optional.of(workspace.root().relativize(source) + ": error: not formatted; run ./lintel format");
        } catch (LoopException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    private String compile(SourceSet set, Set<Path> sources) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        var messages = new StringWriter();
        var options = new ArrayList<>(COMPILER);
        if (set.kind() == SourceSet.Kind.MAIN) options.add("-Xdoclint:all,-missing");
        try (var files = javac.getStandardFileManager(null, null, null)) {
            var classpath = new ArrayList<>(List.of(set.classes()));
            classpath.addAll(set.classpath());
            Path nowhere = Files.createDirectories(set.folder().resolve("target/loop/checked"));
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, classpath);
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(nowhere));
            files.setLocationFromPaths(StandardLocation.ANNOTATION_PROCESSOR_PATH, ownClasspath());
            boolean compiled = javac.getTask(
                            messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            return compiled || !messages.toString().isBlank() ? messages.toString() : "the compiler failed";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Names the checkers with their versions and options.
    private static String checker() {
        List<String> jars = ownClasspath().stream()
                .map(path -> String.valueOf(path.getFileName()))
                .filter(name -> name.endsWith(".jar"))
                .sorted()
                .toList();
        return Hash.of(jars + " " + COMPILER);
    }

    private static List<Path> ownClasspath() {
        return List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream()
                .map(Path::of)
                .toList();
    }

    /// Formats what can be formatted; returns whether that was everything.
    private boolean formatAll() {
        int changed = 0;
        boolean all = true;
        for (String module : workspace.modules()) {
            for (Path source : sources(workspace.root().resolve(module).resolve("src"))) {
                try {
                    String formatted = formatted(source);
                    if (read(source).equals(formatted)) continue;
                    write(source, formatted);
                    System.out.println(workspace.root().relativize(source));
                    changed++;
                } catch (LoopException e) {
                    System.out.println(e.getMessage());
                    all = false;
                }
            }
        }
        System.out.println("Formatted " + changed + " files");
        return all;
    }

    private static Set<Path> sources(Path folder) {
        try (var files = Files.find(folder, 64, (path, _) -> path.toString().endsWith(".java"))) {
            return new TreeSet<>(files.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String formatted(Path source) {
        try {
            String text = read(source);
            refuseWideComments(source, text);
            text = ImportOrderer.reorderImports(text, JavaFormatterOptions.Style.PALANTIR);
            text = RemoveUnusedImports.removeUnusedImports(text);
            String formatted = formatter.formatSource(text);
            // The formatter breaks some comments so that no Java is left: a second pass finds that out.
            return formatted.equals(text) ? text : formatter.formatSource(formatted);
        } catch (FormatterException e) {
            throw new LoopException(source + " cannot be formatted: " + cause(source, e));
        }
    }

    /// In a comment of several lines the formatter counts the indentation twice from the second line on, breaks the
    /// line, and then finds fault with what it has made: names the comment.
    private static String cause(Path source, FormatterException e) {
        int number = 0;
        boolean inside = false;
        for (String line : read(source).lines().toList()) {
            number++;
            int indent = line.length() - line.stripLeading().length();
            boolean isSecond = inside && line.strip().startsWith("//");
            inside = line.strip().startsWith("//");
            if (isSecond && line.length() + indent > WIDTH_MAX) {
                return "shorten the comment in line " + number + " to " + (WIDTH_MAX - indent) + " characters";
            }
        }
        return String.valueOf(e.getMessage());
    }

    /// The formatter breaks a comment line that is too wide, but not always with the comment's mark on the next line.
    private static void refuseWideComments(Path source, String text) {
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.length() > WIDTH_MAX && line.strip().startsWith("//"))
                throw new LoopException(
                        source + ":" + number + ": error: the comment is wider than " + WIDTH_MAX + " characters");
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
