package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.server.AcceptGate.Handshake;
import dev.lintel.controller.server.AcceptGate.Place;
import dev.lintel.controller.time.HandTime;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which connections are accepted.
class AcceptGateTest {
    private static final long BOARD_BYTES = 64 << 20;
    private static final long MANY = 16_384;
    private static final long SEED = 1;
    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final AcceptGate gate = gate(BOARD_BYTES, MANY);

    /// Without a limit of its rate, which is tested apart.
    private AcceptGate gate(long heapBytes, long descriptors) {
        var rates = new HandshakeRates(time, TestLimits.UNLIMITED, SEED);
        return new AcceptGate(
                time, new ConnectionCounts(), rates, new AcceptGate.Resources(heapBytes, descriptors), SEED);
    }

    private static InetAddress address(String text) {
        return InetAddress.ofLiteral(text);
    }

    private @Nullable Place enter(String address) {
        return gate.enter(address(address), () -> {});
    }

    /// A connection whose handshake is over.
    private boolean opens(String address) {
        Place place = enter(address);
        if (place == null) return false;
        gate.open(place, Handshake.STRANGER);
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
        assertThat(gate.counts().refused()).containsEntry("half_open_of_network", 1L);
        assertThat(enter("10.0.0.2")).isNotNull();
    }

    @Test
    void handshakesThatTakeLongGiveWayToOthersOfTheirNetwork() {
        for (int i = 0; i < AcceptGate.HALF_OPEN_PER_NETWORK_MAX; i++) enter("10.0.0.1");
        time.advance(Duration.ofMillis(1_100));
        for (int i = 0; i < AcceptGate.HALF_OPEN_PER_NETWORK_MAX; i++)
            assertThat(enter("10.0.0.1")).isNotNull();
        assertThat(enter("10.0.0.1")).isNull();
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
            places.add(Objects.requireNonNull(enter("10.0.0.1")));
            if (i % 2 == 0) gate.open(places.getLast(), Handshake.STRANGER);
        }
        assertThat(enter("10.0.0.1")).isNotNull();
        places.forEach(gate::leave);
        for (int i = 1; i < AcceptGate.HALF_OPEN_PER_NETWORK_MAX; i++)
            assertThat(enter("10.0.0.1")).isNotNull();
        assertThat(enter("10.0.0.1")).isNull();
    }

    @Test
    void aHouseholdAndASiteHaveLimitsOfTheirOwn() {
        int number = 0;
        for (; number < AcceptGate.HALF_OPEN_PER_HOUSEHOLD_MAX; number++)
            assertThat(enter("2001:db8:1:" + Integer.toHexString(number) + "::1"))
                    .isNotNull();
        assertThat(enter("2001:db8:1:ff::1")).as("of the same /56").isNull();
        for (; number < AcceptGate.HALF_OPEN_PER_SITE_MAX; number++)
            assertThat(enter("2001:db8:1:" + Integer.toHexString(0x100 + number) + "::1"))
                    .isNotNull();
        assertThat(enter("2001:db8:1:f00::1")).as("of the same /48").isNull();
        assertThat(enter("2001:db8:2::1")).isNotNull();
    }

    private int strangersMax() {
        return gate.halfOpenMax() - AcceptGate.LOOPBACK_RESERVED;
    }

    @Test
    void strangersLeavePlacesToLoopback() {
        for (int i = 0; i < strangersMax(); i++) assertThat(enter(stranger(i))).isNotNull();
        assertThat(enter(stranger(strangersMax()))).isNull();
        for (String other : List.of("127.0.0.2", "127.0.2.1")) {
            assertThat(enter(other))
                    .as("any other address of 127/8 is a stranger's")
                    .isNull();
        }
        for (int i = 0; i < AcceptGate.LOOPBACK_RESERVED; i++) {
            assertThat(enter(i % 2 == 0 ? "127.0.0.1" : "::1")).isNotNull();
        }
        assertThat(enter("127.0.0.1")).isNull();
    }

    @Test
    void whereEachNetworkHasOneTheOldestGivesWayAfterASecond() {
        var first = new boolean[1];
        assertThat(gate.enter(address("10.9.9.9"), () -> first[0] = true)).isNotNull();
        for (int i = 1; i < strangersMax(); i++) assertThat(enter(stranger(i))).isNotNull();
        time.advance(Duration.ofMillis(900));
        assertThat(enter("10.8.0.1")).isNull();
        assertThat(first[0]).isFalse();
        time.advance(Duration.ofMillis(200));
        assertThat(enter("10.8.0.1")).isNotNull();
        assertThat(first[0]).as("the oldest is closed").isTrue();
    }

    /// Few networks that take all places: each newcomer gets one at once, and those few cannot take it back.
    @Test
    void networksShareThePlacesFairly() {
        var closed = new ArrayList<Integer>();
        for (int i = 0; i < strangersMax(); i++) {
            int number = i;
            assertThat(gate.enter(address("10.0.0." + (1 + i % 7)), () -> closed.add(number)))
                    .isNotNull();
        }
        assertThat(enter("10.0.0.1")).as("it has as many as any").isNull();
        for (int i = 0; i < 20; i++) assertThat(enter("10.1.0." + (1 + i))).isNotNull();
        assertThat(closed).hasSize(20);
        assertThat(closed.getFirst()).as("the oldest of who has most").isLessThan(7);
        assertThat(enter("10.0.0.1")).isNull();
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
        assertThat(gate(16L << 30, MANY).openMax()).as("of a server").isEqualTo(2_000);
    }

    @Test
    void connectionsLeaveTheBoxItsDescriptors() {
        var few = gate(BOARD_BYTES, 512);
        assertThat(few.openMax()).isEqualTo(512 - AcceptGate.DESCRIPTORS_RESERVED);
        assertThat(few.withoutCertificateMax()).isLessThan(few.openMax());
        var fewer = gate(BOARD_BYTES, 100);
        assertThat(fewer.openMax()).isGreaterThan(AcceptGate.LOOPBACK_RESERVED);
        assertThat(gate.withoutCertificateMax()).isEqualTo(WebServer.CONNECTIONS_MAX);
    }

    @Test
    void boxesHavePlacesThatNobodyElseTakes() {
        assertThat(gate.ofBoxesMin()).as("of a board").isEqualTo(215);
        for (long megabytes : List.of(160, 512, 16_384)) {
            var hub = gate(megabytes << 20, MANY);
            assertThat(hub.ofBoxesMin()).as("with %d MB", megabytes).isEqualTo(1_100);
        }
        for (long descriptors : List.of(100, 304, 512, 1_024)) {
            var few = gate(BOARD_BYTES, descriptors);
            assertThat(few.ofBoxesMin())
                    .as("with %d descriptors", descriptors)
                    .isGreaterThanOrEqualTo(few.openMax() / 8);
        }
    }

    private void remembersBoxAt(String address) {
        Place place = Objects.requireNonNull(enter(address));
        gate.open(place, Handshake.BOX);
        gate.leave(place);
    }

    /// Strangers from networks whose handshakes ended before, and others: no place is left.
    private void strangersTakeAllPlaces() {
        for (int i = 0; i < strangersMax() / 2; i++) gate.leave(openedBy(stranger(i)));
        for (int i = 0; i < strangersMax(); i++) assertThat(enter(stranger(i))).isNotNull();
        assertThat(enter("10.9.9.9")).isNull();
    }

    private Place openedBy(String address) {
        Place place = Objects.requireNonNull(enter(address));
        gate.open(place, Handshake.STRANGER);
        return place;
    }

    @Test
    void networksOfBoxesGetAQuarterOfTheHandshakesOfStrangers() {
        int networks = gate.halfOpenMax() / 4;
        for (int i = 0; i < networks; i++) remembersBoxAt("10.7.0." + (1 + i));
        strangersTakeAllPlaces();
        for (int i = 0; i < networks; i++)
            assertThat(enter("10.7.0." + (1 + i))).as("box %d", i).isNotNull();
    }

    @Test
    void aNetworkWhoseClientsHaveSignedInGetsPlacesBeforeStrangers() {
        gate.signedIn(openedBy("10.7.0.1"));
        strangersTakeAllPlaces();
        for (int i = 0; i < HalfOpen.SHARE; i++) assertThat(enter("10.7.0.1")).isNotNull();
        assertThat(enter("10.7.0.1")).isNull();
        time.advance(Duration.ofDays(1).plusSeconds(2));
        assertThat(gate.rankOf(ClientNetwork.of(address("10.7.0.1")))).isEqualTo(AcceptGate.Rank.NEW);
    }

    /// A stranger who shares the router of a box, and floods: eight places at once, each for a second.
    @Test
    void aStrangerInTheNetworkOfABoxTakesFewPlacesAndNotForLong() {
        remembersBoxAt("10.7.0.1");
        strangersTakeAllPlaces();
        for (int i = 0; i < HalfOpen.SHARE; i++) assertThat(enter("10.7.0.1")).isNotNull();
        assertThat(enter("10.7.0.1")).isNull();
        time.advance(Duration.ofMillis(1_100));
        assertThat(enter("10.7.0.1")).as("a connection of the box").isNotNull();
    }

    @Test
    void aThousandNetworksOfBoxesAreRemembered() {
        for (int i = 0; i < 1_000; i++) remembersBoxAt("10." + (20 + i / 250) + ".0." + (1 + i % 250));
        strangersTakeAllPlaces();
        int passed = 0;
        for (int i = 0; i < 1_000; i++) {
            Place place = enter("10." + (20 + i / 250) + ".0." + (1 + i % 250));
            if (place == null) continue;
            passed++;
            gate.open(place, Handshake.BOX);
            gate.leave(place);
            assertThat(enter("10.8.0." + (1 + passed % 250)))
                    .as("a stranger takes the place again")
                    .isNotNull();
        }
        assertThat(passed).isGreaterThan(990);
    }

    /// Whatever comes and goes, in whatever order: no limit is passed, and in the end all places are free.
    @Test
    void noOrderOfComingAndGoingPassesALimit() {
        for (int seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            var fresh = gate(9 << 20, MANY); // 115 connections: they are often all taken
            record Entered(Place place, AtomicBoolean closed) {}
            var all = new ArrayList<Entered>();
            for (int step = 0; step < 3_000; step++) {
                time.advance(Duration.ofMillis(random.nextInt(60)));
                switch (random.nextInt(5)) {
                    case 0, 1, 2 -> {
                        var closed = new AtomicBoolean();
                        Place place = fresh.enter(address(stranger(random.nextInt(6))), () -> closed.set(true));
                        if (place != null) all.add(new Entered(place, closed));
                    }
                    case 3 -> {
                        if (!all.isEmpty()) fresh.open(all.get(random.nextInt(all.size())).place, Handshake.STRANGER);
                    }
                    default -> {
                        if (!all.isEmpty()) fresh.leave(all.remove(random.nextInt(all.size())).place);
                    }
                }
                all.removeIf(one -> one.closed.get());
                assertThat(all).hasSizeLessThanOrEqualTo(fresh.openMax() - AcceptGate.LOOPBACK_RESERVED);
            }
            for (Entered left : all) fresh.leave(left.place);
            for (int i = 0; i < fresh.halfOpenMax() - AcceptGate.LOOPBACK_RESERVED; i++) {
                assertThat(fresh.enter(address("10.0.0.1"), () -> {}))
                        .as("seed %d", seed)
                        .isNotNull();
            }
        }
    }
}
