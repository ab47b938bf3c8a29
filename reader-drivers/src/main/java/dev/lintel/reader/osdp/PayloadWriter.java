package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;

/// Writes a payload of known size, field by field, numbers little endian.
final class PayloadWriter {
    private final byte[] bytes;
    private int at;

    PayloadWriter(int size) {
        bytes = new byte[size];
    }

    PayloadWriter u8(int... values) {
        for (int value : values) bytes[at++] = (byte) value;
        return this;
    }

    PayloadWriter u16(int value) {
        return u8(value, value >> 8);
    }

    PayloadWriter u32(long value) {
        return u16((int) value).u16((int) (value >> 16));
    }

    PayloadWriter bytes(Bytes values) {
        values.copyTo(bytes, at);
        at += values.size();
        return this;
    }

    /// The payload. Throws `IllegalStateException` when a field is missing.
    Bytes done() {
        if (at != bytes.length) throw new IllegalStateException(at + " of " + bytes.length + " bytes were written");
        return Bytes.copyOf(bytes);
    }
}
