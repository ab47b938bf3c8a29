package dev.lintel.controller.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskFaultTest {
    @TempDir
    Path root;

    private void told(String text) throws IOException {
        Files.createDirectories(root.resolve("run/lintel-os"));
        Files.writeString(root.resolve("run/lintel-os/fault"), text);
    }

    @Test
    void aMachineWhoseDiskIsWholeSaysNothing() {
        assertThat(DiskFault.of(root)).isEqualTo(DiskFault.NONE);
        assertThat(DiskFault.NONE.words()).isNull();
    }

    @Test
    void eachPartitionHasItsSentence() throws IOException {
        told("boot: no boot\ndata: no data\n");
        assertThat(DiskFault.of(root).sentences()).containsExactly("no boot", "no data");
        assertThat(DiskFault.of(root).words()).isEqualTo("no boot; no data");
        assertThat(DiskFault.of(root).ofData()).isTrue();
    }

    /// The box knows all that it knew.
    @Test
    void theBootPartitionAloneIsNoFaultOfTheData() throws IOException {
        told("boot: no boot\n");
        assertThat(DiskFault.of(root).ofData()).isFalse();
        assertThat(DiskFault.of(root).words()).isEqualTo("no boot");
    }

    @Test
    void whatCannotBeReadIsNoNewBox() throws IOException {
        Files.createDirectories(root.resolve("run/lintel-os/fault"));
        assertThat(DiskFault.of(root).ofData()).isTrue();
    }
}
