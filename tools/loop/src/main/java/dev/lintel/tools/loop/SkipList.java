package dev.lintel.tools.loop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The tests that may be skipped on a build machine: a file with a line `Class.method: reason` for each; `#` starts a
/// comment.
final class SkipList {
    private final @Nullable Path file;
    private final Set<String> allowed = new HashSet<>();

    private SkipList(@Nullable Path file) {
        this.file = file;
    }

    /// Any test may be skipped.
    static SkipList any() {
        return new SkipList(null);
    }

    static SkipList read(Path file) {
        var list = new SkipList(file);
        try {
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                if (line.isBlank() || line.startsWith("#")) continue;
                int colon = line.indexOf(": ");
                if (colon < 0 || line.substring(colon + 1).isBlank()) {
                    throw new LoopException(
                            file + ", line " + number + ": write 'Class.method: reason', not '" + line + "'");
                }
                list.allowed.add(line.substring(0, colon).strip());
            }
            return list;
        } catch (IOException e) {
            throw new LoopException("the list of allowed skips cannot be read: " + file);
        }
    }

    String name() {
        return String.valueOf(file);
    }

    /// The names of those tests that may not be skipped.
    Set<String> unexpected(Collection<TestResult.Skip> skips) {
        var unexpected = new TreeSet<String>();
        if (file == null) return unexpected;
        for (TestResult.Skip skip : skips) {
            String name = skip.test().replaceFirst(" .*", "");
            if (!allowed.contains(name)) unexpected.add(name);
        }
        return unexpected;
    }
}
