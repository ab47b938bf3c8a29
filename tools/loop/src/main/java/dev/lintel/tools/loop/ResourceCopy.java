package dev.lintel.tools.loop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/// Copies one file where its content is another one, so that the time of an unchanged copy stays.
final class ResourceCopy {
    private ResourceCopy() {}

    static void update(Path from, Path to) throws IOException {
        if (Files.exists(to) && Files.mismatch(from, to) < 0) return;
        Files.createDirectories(Objects.requireNonNull(to.getParent()));
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
}
