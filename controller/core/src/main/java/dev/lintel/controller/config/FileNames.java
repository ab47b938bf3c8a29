package dev.lintel.controller.config;

import dev.lintel.controller.yaml.Section;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Names of files in `controller.yaml`. Looks at no file.
final class FileNames {
    private FileNames() {}

    /// Null: it may be one; else what follows the key in a sentence.
    static @Nullable String fault(String name) {
        try {
            var _ = Path.of(name);
            return null;
        } catch (InvalidPathException e) {
            return "is no file name: " + e.getReason();
        }
    }

    /// The files that a list of names names, from `folder`.
    static List<Path> of(Section section, String key, Path folder) {
        var files = new ArrayList<Path>();
        for (String name : section.texts(key).that(FileNames::faults).or(List.of())) {
            if (fault(name) == null) files.add(folder.resolve(name));
        }
        return files;
    }

    /// The first that is none.
    static @Nullable String faults(List<String> names) {
        for (String name : names) if (fault(name) != null) return "'" + name + "' " + fault(name);
        return null;
    }
}
