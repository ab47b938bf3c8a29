package dev.lintel.controller.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Holds to what is written to a slot: what is not there, and what nobody can tell whether it is there.
class SlotDiskTest {
    private static final byte[] PIECE = {1, 2, 3, 4};

    private static boolean holds(Path file, long at) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return SlotDisk.holds(channel, at, ByteBuffer.wrap(PIECE), ByteBuffer.allocate(16));
        }
    }

    @Test
    void aPieceThatIsThereIsNotWrittenAgain(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("slot"), new byte[] {9, 1, 2, 3, 4, 5});
        assertThat(holds(file, 1)).isTrue();
        assertThat(holds(file, 0)).isFalse();
        assertThat(holds(file, 3)).as("behind the end").isFalse();
    }

    /// The first page of no process can be read: an I/O error, as a worn sector gives.
    @Test
    void aPlaceThatCannotBeReadIsWritten() throws IOException {
        assertThat(holds(Path.of("/proc/self/mem"), 0)).isFalse();
    }
}
