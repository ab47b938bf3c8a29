package dev.lintel.controller.system;

import dev.lintel.controller.files.DataFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// Files of root's that everybody may read, in folders that only root writes to. Whole or not at all.
final class PublicFile {
    /// A machine's state with its trusted keys has some 4 KiB.
    private static final int BYTES_MAX = 256 * 1024;

    private PublicFile() {}

    /// On disk with its name when this returns.
    static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.deleteIfExists(part);
        Files.createFile(part);
        Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-r--r--")); // whatever the umask says
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) channel.write(bytes);
            channel.force(true);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        DataFolder.force(file.resolveSibling("."));
    }

    /// Null where there is none that can be read.
    static @Nullable String read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > BYTES_MAX) return null;
            return Files.readString(file);
        } catch (IOException e) { // it goes at this moment, or is not for us
            return null;
        }
    }

    /// Gone for good when this returns.
    static void remove(Path file) throws IOException {
        if (Files.deleteIfExists(file)) DataFolder.force(file.resolveSibling("."));
    }
}
