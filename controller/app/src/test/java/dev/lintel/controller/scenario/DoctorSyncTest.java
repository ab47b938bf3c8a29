package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What doctor hears of a box that follows a hub.
class DoctorSyncTest {
    @TempDir
    Path folder;

    @Test
    void contactLagAndCertificateAreToldOf() {
        try (var pair = SyncPair.joined(folder)) {
            assertThat(pair.box.doctor("sync"))
                    .contains("\"state\":\"ok\"")
                    .contains("had all 20")
                    .contains("events wait");
            assertThat(pair.box.doctor("hub certificate"))
                    .contains("\"state\":\"ok\"")
                    .contains("holds until");
            assertThat(pair.box.doctor("clock of the hub")).isEqualTo("none");
            pair.hub.stop();
            pair.box.time.pass(Duration.ofMinutes(5));
            Await.until("it is noticed", () -> pair.box.doctor("sync").contains("\"state\":\"warn\""));
            pair.box.time.pass(Duration.ofDays(4_000)); // nobody renewed it
            assertThat(pair.box.doctor("hub certificate"))
                    .contains("\"state\":\"fail\"")
                    .contains("join again");
        }
    }
}
