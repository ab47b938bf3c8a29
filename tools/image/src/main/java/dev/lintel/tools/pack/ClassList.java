package dev.lintel.tools.pack;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which classes a box with doors loads, for the start-up cache of a board. There it is made by a run without doors,
/// for what is wired is not known and a strike is not to be moved; so that run loads these classes besides.
///
/// ```
///   simulated box, here: two cards, pages, API --Xlog:class+load--> names --> classes.list --[Training]--> cache,
/// there
/// ```
final class ClassList {
    private static final Pattern PAGE = Pattern.compile("  Page +(https://.*)/");
    private static final Pattern KEY = Pattern.compile("\"api_key\":\"([^\"]+)\"");
    /// A class of a module or a jar: those without a file were made while it ran, and are made anew there.
    private static final Pattern LOADED = Pattern.compile("([A-Za-z][\\w.$]*) source: (?:jrt|file):.*");

    private static final List<String> NOT_THERE = List.of("dev.lintel.sim.");
    private static final long STOP_SECONDS_MAX = 30;

    private final Sources sources;
    private final String java;
    private final Consumer<String> progress;

    /// @param java the program of the JVM that the packages get: another one may load other classes
    ClassList(Sources sources, String java, Consumer<String> progress) {
        this.sources = sources;
        this.java = java;
        this.progress = progress;
    }

    /// In alphabetical order. `work` is for what the run leaves behind.
    List<String> make(Path work) throws IOException {
        progress.accept("looking which classes a box with doors needs");
        Files.createDirectories(work);
        Path log = work.resolve("loaded");
        Path data = work.resolve("data");
        List<String> run = java("-Xshare:off", "-Xlog:class+load:file=" + log + ":none", "-jar", jar());
        run.addAll(List.of("run", "--data", data.toString(), "--https-port", "0", "--http-port", "0"));
        Process box = new ProcessBuilder(run)
                .redirectError(work.resolve("failed").toFile())
                .start();
        try (BufferedReader out = box.inputReader(StandardCharsets.UTF_8)) {
            String page = page(out);
            if (page == null) {
                throw new PackException(
                        "a simulated box does not start here: " + Files.readString(work.resolve("failed")));
            }
            visit(page, data);
            box.destroy();
            if (!box.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS))
                throw new PackException("a simulated box does not end");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PackException("interrupted", e);
        } finally {
            box.destroyForcibly();
        }
        try (Stream<String> lines = Files.lines(log)) {
            return names(lines);
        }
    }

    /// The names in a log of loaded classes that another machine has as well.
    static List<String> names(Stream<String> log) {
        var names = new TreeSet<String>();
        log.map(LOADED::matcher)
                .filter(Matcher::matches)
                .map(match -> match.group(1))
                .filter(name -> NOT_THERE.stream().noneMatch(name::startsWith))
                .forEach(names::add);
        return List.copyOf(names);
    }

    /// Somebody at each door, and somebody at the desk.
    private void visit(String page, Path data) {
        for (String[] words : List.of(
                new String[] {"present", "--channel", "1", "--card", "1001"},
                new String[] {"present", "--channel", "1", "--pin", "4711"},
                new String[] {"present", "--channel", "2", "--card", "7"},
                new String[] {"sim", "--channel", "1", "--rex"})) {
            command(data, words);
        }
        Matcher key = KEY.matcher(command(data, "key", "create", "--email", "training@localhost", "--json"));
        if (!key.find()) throw new PackException("a simulated box makes no API key");
        List<String> visitor = java("-cp", jar(), "dev.lintel.tools.bench.Visitor", page, data.toString());
        visitor.add(key.group(1));
        Programs.run(visitor.toArray(String[]::new));
    }

    private String command(Path data, String... words) {
        List<String> line = java("-jar", jar());
        line.addAll(List.of(words));
        line.addAll(List.of("--data", data.toString()));
        return Programs.run(line.toArray(String[]::new));
    }

    private String jar() {
        return sources.dist().resolve("lintel.jar").toString();
    }

    private List<String> java(String... words) {
        Path natives = sources.dist().resolve("native").resolve(Arch.host().machine());
        var line = new ArrayList<>(List.of(
                java,
                "@" + sources.board().resolve("jvm.options"),
                "@" + sources.board().resolve("heap.options"),
                "-Dorg.sqlite.lib.path=" + natives,
                "-DjSerialComm.library.path=" + natives));
        line.addAll(List.of(words));
        return line;
    }

    private static @Nullable String page(BufferedReader out) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher matcher = PAGE.matcher(line);
            if (matcher.matches()) return matcher.group(1);
        }
        return null;
    }
}
