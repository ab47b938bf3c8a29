package dev.lintel.controller.backup;

import dev.lintel.controller.files.DataFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where a backup has the copy of a database for a while, which nothing encrypts. Beside the database,
/// unless root backs up somebody else's folder: who may write there could have root write to any file, by a
/// link in the copy's place. Then it is a folder of root's alone, beside the box's: usually on the same
/// disk, and not beside the backup, which may be a stick.
///
/// One backup of a box is made at a time: two would have their copies in one place. Its lock is a file that stays for
/// good, taken before anything else and let go after everything else; a power cut lets go of it too.
final class CopyRoom implements AutoCloseable {
    private static final String LOCK = "copying.lock";
    private static final Set<PosixFilePermission> OWNER_ONLY_FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNER_ONLY_FILE = PosixFilePermissions.fromString("rw-------");
    private static final double MB = 1e6;

    private final @Nullable Path own;
    private final FileChannel held;

    private CopyRoom(@Nullable Path own, FileChannel held) {
        this.own = own;
        this.held = held;
    }

    /// Throws IOException in words also where another backup is being made.
    ///
    /// @param data the box's folder, by a path without links
    static CopyRoom of(Path data) throws IOException {
        if (!DataFolder.isForeign(data)) return new CopyRoom(null, locked(data.resolve(LOCK), false));
        Path above = rootsAbove(data);
        FileChannel held = locked(above.resolve(data.getFileName() + "." + LOCK), true);
        try {
            return new CopyRoom(empty(above.resolve(data.getFileName() + ".copying")), held);
        } catch (IOException | RuntimeException e) {
            held.close();
            throw e;
        }
    }

    private static Path empty(Path own) throws IOException {
        if (Files.exists(own, LinkOption.NOFOLLOW_LINKS)) clear(own); // a backup was cut
        return Files.createDirectory(own, PosixFilePermissions.asFileAttribute(OWNER_ONLY_FOLDER));
    }

    private static FileChannel locked(Path lock, boolean roots) throws IOException {
        if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)) requireFile(lock, roots);
        var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        FileChannel file = FileChannel.open(lock, options, PosixFilePermissions.asFileAttribute(OWNER_ONLY_FILE));
        try {
            requireFile(lock, roots); // in a folder as /tmp others may have been quicker
            Files.setPosixFilePermissions(lock, OWNER_ONLY_FILE);
            if (file.tryLock() == null) throw busy(null);
            return file;
        } catch (OverlappingFileLockException e) {
            file.close();
            throw busy(e);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static void requireFile(Path lock, boolean roots) throws IOException {
        boolean file = Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS);
        if (file && !roots) return;
        if (!file || !isRoots(lock)) {
            throw new IOException(lock + " is in the way, and no file" + (roots ? " of root's" : "") + ": remove it");
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
        try (held) {
            if (own != null) clear(own);
        }
    }

    private static boolean isRoots(Path path) throws IOException {
        return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName().equals("root");
    }

    private static void clear(Path own) throws IOException {
        if (!Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS) || !isRoots(own)) {
            throw new IOException(own + " is in the way, and no folder of root's: remove it");
        }
        try (Stream<Path> files = Files.list(own)) {
            List<Path> left = files.toList();
            for (Path file : left) Files.delete(file);
        }
        Files.delete(own);
    }
}
