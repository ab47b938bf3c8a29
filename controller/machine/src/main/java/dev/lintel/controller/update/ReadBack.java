package dev.lintel.controller.update;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;

/// Reads what was written from the device itself: the kernel's cache would give back what it was given.
/// By dd, for Java reads past the cache only with a library of its own.
final class ReadBack {
    private static final int PIECE_BYTES = 64 * 1024;

    private ReadBack() {}

    /// Of the first `count` bytes of a device or file, hexadecimal. Throws [UpdateException] where they
    /// cannot be read.
    static String sha256(Path from, long count) throws IOException {
        return sha256(from, count, "dd");
    }

    /// The same by a program that does as dd does.
    static String sha256(Path from, long count, String program) throws IOException {
        var command = new ProcessBuilder(program, "if=" + from, "bs=1M", "iflag=direct", "status=none");
        command.environment().put("LC_ALL", "C");
        Process dd = command.start();
        MessageDigest hash = Bundle.sha256();
        try (InputStream in = dd.getInputStream();
                InputStream err = dd.getErrorStream()) {
            long there = digest(in, count, hash);
            if (there == count) return Bundle.hex(hash);
            String why = new String(err.readAllBytes(), StandardCharsets.UTF_8).strip();
            if (there > 0 || !why.endsWith(": Invalid argument")) throw unread(from, there, why);
        } finally {
            dd.destroy();
        }
        return cached(from, count);
    }

    /// A file system in memory has no other side: reading past the cache is no call that it knows.
    private static String cached(Path from, long count) throws IOException {
        MessageDigest hash = Bundle.sha256();
        try (InputStream in = Files.newInputStream(from)) {
            long there = digest(in, count, hash);
            if (there < count) throw unread(from, there, "");
            return Bundle.hex(hash);
        }
    }

    private static UpdateException unread(Path from, long there, String why) {
        return new UpdateException(from + " cannot be read back: " + (why.isEmpty() ? "it ends at byte " + there : why)
                + "; the card or disk may be worn out");
    }

    /// Returns how many bytes there were.
    private static long digest(InputStream in, long count, MessageDigest hash) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        long there = 0;
        while (there < count) {
            int read = in.read(piece, 0, (int) Math.min(piece.length, count - there));
            if (read < 0) break;
            hash.update(piece, 0, read);
            there += read;
        }
        return there;
    }
}
