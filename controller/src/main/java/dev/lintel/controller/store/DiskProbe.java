package dev.lintel.controller.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// Tries whether the disk under the data folder takes a small file and gives it back: what tells a disk that fails
/// altogether from one damaged file on it. Blocks where the disk hangs.
public final class DiskProbe {
    private static final String NAME = "lintel.probe";
    private static final byte CONTENT = 0x4C;

    private DiskProbe() {}

    /// What is wrong, in words; null: the disk works.
    public static @Nullable String fault(Path folder) {
        Path probe = folder.resolve(NAME);
        try (var file = FileChannel.open(
                probe,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
            file.write(ByteBuffer.wrap(new byte[] {CONTENT}));
            file.force(true);
            ByteBuffer given = ByteBuffer.allocate(1);
            if (file.read(given, 0) != 1 || given.get(0) != CONTENT) return "the disk does not give what it took";
            return null;
        } catch (IOException e) {
            boolean gone = !Files.isDirectory(folder);
            return (gone ? "the disk is gone: " : "the disk takes no file: ") + e.getMessage();
        }
    }
}
