package dev.lintel.reader;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/// An immutable run of bytes with value equality: what a record holds where an array would break `equals`.
/// Safe to share between threads.
public final class Bytes {
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /// Each value is a byte, 0..255. Throws `IllegalArgumentException` on another: nothing is cut off in silence.
    public static Bytes of(int... unsigned) {
        byte[] content = new byte[unsigned.length];
        for (int i = 0; i < unsigned.length; i++) content[i] = (byte) checked(unsigned[i]);
        return new Bytes(content);
    }

    private static int checked(int unsigned) {
        if (unsigned < 0 || unsigned > 0xFF) throw new IllegalArgumentException(unsigned + " is no byte: 0 to 255");
        return unsigned;
    }

    /// Copies `from` (inclusive) to `to` (exclusive).
    public static Bytes copyOf(byte[] source, int from, int to) {
        return from == to ? EMPTY : new Bytes(Arrays.copyOfRange(source, from, to));
    }

    public static Bytes copyOf(byte[] source) {
        return copyOf(source, 0, source.length);
    }

    /// Hex digits, either case, no separators. Throws `IllegalArgumentException` on anything else.
    public static Bytes ofHex(String hex) {
        return new Bytes(HexFormat.of().parseHex(hex));
    }

    /// A text as UTF-8.
    public static Bytes ofUtf8(String text) {
        return text.isEmpty() ? EMPTY : new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    public int size() {
        return content.length;
    }

    public boolean isEmpty() {
        return content.length == 0;
    }

    /// The byte at `index`, 0..255.
    public int at(int index) {
        return content[index] & 0xFF;
    }

    /// Two bytes from `index`, little endian, 0..65535.
    public int u16(int index) {
        return at(index) | at(index + 1) << 8;
    }

    /// Four bytes from `index`, little endian, 0..2^32-1.
    public long u32(int index) {
        return u16(index) | (long) u16(index + 2) << 16;
    }

    public Bytes slice(int from, int to) {
        return copyOf(content, from, to);
    }

    public byte[] toArray() {
        return content.clone();
    }

    /// Copies `from` (inclusive) to `to` (exclusive).
    public byte[] toArray(int from, int to) {
        return Arrays.copyOfRange(content, from, to);
    }

    /// Copies all bytes into `target` from `offset` on.
    public void copyTo(byte[] target, int offset) {
        System.arraycopy(content, 0, target, offset, content.length);
    }

    /// Equality that takes the same time wherever the first difference is: for what proves the possession of a key.
    public boolean sameAs(Bytes other) {
        return MessageDigest.isEqual(content, other.content);
    }

    /// Lower-case hex digits.
    public String hex() {
        return HexFormat.of().formatHex(content);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes b && Arrays.equals(content, b.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return hex();
    }
}
