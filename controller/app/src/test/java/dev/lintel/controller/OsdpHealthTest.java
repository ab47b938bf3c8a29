package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two readers on one bus, one of which is unplugged.
class OsdpHealthTest {
    private static final String CONTROLLER = """
            hardware: simulated
            buses: {north: {protocol: osdp, port: one}}
            channels:
              - unit: 1
                readers: {entry: {driver: osdp, bus: north, address: 3}}
                strike: {line: 17, fail: secure}
                egress: mechanical
              - unit: 2
                readers: {entry: {driver: osdp, bus: north, address: 4}}
                strike: {line: 18, fail: secure}
                egress: mechanical
            """;

    private static final String OTHER_KEY = "(bus north, address 4): it has another key";

    @TempDir
    Path folder;

    @Test
    void healthAndDoctorNameAReaderThatDoesNotAnswerWithItsBus() throws Exception {
        try (var box = new WholeLintel(folder)) {
            box.config = Files.writeString(folder.resolve("controller.yaml"), CONTROLLER);
            box.start();
            box.card(1, 10_001);
            box.card(2, 10_001);
            box.time.pass(Duration.ofSeconds(20)); // since the start, which readers have to answer first
            box.card(1, 10_001);
            box.card(2, 10_001);
            assertThat(box.troubles()).noneMatch(reason -> reason.startsWith("OSDP readers"));

            box.fault(2, "cable-pulled", true);
            box.time.pass(Duration.ofSeconds(10));
            Await.until("it is in health", () -> box.troubles().stream().anyMatch(OsdpHealthTest::namesIt));
            // on a busy machine the other reader may have missed its turns too
            assertThat(box.ask("doctor").lines()).anyMatch(OsdpHealthTest::namesIt);
            box.fault(2, "cable-pulled", false);
            Await.until("it is back", () -> box.troubles().stream().noneMatch(OsdpHealthTest::namesIt));
        }
    }

    @Test
    void healthAndDoctorSayThatAReaderHasAnotherKey() throws Exception {
        try (var box = new WholeLintel(folder)) {
            box.config = Files.writeString(
                    folder.resolve("controller.yaml"),
                    CONTROLLER.replace("address: 4}", "address: 4, key: secret:four}"));
            DataFolder.writePrivate(
                    Files.createDirectories(box.data.resolve("keys")).resolve("four"),
                    "8f14e45fceea167a5a36dedd4bea2543\n".getBytes(StandardCharsets.US_ASCII));
            box.start();
            box.card(2, 10_001);
            box.fault(2, "wrong-key", true);
            box.fault(2, "reboot", true);
            box.time.pass(Duration.ofSeconds(20));
            Await.until(
                    "it is in health",
                    () -> box.troubles().stream().anyMatch(text -> namesIt(text) && text.contains(OTHER_KEY)));
            assertThat(box.ask("doctor").lines())
                    .anyMatch(text -> namesIt(text) && text.contains(OTHER_KEY))
                    .anyMatch(text -> text.contains("broken since the start at reader 4 (it has another key)"));
        }
    }

    private static boolean namesIt(String text) {
        return text.contains("OSDP readers: ") && text.contains("channel 2, entry is offline (bus north, address 4)");
    }
}
