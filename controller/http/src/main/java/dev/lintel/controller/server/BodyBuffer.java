package dev.lintel.controller.server;

import dev.lintel.reader.Bytes;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;

/// The bytes of a body that have arrived. It grows in small steps, so that it takes little more memory than it has
/// bytes. Confined to the connection's event loop.
final class BodyBuffer {
    /// Up to [Intake#SMALL] it grows by so much. A longer body grows by a quarter: few are in memory at once.
    private static final int STEP = 4 << 10;
    private static final int GROWS_BY = 4;

    private byte[] bytes = {};
    private int size;

    int size() {
        return size;
    }

    /// How many bytes of memory it has once `more` bytes are added.
    int capacityWith(int more) {
        int needed = size + more;
        if (needed <= bytes.length) return bytes.length;
        if (needed > Intake.SMALL) return Math.max(needed, bytes.length + bytes.length / GROWS_BY);
        return (needed + STEP - 1) / STEP * STEP;
    }

    void add(Buffer chunk) {
        int capacity = capacityWith(chunk.length());
        if (capacity > bytes.length) bytes = Arrays.copyOf(bytes, capacity);
        chunk.getBytes(bytes, size);
        size += chunk.length();
    }

    /// Returns all bytes and frees its own memory.
    Bytes remove() {
        Bytes all = Bytes.copyOf(bytes, 0, size);
        bytes = new byte[0];
        size = 0;
        return all;
    }
}
