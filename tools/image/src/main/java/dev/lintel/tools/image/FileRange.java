package dev.lintel.tools.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A part of a file: a partition in an image, or a region of a bundle.
///
/// @param at of its first byte
record FileRange(Path file, long at, long bytes) {
    private static final int PIECE_BYTES = 256 * 1024;

    /// The first byte, from the beginning of the range, that differs from `other`. Negative: none. A range that ends
    /// before the other differs there.
    long mismatch(FileRange other) throws IOException {
        ByteBuffer mine = ByteBuffer.allocate(PIECE_BYTES);
        ByteBuffer others = ByteBuffer.allocate(PIECE_BYTES);
        long common = Math.min(bytes, other.bytes);
        try (var one = FileChannel.open(file);
                var two = FileChannel.open(other.file)) {
            for (long done = 0; done < common; done += PIECE_BYTES) {
                int count = (int) Math.min(PIECE_BYTES, common - done);
                fill(one, mine.clear().limit(count), at + done);
                fill(two, others.clear().limit(count), other.at + done);
                int differs = mine.mismatch(others);
                if (differs >= 0) return done + differs;
            }
        }
        return bytes == other.bytes ? -1 : common;
    }

    /// Copies it to the file `target`; pieces that are zero become holes.
    Path copy(Path target) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        ByteBuffer zeros = ByteBuffer.allocate(PIECE_BYTES);
        try (var in = FileChannel.open(file);
                var out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long done = 0; done < bytes; done += PIECE_BYTES) {
                int count = (int) Math.min(PIECE_BYTES, bytes - done);
                fill(in, piece.clear().limit(count), at + done);
                boolean last = done + count == bytes;
                if (!last && piece.mismatch(zeros) < 0) continue;
                for (long to = done; piece.hasRemaining(); ) to += out.write(piece, to);
            }
        }
        return target;
    }

    private void fill(FileChannel from, ByteBuffer piece, long place) throws IOException {
        for (long next = place; piece.hasRemaining(); ) {
            int count = from.read(piece, next);
            if (count < 0) throw new IOException(file + " ends within what is compared");
            next += count;
        }
        piece.flip();
    }
}
