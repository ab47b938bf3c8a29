package dev.lintel.tools.loop;

import dev.lintel.tools.loop.CompileState.Compiled;
import dev.lintel.tools.loop.CompileState.Source;
import dev.lintel.tools.loop.CompileState.Visible;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// Compiles one source set: the sources that changed, and then those that depend on a class whose visible part changed.
/// Without the static checks, which [Checks] does afterwards.
final class Compiler {
    /// After this many rounds everything is compiled: changes that spread so far are rare, and one big round is
    /// quicker.
    private static final int ROUNDS_MAX = 3;

    private static final List<String> OPTIONS =
            List.of("-g", "-encoding", "UTF-8", "-proc:none", "-nowarn", "-implicit:none", "-Xlint:none");

    private final SourceSet set;
    private final CompileState state;
    private final Map<String, Visible> upstream;

    private Compiler(SourceSet set, Map<String, Visible> upstream) {
        this.set = set;
        this.state = CompileState.read(set.stateFile());
        this.upstream = upstream;
    }

    /// How a compilation ended.
    ///
    /// @param state what is known about the set now; already written to its file
    /// @param compiled the number of sources that were compiled
    /// @param errors the compiler's messages; empty when it succeeded
    record Outcome(CompileState state, int compiled, String errors) {}

    /// @param upstream what the classes on the set's class path look like now
    static Outcome compile(SourceSet set, Map<String, Visible> upstream) {
        return new Compiler(set, upstream).run();
    }

    private Outcome run() {
        Map<Path, Source> now = scan();
        Set<Path> dirty = dirty(now);
        state.sources.putAll(now);
        state.upstream.clear();
        state.upstream.putAll(upstream);
        copyResources();
        var done = new HashSet<Path>();
        String errors = "";
        for (int round = 1; !dirty.isEmpty() && errors.isEmpty(); round++) {
            if (round > ROUNDS_MAX) dirty = new TreeSet<>(now.keySet());
            Map<String, Visible> before = state.visible();
            errors = compile(dirty);
            Set<Path> thisRound = Set.copyOf(dirty);
            done.addAll(thisRound);
            Changes changes = Changes.between(before, state.visible());
            Set<Path> next = changes.isEmpty() ? new TreeSet<>() : changes.affected(state);
            if (!errors.isEmpty()) dirty.addAll(next); // of the next try, too
            else dirty = next;
            // Not those of the rounds before: what they were compiled against can have changed in this one.
            if (errors.isEmpty()) dirty.removeAll(thisRound);
        }
        for (Path source : dirty) state.sources.computeIfPresent(source, (_, s) -> new Source(s.size(), 0, ""));
        state.unchecked.addAll(done);
        state.unchecked.retainAll(now.keySet());
        state.write(set.stateFile());
        return new Outcome(state, done.size(), errors);
    }

    private Map<Path, Source> scan() {
        var found = new TreeMap<Path, Source>();
        for (Path folder : set.sources()) {
            if (!Files.isDirectory(folder)) continue;
            try (Stream<Path> files =
                    Files.find(folder, 64, (path, _) -> path.toString().endsWith(".java"))) {
                for (Path file : (Iterable<Path>) files::iterator) found.put(file, source(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }

    /// The time alone decides whether a file is read; its bytes decide whether it is compiled.
    private Source source(Path file) throws IOException {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        long modifiedMs = attributes.lastModifiedTime().toMillis();
        Source old = state.sources.get(file);
        if (old != null && old.size() == attributes.size() && old.modifiedMs() == modifiedMs) return old;
        return new Source(attributes.size(), modifiedMs, Hash.of(Files.readAllBytes(file)));
    }

    private Set<Path> dirty(Map<Path, Source> now) {
        String inputs = Hash.of(inputs());
        if (!inputs.equals(state.inputs)) {
            deleteAll();
            state.sources.clear();
            state.classes.clear();
            state.inputs = inputs;
            return new TreeSet<>(now.keySet());
        }
        var dirty = new TreeSet<Path>();
        now.forEach((path, source) -> {
            Source old = state.sources.get(path);
            if (old == null || old.hash().isEmpty() || !old.hash().equals(source.hash())) dirty.add(path);
        });
        Map<String, Visible> before = state.visible();
        var gone = new ArrayList<String>();
        state.classes.forEach((name, compiled) -> {
            if (!now.containsKey(compiled.source())) gone.add(name);
            else if (!isAsCompiled(name, compiled)) dirty.add(compiled.source());
        });
        delete(gone);
        gone.forEach(state.classes::remove);
        state.sources.keySet().retainAll(now.keySet());
        dirty.addAll(Changes.between(before, state.visible()).affected(state));
        dirty.addAll(Changes.between(state.upstream, upstream).affected(state));
        return dirty;
    }

    private String inputs() {
        var text = new StringBuilder(Runtime.version() + " " + OPTIONS);
        for (Path entry : set.classpath()) text.append('\n').append(entry);
        return text.toString();
    }

    private boolean isAsCompiled(String name, Compiled compiled) {
        try {
            var file = Files.readAttributes(classFile(name), BasicFileAttributes.class);
            return file.size() == compiled.size() && file.lastModifiedTime().toMillis() == compiled.modifiedMs();
        } catch (IOException e) { // removed, for example by `mvn clean`
            return false;
        }
    }

    private Path classFile(String name) {
        return set.classes().resolve(name + ".class");
    }

    private void delete(List<String> names) {
        try {
            for (String name : names) Files.deleteIfExists(classFile(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Also classes that the state does not know: of another program, or of a state that was lost.
    private void deleteAll() {
        if (!Files.isDirectory(set.classes())) return;
        try (Stream<Path> files = Files.walk(set.classes())) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.toString().endsWith(".class")) Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Compiles these sources together; the compiler's errors, or nothing.
    private String compile(Set<Path> sources) {
        var old = new ArrayList<String>();
        state.classes.forEach((name, compiled) -> {
            if (sources.contains(compiled.source())) old.add(name);
        });
        delete(old);
        old.forEach(state.classes::remove);
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        var messages = new StringWriter();
        try (var files = new ClassFiles(javac.getStandardFileManager(null, null, null))) {
            Files.createDirectories(set.classes());
            var classpath = new ArrayList<>(List.of(set.classes()));
            classpath.addAll(set.classpath());
            files.locations(classpath, set.classes());
            boolean succeeded = javac.getTask(messages, files, null, OPTIONS, null, files.of(sources))
                    .call();
            if (!succeeded) {
                delete(List.copyOf(files.written().keySet())); // of sources without an error
                return messages.toString();
            }
            files.written().forEach(this::remember);
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void remember(String name, Path source) {
        try {
            Path file = classFile(name);
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            long modifiedMs = attributes.lastModifiedTime().toMillis();
            var facts = ClassFacts.of(Files.readAllBytes(file));
            state.classes.put(name, new Compiled(source, attributes.size(), modifiedMs, facts));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void copyResources() {
        var found = new HashMap<String, Path>();
        try {
            if (Files.isDirectory(set.resources())) {
                try (Stream<Path> files = Files.walk(set.resources())) {
                    files.filter(Files::isRegularFile)
                            .forEach(file ->
                                    found.put(set.resources().relativize(file).toString(), file));
                }
            }
            for (String gone : state.resources) {
                if (!found.containsKey(gone)) Files.deleteIfExists(set.classes().resolve(gone));
            }
            for (var resource : found.entrySet()) {
                ResourceCopy.update(resource.getValue(), set.classes().resolve(resource.getKey()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        state.resources.clear();
        state.resources.addAll(found.keySet());
    }
}
