package dev.lintel.controller.backup;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;

/// Opens what [SealedOutput] sealed. Hands nothing on that was not authenticated, and its end only with
/// the last piece.
final class SealedInput extends InputStream {
    private final PushbackInputStream in;
    private final Sealing sealing;
    private final byte[] sealed = new byte[Sealing.PIECE_BYTES + Sealing.TAG_BYTES];
    private byte[] piece = new byte[0];
    private int at;
    private boolean ended;

    /// Throws [BackupException] when it is no backup.
    SealedInput(InputStream in, String passphrase, BackupKeys keys) throws IOException {
        this.in = new PushbackInputStream(in, 1);
        byte[] head = in.readNBytes(Sealing.HEAD_BYTES);
        int magic = Sealing.MAGIC.length;
        if (head.length < Sealing.HEAD_BYTES || !Arrays.equals(head, 0, magic, Sealing.MAGIC, 0, magic)) {
            throw new BackupException("this is no backup: it does not begin with LINTEL BACKUP 1");
        }
        this.sealing = new Sealing(keys.of(passphrase, head), head);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        while (at == piece.length) {
            if (ended) return -1;
            next();
        }
        int count = Math.min(length, piece.length - at);
        System.arraycopy(piece, at, into, offset, count);
        at += count;
        return count;
    }

    private void next() throws IOException {
        int count = in.readNBytes(sealed, 0, sealed.length);
        int more = in.read();
        if (more >= 0) in.unread(more);
        ended = more < 0;
        piece = sealing.open(sealed, count, ended);
        at = 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
