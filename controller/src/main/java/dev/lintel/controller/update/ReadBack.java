package dev.lintel.controller.update;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// Reads what was written from the device itself: the kernel's cache would give back what it was given.
/// By dd, for Java reads past the cache only with a library of its own.
final class ReadBack {
    private static final int PIECE_BYTES = 64 * 1024;

    private ReadBack() {}

    /// Of the first `count` bytes of a device or file, hexadecimal. A file system in memory has no
    /// other side.
    static String sha256(Path from, long count) throws IOException {
        Process dd = new ProcessBuilder("dd", "if=" + from, "bs=1M", "iflag=direct", "status=none")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream in = dd.getInputStream()) {
            String hash = digest(in, count);
            if (hash != null) return hash;
        } finally {
            dd.destroy();
        }
        try (InputStream in = Files.newInputStream(from)) {
            String hash = digest(in, count);
            if (hash == null) throw new IOException(from + " ends too soon");
            return hash;
        }
    }

    /// Null where it ends too soon.
    private static @Nullable String digest(InputStream in, long count) throws IOException {
        MessageDigest hash = Bundle.sha256();
        byte[] piece = new byte[PIECE_BYTES];
        for (long left = count; left > 0; ) {
            int read = in.read(piece, 0, (int) Math.min(piece.length, left));
            if (read < 0) return null;
            hash.update(piece, 0, read);
            left -= read;
        }
        return Bundle.hex(hash);
    }
}
