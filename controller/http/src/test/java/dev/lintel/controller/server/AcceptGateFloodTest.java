package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.server.AcceptGate.Handshake;
import dev.lintel.controller.server.AcceptGate.Place;
import dev.lintel.controller.time.HandTime;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// Simulates floods of half-open connections in virtual time, and counts the clients whose handshakes end. The figures
/// are in docs/security.md.
class AcceptGateFloodTest {
    private static final long BOARD_BYTES = 64 << 20;
    private static final long DESCRIPTORS = 16_384;
    private static final long SECOND_NS = 1_000_000_000;
    private static final long RUN_NS = 30 * SECOND_NS;

    /// The server ends a handshake after as long.
    private static final long TIMEOUT_NS = 5 * SECOND_NS;

    private static final int ATTEMPTS_MAX = 3;
    private static final double SERVED_MIN = 0.9;
    private static final long SEED = 42;

    /// One flood, and clients that arrive meanwhile.
    private static final class Flood {
        private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
        private final Random random = new Random(SEED);
        private final AcceptGate gate = new AcceptGate(
                time,
                new ConnectionCounts(),
                new HandshakeRates(time, HandshakeRates.Limits.of(2), random.nextLong()),
                new AcceptGate.Resources(BOARD_BYTES, DESCRIPTORS),
                random.nextLong());
        private final PriorityQueue<Event> events =
                new PriorityQueue<>(Comparator.comparingLong(Event::atNs).thenComparingLong(Event::number));
        private long nowNs;
        private long number;
        private long attackHandshakes;
        private int clients;
        private int served;

        private record Event(long atNs, long number, Runnable action) {}

        private void after(long ns, Runnable action) {
            events.add(new Event(nowNs + ns, number++, action));
        }

        private void run(long untilNs) {
            while (!events.isEmpty() && events.element().atNs <= untilNs) {
                Event next = events.remove();
                time.advance(Duration.ofNanos(next.atNs - nowNs));
                nowNs = next.atNs;
                next.action.run();
            }
        }

        /// Connections that send nothing, one after another.
        Flood steadily(int perSecond, IntFunction<String> addresses) {
            return attack(1, 2 * SECOND_NS / perSecond, TIMEOUT_NS, addresses);
        }

        /// Handshakes that end, one after another; each connection is closed then.
        Flood completingSteadily(int perSecond, IntFunction<String> addresses) {
            completeFrom(0, 2 * SECOND_NS / perSecond, addresses);
            return this;
        }

        private void completeFrom(int from, long intervalNsMax, IntFunction<String> addresses) {
            Place place = gate.enter(InetAddress.ofLiteral(addresses.apply(from)), () -> {});
            if (place != null) {
                attackHandshakes++;
                gate.open(place, Handshake.STRANGER);
                gate.leave(place);
            }
            after(random.nextLong(intervalNsMax), () -> completeFrom(from + 1, intervalNsMax, addresses));
        }

        long attackHandshakesPerS() {
            return attackHandshakes * SECOND_NS / RUN_NS;
        }

        /// So many connections at once, after intervals between nothing and the longest. Each is closed by its client
        /// after `heldNs`.
        Flood attack(int burst, long intervalNsMax, long heldNs, IntFunction<String> addresses) {
            attackFrom(0, burst, intervalNsMax, heldNs, addresses);
            return this;
        }

        private void attackFrom(int from, int burst, long intervalNsMax, long heldNs, IntFunction<String> addresses) {
            for (int i = from; i < from + burst; i++) {
                Place place = gate.enter(InetAddress.ofLiteral(addresses.apply(i)), () -> {});
                if (place == null) continue;
                attackHandshakes++;
                after(heldNs, () -> gate.leave(place));
            }
            after(
                    random.nextLong(intervalNsMax),
                    () -> attackFrom(from + burst, burst, intervalNsMax, heldNs, addresses));
        }

        /// The handshakes of these clients ended before the flood.
        Flood after(int clients, Handshake handshake) {
            for (int i = 0; i < clients; i++) {
                Place place = Objects.requireNonNull(gate.enter(InetAddress.ofLiteral(client(i)), () -> {}));
                gate.open(place, handshake);
                gate.leave(place);
            }
            return this;
        }

        /// Handshakes that ended before the flood, of others than the clients, as many a second as a site may have.
        Flood completedBefore(int count, IntFunction<String> addresses) {
            int ended = 0;
            for (int i = 0; i < count; i++) {
                time.advance(Duration.ofMillis(50));
                Place place = gate.enter(InetAddress.ofLiteral(addresses.apply(i)), () -> {});
                if (place == null) continue;
                gate.open(place, Handshake.STRANGER);
                gate.leave(place);
                ended++;
            }
            assertThat(ended).isGreaterThan(count / 2);
            return this;
        }

        /// The share of clients whose handshake ends within three attempts. One arrives each 0.2 s.
        double served() {
            arrive();
            run(RUN_NS);
            return (double) served / clients;
        }

        private void arrive() {
            if (nowNs > RUN_NS - 5 * SECOND_NS) return;
            attempt(InetAddress.ofLiteral(client(clients++)), 1);
            after(SECOND_NS / 5, this::arrive);
        }

        private void attempt(InetAddress address, int count) {
            Runnable again = () -> {
                if (count < ATTEMPTS_MAX)
                    after(SECOND_NS / 4 + random.nextLong(SECOND_NS), () -> attempt(address, count + 1));
            };
            var closed = new AtomicBoolean();
            Place place = gate.enter(address, () -> {
                closed.set(true);
                again.run();
            });
            if (place == null) {
                again.run();
                return;
            }
            after((50 + random.nextInt(100)) * SECOND_NS / 1_000, () -> {
                if (closed.get()) return;
                served++;
                gate.open(place, Handshake.STRANGER);
                gate.leave(place);
            });
        }
    }

    /// A network of its own for each number.
    private static String client(int number) {
        return "10.1." + number / 200 + "." + (1 + number % 200);
    }

    /// A /64 of the /48 with this number.
    private static String ipv6(int site, int link) {
        return "2001:" + Integer.toHexString(site >>> 16) + ":" + Integer.toHexString(site & 0xffff) + ":"
                + Integer.toHexString(link & 0xffff) + "::1";
    }

    @Test
    void newcomersPassAThousandNetworksThatOpen500ConnectionsASecond() {
        Flood flood = new Flood().steadily(500, i -> ipv6(i % 1_000, 0));
        assertThat(flood.served()).isGreaterThanOrEqualTo(SERVED_MIN);
    }

    @Test
    void newcomersPassAThousandNetworksThatOpen500ConnectionsAtOnceEachSecond() {
        Flood flood = new Flood().attack(500, 2 * SECOND_NS, TIMEOUT_NS, i -> ipv6(i % 1_000, 0));
        assertThat(flood.served()).isGreaterThanOrEqualTo(SERVED_MIN);
    }

    @Test
    void newcomersPassNetworksThatCloseTheirConnectionsEarlyAndOpenOthers() {
        Flood flood = new Flood().attack(1, 2 * SECOND_NS / 5_000, 4 * SECOND_NS / 10, i -> ipv6(i % 1_000, 0));
        assertThat(flood.served()).isGreaterThanOrEqualTo(SERVED_MIN);
    }

    /// Each connection from another /64: four sites have 262,144 of them.
    @Test
    void newcomersPassFourSitesThatOpen5000ConnectionsASecond() {
        Flood flood = new Flood().steadily(5_000, i -> ipv6(i % 4, i / 4));
        assertThat(flood.served()).isGreaterThanOrEqualTo(SERVED_MIN);
    }

    /// More networks than are remembered, each connects once.
    @Test
    void newcomersPass250ConnectionsASecondOfNetworksThatWereNeverSeen() {
        Flood flood = new Flood().steadily(250, i -> ipv6(i, 0));
        assertThat(flood.served()).isGreaterThanOrEqualTo(SERVED_MIN);
    }

    /// The limit of the gate: places / (rate × time for a handshake) of the attempts of newcomers find a place.
    @Test
    void newcomersFailAt3000ConnectionsASecondOfNetworksThatWereNeverSeen_knownOnesAndBoxesPass() {
        assertThat(new Flood().steadily(3_000, i -> ipv6(i, 0)).served()).isBetween(0.05, 0.3);
        for (Handshake before : List.of(Handshake.STRANGER, Handshake.BOX)) {
            Flood flood = new Flood().after(200, before).steadily(3_000, i -> ipv6(i, 0));
            assertThat(flood.served()).as("%s", before).isGreaterThanOrEqualTo(SERVED_MIN);
        }
    }

    /// Each handshake from another /64 of the same /48.
    @Test
    void knownClientsPass3000ConnectionsASecond_afterOneSubscriberCompleted20000Handshakes() {
        Flood flood = new Flood().after(200, Handshake.STRANGER).completedBefore(20_000, i -> ipv6(0, i));
        assertThat(flood.steadily(3_000, i -> ipv6(1 + i, 0)).served()).isGreaterThanOrEqualTo(SERVED_MIN);
    }

    /// Accepted connections may each ask for a handshake.
    @Test
    void aFloodCostsABoundedNumberOfHandshakes() {
        Flood flood = new Flood().steadily(5_000, i -> ipv6(i, 0));
        flood.run(RUN_NS);
        assertThat(flood.attackHandshakesPerS()).as("a second").isLessThan(200);
    }

    @Test
    void newcomersPassFourAddressesThatCompleteHandshakesWithoutAPause() {
        Flood flood = new Flood().completingSteadily(5_000, i -> client(10_000 + i % 4));
        assertThat(flood.served()).isGreaterThanOrEqualTo(SERVED_MIN);
        assertThat(flood.attackHandshakesPerS()).as("a second").isLessThan(60);
    }

    @Test
    void newcomersPassASiteOfIpv6ThatCompletesHandshakesWithoutAPause() {
        Flood flood = new Flood().completingSteadily(5_000, i -> ipv6(0, i));
        assertThat(flood.served()).isGreaterThanOrEqualTo(SERVED_MIN);
        assertThat(flood.attackHandshakesPerS()).as("a second").isLessThan(60);
    }

    @Test
    void newcomersPassAThousandNetworksThatCompleteHandshakesWithoutAPause() {
        Flood flood = new Flood().completingSteadily(5_000, i -> ipv6(i % 1_000, 0));
        assertThat(flood.served()).isGreaterThanOrEqualTo(SERVED_MIN);
        assertThat(flood.attackHandshakesPerS()).as("a second").isLessThan(220);
    }
}
