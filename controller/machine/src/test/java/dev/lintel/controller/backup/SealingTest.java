package dev.lintel.controller.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The pieces of a sealed file.
class SealingTest {
    private static final String PASSPHRASE = "eleven quiet hinges";

    private static final BackupKeys KEYS = new KnownKeys();

    @Test
    void everyLengthIsSealedAndOpened() throws IOException {
        int piece = Sealing.PIECE_BYTES;
        for (int length : new int[] {0, 1, piece - 1, piece, piece + 1, 2 * piece, 2 * piece + 7}) {
            byte[] content = new byte[length];
            new Random(length).nextBytes(content);
            var bytes = new ByteArrayOutputStream();
            try (var sealed = new SealedOutput(bytes, PASSPHRASE, KEYS)) {
                sealed.write(content);
            }
            try (var opened = new SealedInput(new ByteArrayInputStream(bytes.toByteArray()), PASSPHRASE, KEYS)) {
                assertThat(opened.readAllBytes()).isEqualTo(content);
            }
        }
    }
}
