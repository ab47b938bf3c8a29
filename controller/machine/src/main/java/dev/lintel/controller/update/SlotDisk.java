package dev.lintel.controller.update;

import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A slot's partition while an update is written to it. A piece that is there already is not written
/// again: flash memory wears by writing, versions differ in little, and an install after a power cut
/// goes on where it was.
final class SlotDisk implements Closeable {
    /// As [Bundle#unpack] hands them on.
    static final int PIECE_BYTES = 64 * 1024;
    /// Small enough to be on disk soon: a power cut then costs no more than that.
    private static final long FORCED_EACH_BYTES = 32L << 20;

    private static final Logger LOG = System.getLogger(SlotDisk.class.getName());

    private final Path device;
    private final long bytes;
    private final FileChannel channel;
    private final ByteBuffer there = ByteBuffer.allocate(PIECE_BYTES);
    private long at;
    private long written;
    private long unforced;

    SlotDisk(Slots.Slot slot) throws IOException {
        this.device = slot.device();
        this.bytes = slot.bytes();
        this.channel = FileChannel.open(device, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /// The next piece.
    void write(ByteBuffer piece) throws IOException {
        int count = piece.remaining();
        if (at + count > bytes) throw new UpdateException("the root in the bundle is larger than this box's slot");
        if (!holds(channel, at, piece, there)) {
            for (long to = at; piece.hasRemaining(); ) to += channel.write(piece, to);
            written += count;
            unforced += count;
        }
        at += count;
        if (unforced >= FORCED_EACH_BYTES) force();
    }

    /// Whether the piece is there already. A place that cannot be read may be mended by writing it.
    static boolean holds(FileChannel channel, long at, ByteBuffer piece, ByteBuffer there) {
        there.clear().limit(piece.remaining());
        try {
            for (long from = at; there.hasRemaining(); ) {
                int read = channel.read(there, from);
                if (read <= 0) return false;
                from += read;
            }
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "the slot cannot be read at byte " + at + ", and is written anew: " + e.getMessage());
            return false;
        }
        return there.flip().equals(piece);
    }

    void force() throws IOException {
        channel.force(true);
        unforced = 0;
    }

    /// What really had to be written.
    long writtenBytes() {
        return written;
    }

    /// Of the first `count` bytes, read back.
    String sha256(long count) throws IOException {
        return ReadBack.sha256(device, count);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
