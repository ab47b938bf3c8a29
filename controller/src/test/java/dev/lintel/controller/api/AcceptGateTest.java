package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.AcceptGate.Ends;
import dev.lintel.controller.api.AcceptGate.Place;
import dev.lintel.controller.time.HandTime;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which connections are accepted.
class AcceptGateTest {
    private static final long BOARD_BYTES = 64 << 20;
    private static final int PORT = 443;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final AcceptGate gate = new AcceptGate(time, BOARD_BYTES);
    private int port = 1;

    private Ends ends(String address) {
        return new Ends(new InetSocketAddress(InetAddress.ofLiteral(address), port++), PORT);
    }

    private @Nullable Place enter(String address) {
        return gate.enter(ends(address), () -> {});
    }

    /// A connection whose handshake is over.
    private boolean opens(String address) {
        Ends ends = ends(address);
        if (gate.enter(ends, () -> {}) == null) return false;
        gate.open(ends);
        return true;
    }

    private static String stranger(int number) {
        return "10.0." + number / 200 + "." + (1 + number % 200);
    }

    @Test
    void aNetworkHasSoManyHalfOpenConnections() {
        for (int i = 0; i < AcceptGate.HALF_OPEN_PER_NETWORK_MAX; i++)
            assertThat(enter("10.0.0.1")).isNotNull();
        assertThat(enter("10.0.0.1")).isNull();
        assertThat(gate.refused()).isEqualTo(1);
        assertThat(enter("10.0.0.2")).isNotNull();
    }

    @Test
    void anIpv6NetworkIsASubscribersSlash64() {
        for (int i = 0; i < AcceptGate.HALF_OPEN_PER_NETWORK_MAX; i++) {
            assertThat(enter("2001:db8:1:1::" + Integer.toHexString(i + 1))).isNotNull();
        }
        assertThat(enter("2001:db8:1:1:ffff::1")).isNull();
        assertThat(enter("2001:db8:1:2::1")).isNotNull();
    }

    @Test
    void openAndClosedConnectionsMakeRoomForHalfOpenOnes() {
        var places = new ArrayList<Place>();
        for (int i = 0; i < AcceptGate.HALF_OPEN_PER_NETWORK_MAX; i++) {
            Ends ends = ends("10.0.0.1");
            places.add(gate.enter(ends, () -> {}));
            if (i % 2 == 0) gate.open(ends);
        }
        assertThat(enter("10.0.0.1")).isNotNull();
        places.forEach(gate::leave);
        for (int i = 1; i < AcceptGate.HALF_OPEN_PER_NETWORK_MAX; i++)
            assertThat(enter("10.0.0.1")).isNotNull();
        assertThat(enter("10.0.0.1")).isNull();
    }

    @Test
    void strangersLeaveHalfOpenPlacesToLoopback() {
        int strangers = AcceptGate.HALF_OPEN_MAX - AcceptGate.LOOPBACK_RESERVED;
        for (int i = 0; i < strangers; i++) assertThat(enter(stranger(i))).isNotNull();
        assertThat(enter(stranger(strangers))).isNull();
        assertThat(enter("127.0.0.2"))
                .as("any other address of 127/8 is a stranger's")
                .isNull();
        for (int i = 0; i < AcceptGate.LOOPBACK_RESERVED; i++) {
            assertThat(enter(i % 2 == 0 ? "127.0.0.1" : "::1")).isNotNull();
        }
        assertThat(enter("127.0.0.1")).isNull();
    }

    @Test
    void theOldestHalfOpenConnectionGivesWayAfterASecond() {
        var first = new boolean[1];
        assertThat(gate.enter(ends("10.9.9.9"), () -> first[0] = true)).isNotNull();
        int strangers = AcceptGate.HALF_OPEN_MAX - AcceptGate.LOOPBACK_RESERVED;
        for (int i = 1; i < strangers; i++) assertThat(enter(stranger(i))).isNotNull();
        time.advance(Duration.ofMillis(900));
        assertThat(enter("10.8.0.1")).isNull();
        assertThat(first[0]).isFalse();
        time.advance(Duration.ofMillis(200));
        assertThat(enter("10.8.0.1")).isNotNull();
        assertThat(first[0]).as("the oldest is closed").isTrue();
    }

    @Test
    void connectionsAreBoundedByTheHeap() {
        assertThat(gate.openMax()).isEqualTo(819); // 32 MiB of 40 KiB each
        int strangers = gate.openMax() - AcceptGate.LOOPBACK_RESERVED;
        for (int i = 0; i < strangers; i++) assertThat(opens(stranger(i))).isTrue();
        assertThat(opens("10.9.9.9")).isFalse();
        for (int i = 0; i < AcceptGate.LOOPBACK_RESERVED; i++)
            assertThat(opens("127.0.0.1")).isTrue();
        assertThat(opens("127.0.0.1")).isFalse();
        assertThat(new AcceptGate(time, 16L << 30).openMax()).as("of a server").isEqualTo(1_792);
    }

    /// Whatever comes and goes, in whatever order: no limit is passed, and in the end all places are free.
    @Test
    void noOrderOfComingAndGoingPassesALimit() {
        for (int seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            var fresh = new AcceptGate(time, BOARD_BYTES);
            record Entered(Ends ends, Place place) {}
            var all = new ArrayList<Entered>();
            var halfOpen = new ArrayList<Entered>();
            for (int step = 0; step < 3_000; step++) {
                time.advance(Duration.ofMillis(random.nextInt(60)));
                switch (random.nextInt(5)) {
                    case 0, 1, 2 -> {
                        Ends ends = ends(stranger(random.nextInt(6)));
                        Place place = fresh.enter(ends, () -> halfOpen.removeFirst());
                        if (place == null) continue;
                        all.add(new Entered(ends, place));
                        halfOpen.add(all.getLast());
                    }
                    case 3 -> {
                        if (halfOpen.isEmpty()) continue;
                        fresh.open(halfOpen.remove(random.nextInt(halfOpen.size())).ends);
                    }
                    default -> {
                        if (all.isEmpty()) continue;
                        Entered gone = all.remove(random.nextInt(all.size()));
                        halfOpen.remove(gone);
                        fresh.leave(gone.place);
                    }
                }
                assertThat(all).hasSizeLessThanOrEqualTo(fresh.openMax() - AcceptGate.LOOPBACK_RESERVED);
                assertThat(halfOpen).hasSizeLessThanOrEqualTo(AcceptGate.HALF_OPEN_MAX - AcceptGate.LOOPBACK_RESERVED);
            }
            for (Entered left : all) fresh.leave(left.place);
            for (int i = 0; i < AcceptGate.HALF_OPEN_PER_NETWORK_MAX; i++) {
                assertThat(fresh.enter(ends("10.0.0.1"), () -> {}))
                        .as("seed %d", seed)
                        .isNotNull();
            }
        }
    }
}
