package dev.lintel.tools.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Puts partitions' files into one with a table. What is empty stays a hole in the file.
final class Assembly {
    private static final int PIECE_BYTES = 64 * 1024;

    private Assembly() {}

    static void make(Partitions partitions, Board board, Path boot, Path root, Path image) throws IOException {
        try (var out = FileChannel.open(image, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            copy(boot, out, Partitions.bootAt());
            copy(root, out, Partitions.rootAt());
            out.write(ByteBuffer.allocate(1), Partitions.bytes() - 1);
        }
        table(partitions.table(board), boot.resolveSibling("table"), image);
        if (board.isPi()) PiBoot.bridge(image);
    }

    private static void copy(Path file, FileChannel out, long at) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        try (var in = FileChannel.open(file)) {
            for (long from = 0; in.read(piece.clear(), from) > 0; from += piece.limit()) {
                piece.flip();
                if (isEmpty(piece)) continue;
                for (long to = at + from; piece.hasRemaining(); ) to += out.write(piece, to);
            }
        }
    }

    private static boolean isEmpty(ByteBuffer piece) {
        return piece.mismatch(ByteBuffer.allocate(piece.limit())) < 0;
    }

    /// sfdisk takes the table from its input.
    private static void table(String table, Path script, Path image) throws IOException {
        Files.writeString(script, table, StandardCharsets.US_ASCII);
        try {
            Process sfdisk = new ProcessBuilder(
                            "sfdisk", "--quiet", "--no-reread", "--no-tell-kernel", image.toString())
                    .redirectInput(script.toFile())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(sfdisk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (sfdisk.waitFor() != 0) throw new ImageException("sfdisk failed: " + said);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ImageException("sfdisk was interrupted", e);
        }
    }

    /// Bytes of pieces that are not empty.
    static long usedBytes(Path file) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        long used = 0;
        try (var in = FileChannel.open(file)) {
            for (long from = 0; in.read(piece.clear(), from) > 0; from += piece.limit()) {
                piece.flip();
                if (!isEmpty(piece)) used += piece.limit();
            }
        }
        return used;
    }
}
