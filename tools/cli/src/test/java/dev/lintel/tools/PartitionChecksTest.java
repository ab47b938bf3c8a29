package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionChecksTest {
    @TempDir
    Path root;

    @Test
    void aMachineWhosePartitionsAreThereHasNothingToSay() {
        assertThat(PartitionChecks.all(root)).isEmpty();
    }

    @Test
    void whatTheBoxDoesWithoutIsAFailureWithAdvice() throws IOException {
        Files.createDirectories(root.resolve("run/lintel-os"));
        Files.writeString(root.resolve("run/lintel-os/fault"), "boot: no boot\ndata: no data\n");
        assertThat(PartitionChecks.all(root))
                .extracting(Finding::sentence)
                .allMatch(line -> line.startsWith("fail  partitions") && line.contains("-> back up"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("no boot"),
                        line -> assertThat(line).contains("no data"));
    }
}
