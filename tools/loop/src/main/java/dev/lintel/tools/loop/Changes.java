package dev.lintel.tools.loop;

import dev.lintel.tools.loop.CompileState.Compiled;
import dev.lintel.tools.loop.CompileState.Visible;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The classes that look different to their dependents, and the sources that have to be compiled again for it.
///
/// A class file names each class that its source refers to, with three exceptions: the compiler copies constants, a
/// class that is new can take the place of another one, and one that is gone can be imported for documentation alone.
/// For these, sources are searched for the class's simple name.
///
/// @param classes names of classes that changed or are gone
/// @param names simple names of classes that are new or gone, or whose constants changed
record Changes(Set<String> classes, Set<String> names) {
    Changes {
        classes = Set.copyOf(classes);
        names = Set.copyOf(names);
    }

    static Changes between(Map<String, Visible> before, Map<String, Visible> after) {
        var classes = new HashSet<String>();
        var names = new HashSet<String>();
        after.forEach((name, now) -> {
            Visible old = before.get(name);
            if (old != null && !old.api().equals(now.api())) classes.add(name);
            if (old == null || !old.constants().equals(now.constants())) names.add(simpleName(name));
        });
        for (String name : before.keySet()) {
            if (after.containsKey(name)) continue;
            classes.add(name);
            names.add(simpleName(name));
        }
        names.remove(""); // anonymous classes
        return new Changes(classes, names);
    }

    boolean isEmpty() {
        return classes.isEmpty() && names.isEmpty();
    }

    /// The sources in `state` that these changes affect.
    Set<Path> affected(CompileState state) {
        var affected = new TreeSet<Path>();
        for (Compiled compiled : state.classes.values()) {
            for (String used : compiled.facts().uses()) {
                if (classes.contains(used)) affected.add(compiled.source());
            }
        }
        if (names.isEmpty()) return affected;
        Pattern pattern = Pattern.compile("\\b(" + String.join("|", names) + ")\\b");
        for (Path source : state.sources.keySet()) {
            if (!affected.contains(source) && pattern.matcher(text(source)).find()) affected.add(source);
        }
        return affected;
    }

    private static String simpleName(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1);
        return last.replaceFirst("^[0-9]+", "");
    }

    private static String text(Path source) {
        try {
            return Files.exists(source) ? Files.readString(source) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
