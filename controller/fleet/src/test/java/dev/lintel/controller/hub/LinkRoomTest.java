package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.time.HandTime;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A hub takes as many boxes as its heap carries.
class LinkRoomTest {
    private static final long BOARD = 64L << 20;

    @TempDir
    Path path;

    private static int most(long heapBytes) {
        return new LinkRoom(new HandTime("2026-11-20T10:00:00Z"), heapBytes).most();
    }

    @Test
    void heapDecidesHowManyBoxesThereAre() {
        assertThat(most(BOARD)).isBetween(200, 220);
        assertThat(most(1 << 20)).isEqualTo(50);
        assertThat(most(256L << 20)).isBetween(800, 900);
        assertThat(most(16L << 30)).isEqualTo(1_000);
    }

    @Test
    void moreBoxesAreRefusedWithAReasonAndTheHubReportsIt() {
        try (var rig = new HubRig(path, 1 << 20)) {
            rig.hub.links().helloMs(600_000); // these say nothing
            TestBoxClient gate = rig.join("Gate");
            TestBoxClient yard = rig.join("Yard");
            List<TestLink> links = new ArrayList<>();
            for (int i = 0; i < 25; i++) { // one box has 32 connections at most
                links.add(gate.link());
                links.add(yard.link());
            }
            assertThat(rig.hub.fault()).isNull();
            Throwable refused = catchThrowable(gate::link).getCause();
            assertThat(refused).isInstanceOf(WebSocketHandshakeException.class);
            HttpResponse<?> answer = ((WebSocketHandshakeException) Objects.requireNonNull(refused)).getResponse();
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(Integer.parseInt(
                            answer.headers().firstValue("Retry-After").orElseThrow()))
                    .isBetween(30, 60);
            assertThat(rig.hub.fault()).contains("boxes are refused: this hub carries 50 boxes");
            links.getFirst().close();
            HubRig.await(() -> rig.hub.links().open() < 50);
            gate.link().close();
            rig.time.advance(Duration.ofMinutes(5));
            assertThat(rig.hub.fault()).isNull();
        }
    }
}
