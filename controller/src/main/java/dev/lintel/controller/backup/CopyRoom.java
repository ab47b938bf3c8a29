package dev.lintel.controller.backup;

import dev.lintel.controller.store.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where a backup has the copy of a database for a while, which nothing encrypts. Beside the database,
/// unless root backs up somebody else's folder: who may write there could have root write to any file, by a
/// link in the copy's place. Then it is a folder of root's alone, beside the box's: usually on the same
/// disk, and not beside the backup, which may be a stick.
final class CopyRoom implements AutoCloseable {
    private final @Nullable Path own;

    private CopyRoom(@Nullable Path own) {
        this.own = own;
    }

    /// @param data the box's folder, by a path without links
    static CopyRoom of(Path data) throws IOException {
        if (!DataFolder.isForeign(data)) return new CopyRoom(null);
        Path own = rootsAbove(data).resolve(data.getFileName() + ".copying");
        if (Files.exists(own, LinkOption.NOFOLLOW_LINKS)) clear(own); // a backup was cut
        Files.createDirectory(own, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return new CopyRoom(own);
    }

    /// The nearest folder above that nobody but root can put another in the place of.
    private static Path rootsAbove(Path data) throws IOException {
        Path found = data;
        for (Path folder = data; folder != null; folder = folder.getParent()) {
            if (DataFolder.isForeign(folder)) found = folder;
        }
        Path above = found.getParent();
        if (above == null) throw new IOException("there is no folder of root's above " + data);
        return above;
    }

    /// Where the copy of `database` goes.
    Path of(String database, Path data) {
        Path file = data.resolve(database + ".part");
        return own == null ? file : own.resolve(file.getFileName());
    }

    @Override
    public void close() throws IOException {
        if (own != null) clear(own);
    }

    private static void clear(Path own) throws IOException {
        if (!Files.getOwner(own, LinkOption.NOFOLLOW_LINKS).getName().equals("root")) {
            throw new IOException(own + " is in the way, and not root's");
        }
        try (Stream<Path> files = Files.list(own)) {
            List<Path> left = files.toList();
            for (Path file : left) Files.delete(file);
        }
        Files.delete(own);
    }
}
