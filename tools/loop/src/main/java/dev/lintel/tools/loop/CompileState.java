package dev.lintel.tools.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// What the compiler remembers about one source set: sources, classes, what they refer to, and what is still unchecked.
/// Kept in a text file; an unreadable file counts as no memory, and everything is compiled again.
final class CompileState {
    /// Counts up when the meaning of the file changes.
    private static final String VERSION = "2";

    /// A hash of compiler options, JDK and jars; another one means that everything is compiled again.
    String inputs = "";

    /// A hash of the checkers and their options with which the last check passed; another one means that everything is
    /// checked again.
    String checker = "";

    /// Sources by absolute path.
    final Map<Path, Source> sources = new TreeMap<>();

    /// Own classes by name.
    final Map<String, Compiled> classes = new TreeMap<>();

    /// What the classes of other source sets looked like when this one was compiled.
    final Map<String, Visible> upstream = new TreeMap<>();

    /// Sources that were compiled and not yet checked.
    final Set<Path> unchecked = new TreeSet<>();

    /// Resources that were copied, relative to their folder.
    final Set<String> resources = new TreeSet<>();

    /// @param size bytes
    /// @param modifiedMs the file's time
    /// @param hash the hash of its bytes; empty means that it has to be compiled
    record Source(long size, long modifiedMs, String hash) {}

    /// @param api a hash of what dependents see, with inherited members
    /// @param constants a hash of the constants among them
    record Visible(String api, String constants) {}

    /// @param source the file that declares it
    /// @param size bytes of the class file
    /// @param modifiedMs the class file's time
    record Compiled(Path source, long size, long modifiedMs, ClassFacts facts) {}

    static CompileState read(Path file) {
        var state = new CompileState();
        try {
            if (!Files.exists(file)) return state;
            List<String> lines = Files.readAllLines(file);
            if (lines.isEmpty() || !lines.getFirst().equals(VERSION)) return state;
            for (String line : lines.subList(1, lines.size())) state.add(line.split("\t", -1));
            return state;
        } catch (IOException | RuntimeException e) { // half a file after a crash, or one of another version
            return new CompileState();
        }
    }

    private void add(String[] f) {
        switch (f[0]) {
            case "I" -> inputs = f[1];
            case "K" -> checker = f[1];
            case "S" -> sources.put(Path.of(f[1]), new Source(Long.parseLong(f[2]), Long.parseLong(f[3]), f[4]));
            case "C" -> {
                var facts = new ClassFacts(f[1], words(f[5]), f[6], f[7], words(f[8]));
                classes.put(f[1], new Compiled(Path.of(f[2]), Long.parseLong(f[3]), Long.parseLong(f[4]), facts));
            }
            case "U" -> upstream.put(f[1], new Visible(f[2], f[3]));
            case "X" -> unchecked.add(Path.of(f[1]));
            case "R" -> resources.add(f[1]);
            default -> throw new IllegalArgumentException(f[0]);
        }
    }

    private static Set<String> words(String text) {
        return text.isEmpty() ? Set.of() : Set.of(text.split(" "));
    }

    void write(Path file) {
        var lines = new ArrayList<String>(List.of(VERSION, "I\t" + inputs, "K\t" + checker));
        sources.forEach((path, s) -> lines.add("S\t" + path + "\t" + s.size + "\t" + s.modifiedMs + "\t" + s.hash));
        classes.forEach((name, c) -> lines.add("C\t" + name + "\t" + c.source + "\t" + c.size + "\t" + c.modifiedMs
                + "\t" + String.join(" ", c.facts.parents()) + "\t" + c.facts.api() + "\t" + c.facts.constants() + "\t"
                + String.join(" ", c.facts.uses())));
        upstream.forEach((name, v) -> lines.add("U\t" + name + "\t" + v.api + "\t" + v.constants));
        unchecked.forEach(path -> lines.add("X\t" + path));
        resources.forEach(path -> lines.add("R\t" + path));
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Path part = file.resolveSibling(file.getFileName() + ".part");
            Files.write(part, lines);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What dependents see of each class of this set. Inherited members count, so a class changes with its parents.
    Map<String, Visible> visible() {
        var known = new ConcurrentHashMap<String, Visible>();
        for (String name : classes.keySet()) visible(name, known);
        known.keySet().retainAll(classes.keySet());
        return known;
    }

    private Visible visible(String name, Map<String, Visible> known) {
        Visible seen = known.get(name);
        if (seen != null) return seen;
        Compiled own = classes.get(name);
        if (own == null) return upstream.getOrDefault(name, new Visible("", ""));
        var api = new StringBuilder(own.facts.api()).append(own.facts.constants());
        var constants = new StringBuilder(own.facts.constants());
        for (String parent : new TreeSet<>(own.facts.parents())) {
            Visible inherited = visible(parent, known);
            api.append(inherited.api);
            constants.append(inherited.constants);
        }
        var made = new Visible(Hash.of(api.toString()), Hash.of(constants.toString()));
        known.put(name, made);
        return made;
    }
}
