package dev.lintel.sync.http;

import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Lines of a stream, each bounded: a person's shortly, a policy's amply. Holds one line and one block. A line
/// about a person that is longer is passed over: who it is about is kept, and its bytes count in the hash of the
/// people. One thread; [#bytes()] any.
public final class LineReader {
    private static final int BLOCK = 16 * 1024;
    private static final byte[] POLICY = "{\"policy\":".getBytes(StandardCharsets.US_ASCII);

    private static final Pattern PERSON = Pattern.compile("\\{\"person\":\\{\"id\":([0-9]{1,18}),");
    /// As a hub writes it: the last field of a person.
    private static final Pattern REVISION = Pattern.compile("\"revision\":([0-9]{1,18})}}$");
    /// In JSON nothing within a text looks so: its quotes have a backslash.
    private static final byte[] DISABLED = "\"disabled\":true".getBytes(StandardCharsets.US_ASCII);
    /// Of both ends of a line that is passed over.
    private static final int END_CHARS = 64;

    /// What comes.
    public sealed interface Line {}

    /// A line.
    public record Text(String text) implements Line {}

    /// A line about a person that was too long to be kept.
    ///
    /// @param revision at which the hub has them
    /// @param disabled so much could be seen of it; where false they may be disabled or not
    public record TooLong(long personId, long revision, boolean disabled) implements Line {}

    private final InputStream in;
    private final MessageDigest people;
    private final byte[] tail = new byte[END_CHARS];
    private final byte[] block = new byte[BLOCK];
    private int from;
    private int to;
    private byte[] line = new byte[BLOCK];
    private int length;
    private final AtomicLong bytes = new AtomicLong();

    /// @param people gets the bytes of each line that is passed over, with its line feed; who reads adds the others
    public LineReader(InputStream in, MessageDigest people) {
        this.in = in;
        this.people = people;
    }

    /// How much was read, so that another thread sees that it goes on.
    public long bytes() {
        return bytes.get();
    }

    /// The next line without its line feed; null at the end. What follows the last line feed is a line, too.
    /// Throws [WireException] for a line that is no UTF-8, or that is too long and does not say who it is about.
    public @Nullable Line next() throws IOException {
        length = 0;
        while (true) {
            if (from == to && !fill()) return length == 0 ? null : text();
            int end = lineEnd();
            int most = isPolicy() ? Wire.LINE_CHARS_MAX : Wire.PERSON_CHARS_MAX;
            if (length + end - from > most) return passOver(most);
            append(end, most);
            if (end < to) {
                from = end + 1;
                return text();
            }
            from = to;
        }
    }

    private int lineEnd() {
        int end = from;
        while (end < to && block[end] != '\n') end++;
        return end;
    }

    /// What there is of the line is in `line`, and the rest is read and let go.
    private Line passOver(int most) throws IOException {
        var begins = PERSON.matcher(ascii(line, Math.min(length, END_CHARS)));
        if (!begins.lookingAt()) throw tooLong(most);
        boolean disabled = holds(line, length, DISABLED);
        pass(line, 0, length);
        long size = length;
        boolean ended = false;
        while (!ended && (from < to || fill())) {
            int end = lineEnd();
            pass(block, from, end - from);
            size += end - from;
            if (size > Wire.LINE_CHARS_MAX) throw tooLong(Wire.LINE_CHARS_MAX);
            ended = end < to;
            from = ended ? end + 1 : to;
        }
        people.update((byte) '\n');
        var ends = REVISION.matcher(ascii(tail, END_CHARS));
        if (!ends.find()) throw tooLong(most);
        return new TooLong(Long.parseLong(begins.group(1)), Long.parseLong(ends.group(1)), disabled);
    }

    private void pass(byte[] bytes, int at, int count) {
        people.update(bytes, at, count);
        int kept = Math.min(count, END_CHARS);
        System.arraycopy(tail, kept, tail, 0, END_CHARS - kept);
        System.arraycopy(bytes, at + count - kept, tail, END_CHARS - kept, kept);
    }

    private static String ascii(byte[] bytes, int count) {
        return new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
    }

    private static boolean holds(byte[] bytes, int count, byte[] what) {
        for (int at = 0; at + what.length <= count; at++) {
            if (Arrays.equals(bytes, at, at + what.length, what, 0, what.length)) return true;
        }
        return false;
    }

    private static WireException tooLong(int most) {
        return new WireException("the hub sent a line of more than " + most + " bytes");
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(block, 0, block.length));
        bytes.addAndGet(to);
        return to > 0;
    }

    private void append(int end, int most) {
        int more = end - from;
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

    private Line text() throws IOException {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line, 0, length))
                    .toString();
            if (line.length > Wire.PERSON_CHARS_MAX) line = new byte[BLOCK]; // a policy's room is not kept
            return new Text(text);
        } catch (CharacterCodingException e) {
            throw new WireException("the hub sent a line that is not UTF-8", e);
        }
    }
}
