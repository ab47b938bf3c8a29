package dev.lintel.controller.update;

import dev.lintel.controller.files.DataFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Those of a machine.
final class DurableFiles implements StateFiles {
    @Override
    public void write(Path file, String text) throws IOException {
        DataFolder.writeDurably(file, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        DataFolder.force(to.resolveSibling("."));
    }

    @Override
    public void remove(Path file) throws IOException {
        if (Files.deleteIfExists(file)) DataFolder.force(file.resolveSibling("."));
    }
}
