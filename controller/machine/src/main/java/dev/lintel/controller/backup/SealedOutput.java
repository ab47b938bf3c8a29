package dev.lintel.controller.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.util.Arrays;

/// Seals what is written to it. [#close] writes the last piece, without which the file opens nowhere.
final class SealedOutput extends OutputStream {
    private final OutputStream out;
    private final Sealing sealing;
    private final byte[] piece = new byte[Sealing.PIECE_BYTES];
    private int filled;
    private boolean closed;

    SealedOutput(OutputStream out, String passphrase, BackupKeys keys) throws IOException {
        byte[] head = Arrays.copyOf(Sealing.MAGIC, Sealing.HEAD_BYTES);
        byte[] salt = new byte[Sealing.SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        System.arraycopy(salt, 0, head, Sealing.MAGIC.length, salt.length);
        this.out = out;
        this.sealing = new Sealing(keys.of(passphrase, head), head);
        out.write(head);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int at = offset;
        for (int left = length; left > 0; ) {
            // A full piece waits for what comes: the last one is sealed as the last.
            if (filled == piece.length) flushPiece(false);
            int count = Math.min(left, piece.length - filled);
            System.arraycopy(bytes, at, piece, filled, count);
            filled += count;
            at += count;
            left -= count;
        }
    }

    private void flushPiece(boolean last) throws IOException {
        out.write(sealing.seal(piece, filled, last));
        filled = 0;
    }

    @Override
    public void close() throws IOException {
        if (closed) return;
        closed = true;
        flushPiece(true);
        out.close();
    }
}
