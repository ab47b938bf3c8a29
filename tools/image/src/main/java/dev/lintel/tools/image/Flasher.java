package dev.lintel.tools.image;

import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// Writes an image to a card and reads all of it back: cards that lie about their size, or wear out, keep quiet about
/// it.
///
/// ```
///   image --4 MiB--> SHA-256 kept, written ... forced --> read past the cache --SHA-256--> the same, or where it
/// differs
/// ```
public final class Flasher {
    /// Many erase blocks of any card, and little of a small machine's memory.
    static final int PIECE_BYTES = 4 << 20;
    /// What a card was before may have left a second table there, which firmware takes for the disk's.
    static final long TAIL_BYTES = 1L << 20;

    private static final int SECTOR = 512;
    private static final double NS = 1e9;
    private static final double MB = 1e6;
    private static final int PERCENT = 100;

    private final Time time;
    private final Consumer<String> progress;

    /// `progress` hears how far it is, in a few words.
    public Flasher(Time time, Consumer<String> progress) {
        this.time = time;
        this.progress = progress;
    }

    /// Where an image goes: bytes by their place.
    public interface Target {
        /// Of all of it.
        long bytes();

        /// Writes all that remains of `piece`.
        void write(ByteBuffer piece, long at) throws IOException;

        /// Returns once everything written is on the medium, and lets go of what is kept of it in memory.
        void force() throws IOException;

        /// Reads from the medium until `piece` is full.
        void read(ByteBuffer piece, long at) throws IOException;
    }

    /// Where an image comes from.
    public interface Source {
        long bytes();

        /// Reads until `piece` is full.
        void read(ByteBuffer piece, long at) throws IOException;
    }

    /// What was done.
    ///
    /// @param bytes written, and read back
    public record Flashed(long bytes, double writeSeconds, double readSeconds) {}

    /// Throws [ImageException] that says what went wrong, and where on the card.
    public Flashed flash(Source source, Target target) {
        if (target.bytes() < source.bytes()) {
            throw new ImageException(String.format(
                    Locale.ROOT,
                    "it holds %.1f GB, and the image needs %.1f GB",
                    target.bytes() / MB / 1000,
                    source.bytes() / MB / 1000));
        }
        long begunNs = time.nowNs();
        List<byte[]> hashes = write(source, target);
        long writtenNs = time.nowNs();
        compare(source, target, hashes);
        return new Flashed(source.bytes(), (writtenNs - begunNs) / NS, (time.nowNs() - writtenNs) / NS);
    }

    private List<byte[]> write(Source source, Target target) {
        var hashes = new ArrayList<byte[]>();
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES + SECTOR).alignedSlice(SECTOR);
        long begunNs = time.nowNs();
        long at = 0;
        try {
            long tail = Math.max(source.bytes(), target.bytes() - TAIL_BYTES);
            for (long from = tail; from < target.bytes(); from += SECTOR)
                target.write(ByteBuffer.allocate(SECTOR), from);
            for (; at < source.bytes(); at += piece.limit()) {
                fill(source, piece, at);
                hashes.add(sha256(piece));
                target.write(piece.rewind(), at);
                tell("writing", at + piece.limit(), source.bytes(), begunNs);
            }
            progress.accept("waiting until everything is on the card");
            target.force();
        } catch (IOException e) {
            throw new ImageException("writing failed at byte " + at + ": " + e.getMessage(), e);
        }
        return hashes;
    }

    private void compare(Source source, Target target, List<byte[]> hashes) {
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES + SECTOR).alignedSlice(SECTOR);
        long begunNs = time.nowNs();
        long at = 0;
        try {
            for (byte[] hash : hashes) {
                piece.clear().limit((int) Math.min(PIECE_BYTES, source.bytes() - at));
                target.read(piece, at);
                piece.flip();
                if (!Arrays.equals(sha256(piece), hash)) throw differs(source, piece.rewind(), at);
                at += piece.limit();
                tell("reading back", at, source.bytes(), begunNs);
            }
        } catch (IOException e) {
            throw new ImageException("reading back failed at byte " + at + ": " + e.getMessage(), e);
        }
    }

    private static ImageException differs(Source source, ByteBuffer read, long at) throws IOException {
        ByteBuffer meant = ByteBuffer.allocate(read.limit());
        source.read(meant, at);
        int first = read.mismatch(meant.flip());
        if (first < 0) return new ImageException("the image was changed while it was written: flash it once more");
        long sector = (at + first) / SECTOR;
        return new ImageException("what was read back is not what was written: sector " + sector + ", byte "
                + (at + first) + ". Do not use this card");
    }

    private static void fill(Source source, ByteBuffer piece, long at) throws IOException {
        piece.clear().limit((int) Math.min(PIECE_BYTES, source.bytes() - at));
        source.read(piece, at);
        piece.flip();
    }

    private void tell(String what, long done, long all, long begunNs) {
        double seconds = Math.max(1, time.nowNs() - begunNs) / NS;
        double speed = done / seconds;
        progress.accept(String.format(
                Locale.ROOT,
                "%s %d %%, %.0f MB/s, %.0f s left",
                what,
                done * PERCENT / all,
                speed / MB,
                (all - done) / speed));
    }

    private static byte[] sha256(ByteBuffer piece) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(piece);
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JVM has it
        }
    }
}
