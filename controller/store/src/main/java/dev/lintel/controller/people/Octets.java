package dev.lintel.controller.people;

import java.io.IOException;
import java.io.InputStream;

/// Reads big-endian numbers from a stream. Not thread-safe.
///
/// Throws [ImageException] where the stream ends too soon, and `IOException` where it cannot be read.
final class Octets {
    private static final int BUFFER = 8192;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;

    Octets(InputStream in) {
        this.in = in;
    }

    int u8() throws IOException {
        if (at == end) {
            end = in.read(buffer);
            at = 0;
            if (end <= 0) {
                end = 0;
                throw new ImageException("it ends too soon");
            }
        }
        return buffer[at++] & 0xFF;
    }

    int u16() throws IOException {
        return (u8() << 8) | u8();
    }

    long u32() throws IOException {
        return ((long) u16() << 16) | u16();
    }

    byte[] bytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) bytes[i] = (byte) u8();
        return bytes;
    }

    void skip(long count) throws IOException {
        for (long i = 0; i < count; i++) u8();
    }
}
