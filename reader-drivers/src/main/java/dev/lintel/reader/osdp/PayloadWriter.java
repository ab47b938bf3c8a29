package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;

/// Writes a payload of known size, field by field, numbers little endian. A number that its field cannot hold is an
/// `IllegalArgumentException`: cut off, it would be another command.
final class PayloadWriter {
    private final byte[] bytes;
    private int at;

    PayloadWriter(int size) {
        bytes = new byte[size];
    }

    PayloadWriter u8(int... values) {
        for (int value : values) put(value, 1, 0xFF);
        return this;
    }

    PayloadWriter u16(int value) {
        return put(value, 2, 0xFFFF);
    }

    /// With a sign, in two's complement.
    PayloadWriter s16(int value) {
        if (value != (short) value) throw new IllegalArgumentException(value + " does not fit: -32768 to 32767");
        return u16(value & 0xFFFF);
    }

    PayloadWriter u32(long value) {
        return put(value, 4, 0xFFFF_FFFFL);
    }

    private PayloadWriter put(long value, int count, long max) {
        if (value < 0 || value > max) throw new IllegalArgumentException(value + " does not fit: 0 to " + max);
        for (int i = 0; i < count; i++) bytes[at++] = (byte) (value >> (8 * i));
        return this;
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
