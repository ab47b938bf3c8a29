package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Who may send a long body before it is known who it is.
class StrangerBodiesTest {
    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final StrangerBodies bodies = new StrangerBodies(time);

    @Test
    void aNetworkHasOnePlaceOfTwo() {
        assertThat(bodies.take("10.0.0.1")).isTrue();
        assertThat(bodies.take("10.0.0.1")).isFalse();
        assertThat(bodies.take("10.0.0.2")).isTrue();
        assertThat(bodies.take("10.0.0.3")).isFalse();
        bodies.leave("10.0.0.1");
        assertThat(bodies.take("10.0.0.3")).isTrue();
    }

    @Test
    void aNetworkWhoseSignatureWasGoodHasAPlaceThatStrangersCannotTake() {
        bodies.good("10.0.0.9");
        assertThat(bodies.take("10.0.0.1")).isTrue();
        assertThat(bodies.take("10.0.0.2")).isTrue();
        assertThat(bodies.take("10.0.0.9")).isTrue();
    }

    @Test
    void aNetworkWhoseSignatureWasWrongWaits() {
        bodies.good("10.0.0.1");
        bodies.wrong("10.0.0.1");
        assertThat(bodies.take("10.0.0.1")).isFalse();
        time.advance(Duration.ofNanos(StrangerBodies.WAITS_NS));
        assertThat(bodies.take("10.0.0.1")).isTrue();
    }

    @Test
    void aProxyOnThisMachineDoesNotWait() {
        bodies.wrong("127.0.0.1");
        assertThat(bodies.take("127.0.0.1")).isTrue();
        bodies.wrong("127.0.0.2");
        assertThat(bodies.take("127.0.0.2")).isFalse();
    }

    @Test
    void networksAreForgottenInTurn() {
        bodies.good("10.0.0.9");
        for (int i = 0; i < 256; i++) bodies.good("10.0.1." + i);
        assertThat(bodies.take("10.0.0.1")).isTrue();
        assertThat(bodies.take("10.0.0.2")).isTrue();
        assertThat(bodies.take("10.0.0.9")).as("256 others came after it").isFalse();
        assertThat(bodies.take("10.0.1.255")).isTrue();
    }

    @Test
    void aSlowBodyLosesItsPlaceAfterTwoSeconds() {
        assertThat(StrangerBodies.isFastEnough(1, 0)).isTrue();
        assertThat(StrangerBodies.isFastEnough(2, 100_000)).isFalse();
        assertThat(StrangerBodies.isFastEnough(2, 131_072)).isTrue();
        assertThat(StrangerBodies.isFastEnough(9, 500_000)).isFalse();
    }
}
