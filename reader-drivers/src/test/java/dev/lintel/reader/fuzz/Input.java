package dev.lintel.reader.fuzz;

import dev.lintel.reader.Bytes;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/// The fuzzer's bytes, taken from the front; past their end there are zeros. So every input means something, and one
/// that grows goes on to mean the same at its front.
final class Input {
    private final byte[] bytes;
    private int at;

    Input(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean more() {
        return at < bytes.length;
    }

    int u8() {
        return more() ? bytes[at++] & 0xFF : 0;
    }

    int u16() {
        return u8() | u8() << 8;
    }

    long u32() {
        return u16() | (long) u16() << 16;
    }

    long i64() {
        return u32() | u32() << 32;
    }

    /// The next `count`, or as many as there are.
    Bytes bytes(int count) {
        int end = Math.min(bytes.length, at + count);
        Bytes taken = Bytes.copyOf(bytes, at, end);
        at = end;
        return taken;
    }

    /// As many as the next byte says.
    Bytes run() {
        return bytes(u8());
    }

    Bytes rest() {
        return bytes(bytes.length - at);
    }

    /// A run as characters.
    String text() {
        return new String(run().toArray(), StandardCharsets.ISO_8859_1);
    }

    /// Any number of `count` bits.
    BigInteger number(int count) {
        byte[] magnitude = new byte[(count + 7) / 8];
        bytes(magnitude.length).copyTo(magnitude, 0);
        return new BigInteger(1, magnitude).and(BigInteger.TWO.pow(count).subtract(BigInteger.ONE));
    }
}
