package dev.lintel.controller.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFileTest {
    private static final int BLOCK = 4096;

    @TempDir
    Path folder;

    private static boolean ran(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(command))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor() == 0;
    }

    private static byte[] filled(char with, int bytes) {
        byte[] content = new byte[bytes];
        Arrays.fill(content, (byte) with);
        return content;
    }

    /// A disk takes the first blocks of a write without a word, and says that it is full at the next one.
    @Test
    void aFileThatFitsHalfIsNotWrittenAndTheOneOfBeforeStands() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                ran("mount", "-t", "tmpfs", "-o", "size=" + 4 * BLOCK, "lintel-test", disk.toString()),
                "a small disk of its own needs root");
        try {
            Path file = disk.resolve("controller.yaml");
            DataFolder.writePrivate(file, "name: North\n".getBytes(StandardCharsets.UTF_8));
            Files.write(disk.resolve("other"), filled('x', BLOCK)); // two of four blocks are free
            assertThatThrownBy(() -> DataFolder.writePrivate(file, filled('#', 3 * BLOCK)))
                    .hasMessageContaining("No space left");
            assertThat(file).hasContent("name: North\n");
            assertThat(disk.resolve("controller.yaml.part"))
                    .as("it would take the last room")
                    .doesNotExist();
            DataFolder.writePrivate(file, filled('#', 2 * BLOCK));
            assertThat(Files.size(file)).isEqualTo(2 * BLOCK);
        } finally {
            assertThat(ran("umount", disk.toString())).isTrue();
        }
    }
}
