package dev.lintel.tools.box;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What the strikes of a box in another process do: the box writes it to memory that is mapped to a file, which
/// allocates nothing and outlasts the process. See [WatchedHardware].
final class StrikeFile {
    private static final int UNITS_MAX = 64;
    private static final int RECORD = 5 * Long.BYTES;
    private static final int RELEASED = 0;
    private static final int AT = Long.BYTES;
    private static final int PRESENTED = 2 * Long.BYTES;
    private static final int RELEASES = 3 * Long.BYTES;
    private static final int RESTS = 4 * Long.BYTES;

    private StrikeFile() {}

    /// What a strike did last.
    ///
    /// @param released whether it is released
    /// @param atNs when it was released last; monotonic, as is the next
    /// @param presentedNs when a card was presented there last
    /// @param releases how often it was released
    /// @param rests how often it came to rest
    record Strike(boolean released, long atNs, long presentedNs, long releases, long rests) {}

    /// The side of the box. Its methods may be called by any thread, for one unit by one at a time.
    static final class Writer {
        private final MappedByteBuffer memory;

        Writer(Path file) {
            try (var channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) UNITS_MAX * RECORD);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void presented(int unit, long atNs) {
            memory.putLong(unit * RECORD + PRESENTED, atNs);
        }

        void strike(int unit, boolean released, long atNs) {
            int at = unit * RECORD;
            if (released) {
                memory.putLong(at + AT, atNs);
                memory.putLong(at + RELEASES, memory.getLong(at + RELEASES) + 1);
            } else {
                memory.putLong(at + RESTS, memory.getLong(at + RESTS) + 1);
            }
            memory.putLong(at + RELEASED, released ? 1 : 0);
        }
    }

    static Strike read(Path file, int unit) {
        var bytes = ByteBuffer.allocate(RECORD);
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (bytes.hasRemaining() && channel.read(bytes, (long) unit * RECORD + bytes.position()) >= 0) {}
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Strike(
                bytes.getLong(RELEASED) != 0,
                bytes.getLong(AT),
                bytes.getLong(PRESENTED),
                bytes.getLong(RELEASES),
                bytes.getLong(RESTS));
    }
}
