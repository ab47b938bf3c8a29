package dev.lintel.controller.backup;

import dev.lintel.controller.store.DataFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where a backup has the copy of a database for a while, which nothing encrypts. Beside the database,
/// unless root backs up somebody else's folder: who may write there could have root write to any file, by a
/// link in the copy's place. Then it is a folder of root's alone, beside the box's: usually on the same
/// disk, and not beside the backup, which may be a stick.
final class CopyRoom implements AutoCloseable {
    private static final String LOCK = "lock";
    private static final double MB = 1e6;

    private final @Nullable Path own;
    private final @Nullable FileChannel held;

    private CopyRoom(@Nullable Path own, @Nullable FileChannel held) {
        this.own = own;
        this.held = held;
    }

    /// Throws IOException in words also where another backup is being made.
    ///
    /// @param data the box's folder, by a path without links
    static CopyRoom of(Path data) throws IOException {
        if (!DataFolder.isForeign(data)) return new CopyRoom(null, null);
        Path own = rootsAbove(data).resolve(data.getFileName() + ".copying");
        if (Files.exists(own, LinkOption.NOFOLLOW_LINKS)) {
            requireFree(own);
            clear(own); // a backup was cut
        }
        try {
            Files.createDirectory(
                    own, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            throw busy(e);
        }
        var held = FileChannel.open(own.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        held.lock();
        return new CopyRoom(own, held);
    }

    /// Whoever makes a copy there holds its lock, and a power cut lets go of it.
    private static void requireFree(Path own) throws IOException {
        requireRoots(own);
        Path lock = own.resolve(LOCK);
        if (!Files.exists(lock, LinkOption.NOFOLLOW_LINKS)) return;
        try (var file = FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (file.tryLock() == null) throw busy(null);
        } catch (OverlappingFileLockException e) {
            throw busy(e);
        }
    }

    private static IOException busy(@Nullable Exception cause) {
        return new IOException("another backup is being made: try again when it is done", cause);
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

    /// Where the copy of `database` goes. Throws IOException in words where it has no room: its disk may be another one
    /// than the box's.
    Path of(String database, Path data) throws IOException {
        Path file = data.resolve(database + ".part");
        if (own == null) return file;
        long needed = Files.size(data.resolve(database));
        long free = Files.getFileStore(own).getUsableSpace();
        if (free < needed) {
            throw new IOException("the copy of " + database + " needs " + Math.round(needed / MB) + " MB in " + own
                    + ", and there are " + Math.round(free / MB));
        }
        return own.resolve(file.getFileName());
    }

    @Override
    public void close() throws IOException {
        if (own != null) clear(own);
        if (held != null) held.close();
    }

    private static void requireRoots(Path own) throws IOException {
        boolean folder = Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS);
        if (!folder || !Files.getOwner(own, LinkOption.NOFOLLOW_LINKS).getName().equals("root")) {
            throw new IOException(own + " is in the way, and no folder of root's");
        }
    }

    private static void clear(Path own) throws IOException {
        requireRoots(own);
        try (Stream<Path> files = Files.list(own)) {
            List<Path> left = files.toList();
            for (Path file : left) Files.delete(file);
        }
        Files.delete(own);
    }
}
