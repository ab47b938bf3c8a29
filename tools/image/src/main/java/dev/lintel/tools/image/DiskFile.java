package dev.lintel.tools.image;

import dev.lintel.reader.linux.DiskClaim;
import dev.lintel.reader.linux.LinuxException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// An image's file, or a disk, whose size no file system tells: the kernel's list does. What was written to a disk is
/// read back by dd past the kernel's cache, which would give back what it was given. A file that stands for a disk has
/// no other side. A disk is claimed while it is open: the kernel knows better than [Disks] what is mounted.
public final class DiskFile implements Flasher.Source, Flasher.Target, AutoCloseable {
    private final Path path;
    private final long bytes;
    private final FileChannel channel;
    /// Null for a file.
    private final @Nullable DiskClaim claim;

    private @Nullable Process reader;
    private long readTo;

    private DiskFile(Path path, long bytes, FileChannel channel, @Nullable DiskClaim claim) {
        this.path = path;
        this.bytes = bytes;
        this.channel = channel;
        this.claim = claim;
    }

    /// To be read. Throws [ImageException] where it is not there.
    public static DiskFile image(Path image) {
        try {
            if (!Files.isRegularFile(image)) throw new ImageException(image + " is no file");
            FileChannel channel = FileChannel.open(image);
            return new DiskFile(image, channel.size(), channel, null);
        } catch (IOException e) {
            throw new ImageException(image + " cannot be read: " + e.getMessage(), e);
        }
    }

    /// To be written, and then read back from its beginning. Throws [ImageException] where this person may not, and
    /// where the disk is in use.
    public static DiskFile target(Disk disk) {
        try {
            FileChannel channel = FileChannel.open(disk.device(), StandardOpenOption.READ, StandardOpenOption.WRITE);
            return new DiskFile(disk.device(), disk.bytes(), channel, claim(disk, channel));
        } catch (IOException e) {
            throw new ImageException(disk.device() + " cannot be written (sudo?): " + e.getMessage(), e);
        }
    }

    private static @Nullable DiskClaim claim(Disk disk, FileChannel channel) throws IOException {
        if (Files.isRegularFile(disk.device())) return null;
        DiskClaim claim = null;
        try {
            claim = DiskClaim.of(disk.device());
            if (claim == null)
                throw new ImageException(disk.device() + " is in use: something has mounted or claimed it");
            return claim;
        } catch (LinuxException e) {
            throw new ImageException(disk.device() + " cannot be claimed: " + e.getMessage(), e);
        } finally {
            if (claim == null) channel.close();
        }
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void write(ByteBuffer piece, long at) throws IOException {
        for (long to = at; piece.hasRemaining(); ) to += channel.write(piece, to);
    }

    @Override
    public void force() throws IOException {
        channel.force(true);
    }

    @Override
    public void read(ByteBuffer piece, long at) throws IOException {
        if (claim != null) {
            readPastTheCache(piece, at);
            return;
        }
        for (long from = at; piece.hasRemaining(); ) {
            int read = channel.read(piece, from);
            if (read < 0) throw new EOFException("it ends at byte " + from);
            from += read;
        }
    }

    private void readPastTheCache(ByteBuffer piece, long at) throws IOException {
        if (at != readTo) throw new IllegalStateException("a disk is read from its beginning, in order");
        Process dd = reader;
        if (dd == null) {
            dd = new ProcessBuilder("dd", "if=" + path, "bs=" + Flasher.PIECE_BYTES, "iflag=direct", "status=none")
                    .start();
            reader = dd;
        }
        byte[] read = dd.getInputStream().readNBytes(piece.remaining());
        readTo += read.length;
        if (read.length < piece.remaining()) {
            String why = new String(dd.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            throw new EOFException(why.isEmpty() ? "it ends at byte " + readTo : why);
        }
        piece.put(read);
    }

    @Override
    public void close() {
        if (reader != null) reader.destroy();
        if (claim != null) claim.close(); // first: once nobody writes, the new table is read, which a claim keeps off
        try {
            channel.close();
        } catch (IOException e) {
            throw new ImageException(path + " cannot be closed: " + e.getMessage(), e);
        }
    }
}
