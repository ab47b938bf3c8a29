package dev.lintel.controller.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Tries whether the disk under the data folder takes a small file, and whether it gives one: what tells a
/// disk that fails altogether from one damaged file on it. Blocks where the disk hangs.
public final class DiskProbe {
    private static final String NAME = "lintel.probe";
    private static final byte CONTENT = 0x4C;

    private DiskProbe() {}

    /// What the disk does.
    ///
    /// @param gives whether it gives a file: the one it took, or the newest snapshot
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

    /// Whether the newest snapshot can be read to its end: that is what would decide in the place of the database.
    private static boolean gives(Path folder) {
        try (Stream<Path> files = Files.list(folder.resolve("snapshots"))) {
            return files.filter(each -> each.getFileName().toString().startsWith("policy-"))
                    .max(Comparator.naturalOrder())
                    .filter(newest -> DatabaseProof.unreadable(newest) == null)
                    .isPresent();
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }
}
