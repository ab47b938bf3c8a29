package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SurroundingsTest {
    @Test
    void aUnitOfSystemdIsAServiceWhateverItsType() {
        assertThat(Surroundings.isService(Map.of("NOTIFY_SOCKET", "/run/systemd/notify"), false))
                .isTrue();
        assertThat(Surroundings.isService(Map.of("INVOCATION_ID", "7d1e"), false))
                .isTrue();
    }

    @Test
    void aTerminalIsNoneThoughItsShellInheritedSystemdsVariable() {
        assertThat(Surroundings.isService(Map.of("INVOCATION_ID", "7d1e"), true))
                .isFalse();
        assertThat(Surroundings.isService(Map.of(), false)).isFalse();
    }

    @Test
    void theServicesOwnRamDiskGoesBeforeTheSharedOne() {
        var folders = Surroundings.memory(Map.of("RUNTIME_DIRECTORY", "/run/lintel:/run/other"))
                .folders();
        assertThat(folders).first().hasToString("/run/lintel");
        assertThat(folders.subList(1, folders.size())).allMatch(folder -> folder.equals(Path.of("/dev/shm")));
        assertThat(Surroundings.memory(Map.of()).folders()).hasSize(1);
    }

    @Test
    void whatIsSaidInWordsCounts() {
        assertThat(Surroundings.isService(Map.of("LINTEL_SERVICE", "1"), true)).isTrue();
        assertThat(Surroundings.isService(Map.of("LINTEL_SERVICE", "0", "INVOCATION_ID", "7d1e"), false))
                .isFalse();
    }
}
