package dev.lintel.sync.http;

import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Lines of a stream, each bounded: a person's shortly, a policy's amply. Holds one line and one block. One
/// thread; [#bytes()] any.
public final class LineReader {
    private static final int BLOCK = 16 * 1024;
    private static final byte[] POLICY = "{\"policy\":".getBytes(StandardCharsets.US_ASCII);

    private final InputStream in;
    private final byte[] block = new byte[BLOCK];
    private int from;
    private int to;
    private byte[] line = new byte[BLOCK];
    private int length;
    private final AtomicLong bytes = new AtomicLong();

    public LineReader(InputStream in) {
        this.in = in;
    }

    /// How much was read, so that another thread sees that it goes on.
    public long bytes() {
        return bytes.get();
    }

    /// The next line without its line feed; null at the end. What follows the last line feed is a line, too.
    /// Throws [WireException] for a line that is too long or no UTF-8.
    public @Nullable String next() throws IOException {
        length = 0;
        while (true) {
            if (from == to && !fill()) return length == 0 ? null : text();
            int end = from;
            while (end < to && block[end] != '\n') end++;
            append(end);
            if (end < to) {
                from = end + 1;
                return text();
            }
            from = to;
        }
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(block, 0, block.length));
        bytes.addAndGet(to);
        return to > 0;
    }

    private void append(int end) {
        int more = end - from;
        int most = isPolicy() ? Wire.LINE_CHARS_MAX : Wire.PERSON_CHARS_MAX;
        if (length + more > most) throw new WireException("the hub sent a line of more than " + most + " bytes");
        if (length + more > line.length) {
            line = Arrays.copyOf(line, Math.min(most, Math.max(length + more, line.length * 2)));
        }
        System.arraycopy(block, from, line, length, more);
        length += more;
    }

    /// Only what came before is looked at: a line's first block is within either limit.
    private boolean isPolicy() {
        return length >= POLICY.length && Arrays.equals(line, 0, POLICY.length, POLICY, 0, POLICY.length);
    }

    private String text() throws IOException {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line, 0, length))
                    .toString();
            if (line.length > Wire.PERSON_CHARS_MAX) line = new byte[BLOCK]; // a policy's room is not kept
            return text;
        } catch (CharacterCodingException e) {
            throw new WireException("the hub sent a line that is not UTF-8", e);
        }
    }
}
