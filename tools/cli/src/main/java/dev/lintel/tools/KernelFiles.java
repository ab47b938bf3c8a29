package dev.lintel.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Small files of `/proc` and `/sys`, as the kernel writes them.
///
/// @param root of the machine: `/`, but for tests
record KernelFiles(Path root) {
    /// The text without blanks around it; null where there is no such file, or it cannot be read.
    @Nullable
    String text(String name) {
        try {
            return Files.readString(root.resolve(name), StandardCharsets.ISO_8859_1)
                    .strip();
        } catch (IOException e) { // some of them answer with an error where the device does not know
            return null;
        }
    }

    List<String> lines(String name) {
        String text = text(name);
        return text == null || text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
    }

    /// The number in it, decimal or `0x..`; null where there is none.
    @Nullable
    Long number(String name) {
        String text = text(name);
        try {
            return text == null || text.isEmpty() ? null : Long.decode(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /// Names in a folder that fit the pattern, sorted; none where there is no such folder.
    List<String> names(String folder, String pattern) {
        var names = new ArrayList<String>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(root.resolve(folder), pattern)) {
            for (Path file : files) names.add(file.getFileName().toString());
        } catch (IOException e) {
            return List.of();
        }
        names.sort(null);
        return names;
    }

    boolean has(String name) {
        return Files.exists(root.resolve(name));
    }
}
