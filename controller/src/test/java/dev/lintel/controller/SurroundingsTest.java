package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

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
    void whatIsSaidInWordsCounts() {
        assertThat(Surroundings.isService(Map.of("LINTEL_SERVICE", "1"), true)).isTrue();
        assertThat(Surroundings.isService(Map.of("LINTEL_SERVICE", "0", "INVOCATION_ID", "7d1e"), false))
                .isFalse();
    }
}
