package dev.lintel.tools.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/// The cards that both sides are shown, in one order: numbers and channels, one in twenty unknown.
final class CardSequence {
    private static final long SEED = 20_26;
    private static final int UNKNOWN_ONE_IN = 20;

    private final long[] numbers;
    private final long[] channels;

    CardSequence(int people, int count) {
        var random = new SplittableRandom(SEED);
        numbers = new long[count];
        channels = new long[count];
        for (int i = 0; i < count; i++) {
            long index = random.nextLong(1, people + 1L);
            boolean unknown = random.nextInt(UNKNOWN_ONE_IN) == 0;
            // Above all cards and fobs nothing is stored.
            numbers[i] = Crowd.number(unknown ? index + 2L * people : index);
            channels[i] = random.nextLong(1, Crowd.CHANNELS + 1L);
        }
    }

    int count() {
        return numbers.length;
    }

    long number(int i) {
        return numbers[i];
    }

    long channel(int i) {
        return channels[i];
    }

    /// As `decision.c` reads them.
    void write(Path file) {
        var bytes = ByteBuffer.allocate(count() * 2 * Long.BYTES).order(ByteOrder.nativeOrder());
        for (int i = 0; i < count(); i++) bytes.putLong(numbers[i]).putLong(channels[i]);
        bytes.flip();
        try (var out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            while (bytes.hasRemaining()) out.write(bytes);
        } catch (IOException e) {
            throw new BenchException(file + " cannot be written", e);
        }
    }
}
