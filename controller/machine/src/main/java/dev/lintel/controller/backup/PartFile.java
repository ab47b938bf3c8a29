package dev.lintel.controller.backup;

import dev.lintel.controller.files.DataFolder;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a backup is written to before it has its name. Locked until it has: whoever writes a backup of the same name
/// meanwhile is told so, and takes nothing away. A power cut lets go of the lock, and the next one removes what it
/// left. All goes through one channel, as the system forgets a process's lock on a file with the first that it closes.
final class PartFile implements AutoCloseable {
    private final Path file;
    private final @Nullable FileChannel left;
    private final FileChannel channel;
    private boolean named;

    private PartFile(Path file, @Nullable FileChannel left, FileChannel channel) {
        this.file = file;
        this.left = left;
        this.channel = channel;
    }

    /// For the backup `target`. Throws IOException, in words where another one is being written there.
    static PartFile of(Path target) throws IOException {
        Path file = target.resolveSibling(target.getFileName() + ".part");
        FileChannel left = removed(file);
        try {
            return new PartFile(file, left, made(file));
        } catch (IOException | RuntimeException e) {
            if (left != null) left.close();
            throw e;
        }
    }

    private static FileChannel made(Path file) throws IOException {
        FileChannel made;
        try {
            made = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            throw busy(file, e);
        }
        if (isTaken(made)) return made;
        made.close(); // another took it for one that was left
        throw busy(file, null);
    }

    /// Removes what a backup left that was cut, and keeps its lock: whoever has opened it by now, and got the lock,
    /// took the file of that name for it, which is ours by then.
    private static @Nullable FileChannel removed(Path file) throws IOException {
        BasicFileAttributes found;
        try {
            found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
        if (!found.isRegularFile()) {
            Files.delete(file); // a link, or what else nobody writes a backup into
            return null;
        }
        FileChannel left;
        try {
            left = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            throw busy(file, e);
        } catch (AccessDeniedException e) {
            throw new IOException(file + " is another user's: remove it, or name another file", e);
        }
        try {
            if (!isTaken(left) || !isStill(found, file)) throw busy(file, null);
            Files.delete(file);
            return left;
        } catch (IOException | RuntimeException e) {
            left.close();
            throw e;
        }
    }

    private static boolean isStill(BasicFileAttributes found, Path file) throws IOException {
        try {
            var now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return Objects.equals(found.fileKey(), now.fileKey());
        } catch (NoSuchFileException e) { // whoever wrote it is done
            return false;
        }
    }

    private static boolean isTaken(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) { // a share that knows no locks: nobody has one there
            return true;
        }
    }

    private static IOException busy(Path file, @Nullable Exception cause) {
        return new IOException(
                file + ": another backup is being written there: try again when it is done, or name another file",
                cause);
    }

    /// Where it is written. To close it leaves the file open.
    OutputStream output() {
        return new FilterOutputStream(Channels.newOutputStream(channel)) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() {}
        };
    }

    /// What was written, from its beginning. To close it leaves the file open.
    InputStream input() throws IOException {
        channel.position(0);
        return new FilterInputStream(Channels.newInputStream(channel)) {
            @Override
            public void close() {}
        };
    }

    void force() throws IOException {
        channel.force(true);
    }

    /// Gives it its name, on disk when this returns.
    void name(Path target) throws IOException {
        Files.move(file, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        named = true;
        DataFolder.force(target.toAbsolutePath().resolveSibling("."));
    }

    /// Removes it, unless it has its name: before the lock goes, as the name may be another's after that.
    @Override
    public void close() throws IOException {
        try (left;
                channel) {
            if (!named) Files.deleteIfExists(file);
        }
    }
}
