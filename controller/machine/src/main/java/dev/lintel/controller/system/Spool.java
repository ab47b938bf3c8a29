package dev.lintel.controller.system;

import dev.lintel.controller.files.DataFolder;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.Semaphore;
import java.util.function.ToLongFunction;

/// Where a bundle lies in the data folder until root takes it. Any thread; one upload at a time.
public final class Spool {
    /// No bundle is larger than a slot, which has 1 GiB.
    public static final int BYTES_MAX = 1 << 30;
    /// What the database and the journal need meanwhile: more than a day of a busy box, and its daily snapshot.
    static final long SPARE_BYTES = 64L << 20;

    private static final Logger LOG = System.getLogger(Spool.class.getName());
    private static final int PIECE_BYTES = 64 * 1024;
    /// Room is looked at again after so much, and what came is on disk: it does not pile up in memory.
    private static final long EACH_BYTES = 8L << 20;

    private final Path folder;
    private final ToLongFunction<Path> free;
    private final Semaphore turn = new Semaphore(1);

    /// @param folder made when it is needed
    /// @param free bytes that are free on a folder's disk
    Spool(Path folder, ToLongFunction<Path> free) {
        this.folder = folder;
        this.free = free;
    }

    Path bundle() {
        return folder.resolve(SystemFolders.BUNDLE);
    }

    private Path part() {
        return folder.resolve(SystemFolders.BUNDLE + ".part");
    }

    /// Whether a whole upload lies there.
    public boolean hasBundle() {
        return Files.isRegularFile(bundle());
    }

    /// What is there goes, so that there is room, and `body` comes in its place: whole, or nothing does. Throws
    /// [SystemException], and whatever reading `body` throws.
    ///
    /// @param declared how many bytes it will have; -1: nobody has said
    public void take(InputStream body, long declared) {
        if (declared > BYTES_MAX) throw tooLarge();
        if (!turn.tryAcquire()) throw new SystemException("somebody else uploads a bundle at this moment");
        try {
            takeInTurn(body, declared);
        } finally {
            turn.release();
        }
    }

    private void takeInTurn(InputStream body, long declared) {
        boolean whole = false;
        try {
            DataFolder.makePrivate(folder);
            remove();
            requireRoom(Math.max(declared, 0));
            pour(body, declared);
            Files.move(part(), bundle(), StandardCopyOption.ATOMIC_MOVE);
            DataFolder.force(folder);
            whole = true;
        } catch (IOException e) {
            throw new SystemException("the bundle cannot be kept: " + e.getMessage(), e);
        } finally {
            if (!whole) removeHalf();
        }
    }

    private void removeHalf() {
        try {
            Files.deleteIfExists(part());
        } catch (IOException e) { // the next upload removes it
            LOG.log(Level.WARNING, "half a bundle is left behind", e);
        }
    }

    private void pour(InputStream body, long declared) throws IOException {
        Files.createFile(part(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        byte[] piece = new byte[PIECE_BYTES];
        long bytes = 0;
        long unforced = 0;
        try (var out = FileChannel.open(part(), StandardOpenOption.WRITE)) {
            for (int count = body.read(piece); count >= 0; count = body.read(piece)) {
                bytes += count;
                unforced += count;
                if (bytes > BYTES_MAX) throw tooLarge();
                ByteBuffer write = ByteBuffer.wrap(piece, 0, count);
                while (write.hasRemaining()) out.write(write);
                if (unforced < EACH_BYTES) continue;
                out.force(false);
                unforced = 0;
                requireRoom(0);
            }
            out.force(true);
        }
        if (declared >= 0 && bytes != declared) throw new SystemException("the bundle did not arrive whole");
    }

    private void requireRoom(long bytes) {
        long room = free.applyAsLong(folder) - SPARE_BYTES;
        if (room >= bytes) return;
        throw new SystemException("there is no room for the bundle: it needs " + (bytes >> 20) + " MB, and "
                + Math.max(0, room >> 20) + " MB can be spared");
    }

    private static SystemException tooLarge() {
        return new SystemException("no bundle is larger than " + (BYTES_MAX >> 20) + " MB");
    }

    /// The upload, and half of one that was cut off with the process. Throws [SystemException].
    public void clear() {
        if (!turn.tryAcquire()) throw new SystemException("somebody uploads a bundle at this moment");
        try {
            remove();
        } catch (IOException e) {
            throw new SystemException("the bundle cannot be removed: " + e.getMessage(), e);
        } finally {
            turn.release();
        }
    }

    private void remove() throws IOException {
        Files.deleteIfExists(part());
        Files.deleteIfExists(bundle());
    }

    /// Throws [SystemException].
    static long freeOn(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            throw new SystemException("nobody tells how much room there is: " + e.getMessage(), e);
        }
    }
}
