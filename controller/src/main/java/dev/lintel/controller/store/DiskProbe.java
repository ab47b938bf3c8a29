package dev.lintel.controller.store;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Tries whether the disk under the data folder takes a small file, and whether it gives one: what tells a
/// disk that fails altogether from one damaged file on it. Blocks where the disk hangs.
public final class DiskProbe {
    private static final String NAME = "lintel.probe";
    private static final byte CONTENT = 0x4C;

    /// Other files that are read: one may be damaged, three are the disk.
    private static final int READ_MAX = 3;

    private static final String DATABASE = "lintel.db";

    private DiskProbe() {}

    /// What the disk does.
    ///
    /// @param gives whether it gives any file
    /// @param fault what is wrong, in words; null: nothing
    public record Finding(boolean gives, @Nullable String fault) {}

    /// A disk that gives and takes files.
    public static final Finding WORKS = new Finding(true, null);

    public static Finding look(Path folder) {
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
            if (file.read(given, 0) == 1 && given.get(0) == CONTENT) return WORKS;
            return new Finding(false, "the disk is gone: it does not give what it took");
        } catch (IOException e) {
            if (gives(folder)) return new Finding(true, "the disk takes no file: " + e.getMessage());
            return new Finding(false, "the disk is gone: " + e.getMessage());
        }
    }

    /// Whether any of a few other files can be read.
    private static boolean gives(Path folder) {
        List<Path> others;
        try (Stream<Path> files = Files.list(folder)) {
            others = files.filter(each -> !each.getFileName().toString().startsWith(DATABASE))
                    .filter(each -> each.toFile().length() > 0 && Files.isRegularFile(each))
                    .limit(READ_MAX)
                    .toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            return false;
        }
        return others.stream().anyMatch(DiskProbe::isRead);
    }

    /// From the disk itself: what the system has kept in memory proves nothing.
    private static boolean isRead(Path file) {
        try {
            int block = (int) Math.clamp(Files.getFileStore(file).getBlockSize(), 512, 1 << 20);
            ByteBuffer buffer = ByteBuffer.allocateDirect(2 * block).alignedSlice(block);
            try (var direct = FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
                return direct.read(buffer) > 0;
            }
        } catch (IOException | UnsupportedOperationException e) {
            return false; // also a file system that reads nothing past the system's memory
        }
    }
}
