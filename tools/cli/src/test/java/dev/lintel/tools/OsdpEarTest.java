package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.hardware.PdPlan;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.hardware.PdSimulatorProvider;
import dev.lintel.reader.serial.SerialPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OsdpEarTest {
    @TempDir
    Path folder;

    @Test
    void whatIsRecordedIsItsOwnersAloneAndOverwritesNothing() throws IOException {
        var provider = ServiceLoader.load(PdSimulatorProvider.class).findFirst().orElseThrow();
        var plan = new PdPlan(PdPlan.PTY, 9_600, List.of(3), null, Set.of(), 7L);
        Path record = folder.resolve("heard");
        try (PdSimulator at = provider.open(plan, new SystemTime()::nowNs, _ -> {})) {
            var opener = SerialPorts.opener(at.port(), 9_600);
            new OsdpEar(opener.open(), record).close();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(record)))
                    .isEqualTo("rw-------");
            assertThatThrownBy(() -> new OsdpEar(opener.open(), record)).hasMessage("it is there already");
        }
    }
}
