package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.server.AcceptGate.Rank;
import dev.lintel.controller.server.ConnectionCounts.Refused;
import dev.lintel.controller.server.HandshakeRates.Limits;
import dev.lintel.controller.server.RateMemory.Rate;
import dev.lintel.controller.time.HandTime;
import java.net.InetAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HandshakeRatesTest {
    private static final Limits LIMITS = Limits.of(4);

    /// Of a board with two processors.
    private static final Limits BOARD = Limits.of(2);

    private static final long SEED = 1;
    private static final int SECONDS = 60;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private HandshakeRates rates = new HandshakeRates(time, LIMITS, SEED);

    private @Nullable Refused take(String address, Rank rank) {
        return rates.take(ClientNetwork.of(InetAddress.ofLiteral(address)), rank);
    }

    private static String network(int number) {
        return "10.1." + number / 200 + "." + (1 + number % 200);
    }

    /// How many connections of an address are accepted at once.
    private int burst(String address, Rank rank) {
        int accepted = 0;
        while (accepted < 10_000 && take(address, rank) == null) accepted++;
        return accepted;
    }

    /// How many are accepted in a minute, of networks that each try 100 times a second.
    private int minute(int networks, Rank rank) {
        int accepted = 0;
        for (int i = 0; i < SECONDS * 100; i++) {
            for (int n = 0; n < networks; n++) if (take(network(n), rank) == null) accepted++;
            time.advance(Duration.ofMillis(10));
        }
        return accepted;
    }

    @Test
    void aNetworkHasABurstAndThenItsRate() {
        assertThat(burst("10.0.0.1", Rank.KNOWN)).isEqualTo(LIMITS.network().burst());
        assertThat(take("10.0.0.1", Rank.KNOWN)).isEqualTo(Refused.RATE_OF_NETWORK);
        for (int second = 0; second < SECONDS; second++) {
            time.advance(Duration.ofSeconds(1));
            assertThat(burst("10.0.0.1", Rank.KNOWN)).isEqualTo(LIMITS.network().perSecond());
        }
    }

    /// The limit of the API, for a client that opens a connection for each request.
    @Test
    void aCredentialAtTheLimitOfTheApiIsNeverRefused_whateverOthersDo() {
        minute(50, Rank.KNOWN);
        for (int request = 0; request < RateLimit.PER_MINUTE * 10; request++) {
            for (int n = 0; n < 50; n++) take(network(n), Rank.KNOWN);
            assertThat(take("10.9.9.9", Rank.KNOWN)).as("request %d", request).isNull();
            time.advance(Duration.ofSeconds(60).dividedBy(RateLimit.PER_MINUTE));
        }
    }

    @Test
    void aBuildingWithManyBoxesConnectsAtOnce_alsoDuringAFlood() {
        minute(300, Rank.KNOWN);
        assertThat(burst("10.0.0.1", Rank.BOX)).isEqualTo(500);
    }

    /// 25 credentials at the limit of the API, behind a proxy that opens a connection for each request.
    @Test
    void aNetworkWithClientsThatHaveSignedInHasMore_alsoDuringAFlood() {
        minute(300, Rank.KNOWN);
        assertThat(burst("10.0.0.1", Rank.CLIENT)).isEqualTo(500);
        for (int request = 0; request < 25 * RateLimit.PER_MINUTE; request++) {
            time.advance(Duration.ofMinutes(1).dividedBy(25 * RateLimit.PER_MINUTE));
            assertThat(take("10.0.0.1", Rank.CLIENT)).isNull();
        }
    }

    /// 30 browsers of an office open a page: six connections each.
    @Test
    void anOfficeBehindOneAddressOpensAPageOnABoard_alsoDuringAFlood() {
        rates = new HandshakeRates(time, BOARD, SEED);
        minute(300, Rank.KNOWN);
        for (int i = 0; i < 30 * 6; i++)
            assertThat(take("10.0.0.1", Rank.CLIENT)).isNull();
    }

    @Test
    void clientsAtTheLimitOfTheApiConnectToABoard() {
        rates = new HandshakeRates(time, BOARD, SEED);
        burst("10.0.0.1", Rank.CLIENT);
        for (int request = 0; request < 25 * RateLimit.PER_MINUTE; request++) {
            time.advance(Duration.ofMinutes(1).dividedBy(25 * RateLimit.PER_MINUTE));
            assertThat(take("10.0.0.1", Rank.CLIENT)).isNull();
        }
    }

    /// Each costs a board some 10 ms: a quarter of each of its two processors, and what the share allows.
    @Test
    void networksWithClientsThatHaveSignedInHaveATotalOnABoard() {
        rates = new HandshakeRates(time, BOARD, SEED);
        int share = BOARD.share().burst();
        assertThat(burst("10.0.0.1", Rank.CLIENT)).isEqualTo(300 + share);
        assertThat(take("10.0.0.1", Rank.CLIENT)).isEqualTo(Refused.RATE);
        time.advance(Duration.ofMinutes(1));
        int ofShares = 4 * (share + BOARD.share().perSecond() * SECONDS);
        assertThat(minute(4, Rank.CLIENT)).isBetween(3_000, 300 + 50 * SECONDS + ofShares);
    }

    /// Compromised phones in the networks of several boxes, and a fleet that returns meanwhile.
    @Test
    void networksWithBoxesHaveATotalOnABoard_andEachBoxItsShare() {
        rates = new HandshakeRates(time, BOARD, SEED);
        int share = BOARD.share().burst();
        int perS = BOARD.boxes().perSecond();
        int ofShares = 4 * (share + BOARD.share().perSecond() * SECONDS);
        int cost = minute(4, Rank.BOX);
        assertThat(cost).isBetween(3_000, BOARD.boxes().burst() + perS * SECONDS + ofShares);
        for (int box = 0; box < 100; box++) {
            for (int phone = 0; phone < 4; phone++) burst(network(phone), Rank.BOX);
            assertThat(take("10.9.9." + box, Rank.BOX)).as("box %d", box).isNull();
        }
    }

    @Test
    void aFleetOfAThousandBoxesReturnsWithinTenSecondsAfterAPowerCut() {
        rates = new HandshakeRates(time, BOARD, SEED);
        int waiting = 1_000;
        for (int second = 0; second < 10 && waiting > 0; second++) {
            int before = waiting;
            for (int box = 0; box < before; box++) if (take(network(box), Rank.BOX) == null) waiting--;
            time.advance(Duration.ofSeconds(1));
        }
        assertThat(waiting).isZero();
    }

    @Test
    void aSiteOfIpv6WithAClientThatHasSignedInHasNoMoreThanAllClientsOnABoard() {
        rates = new HandshakeRates(time, BOARD, SEED);
        int site = 0;
        while (site < 10_000 && take("2001:db8:2:" + Integer.toHexString(site % 256 << 8) + "::1", Rank.CLIENT) == null)
            site++;
        assertThat(site)
                .isEqualTo(300 + HandshakeRates.SITE_FACTOR * BOARD.share().burst());
    }

    /// A phone that does nothing but handshakes, in the network of one client.
    @Test
    void aClientsNetworkAtItsLimitLeavesOtherClientsTheirShare() {
        rates = new HandshakeRates(time, BOARD, SEED);
        minute(1, Rank.CLIENT);
        int share = BOARD.share().burst();
        assertThat(burst("10.9.9.9", Rank.CLIENT)).isBetween(share, share + 1);
        for (int request = 0; request < 10 * BOARD.share().perSecond(); request++) {
            time.advance(Duration.ofSeconds(1).dividedBy(BOARD.share().perSecond()));
            burst(network(0), Rank.CLIENT);
            assertThat(take("10.9.9.9", Rank.CLIENT)).isNull();
        }
    }

    @Test
    void moreProcessorsThanTheEventLoopsUseDoNotRaiseTheLimit() {
        assertThat(Limits.of(1).clients()).isEqualTo(new Rate(25, 150));
        assertThat(Limits.of(64)).isEqualTo(Limits.of(4));
    }

    @Test
    void loopbackHasNoLimit() {
        minute(300, Rank.KNOWN);
        for (int i = 0; i < 10_000; i++)
            assertThat(take(i % 2 == 0 ? "127.0.0.1" : "::1", Rank.NEW)).isNull();
        assertThat(burst("127.0.0.2", Rank.NEW)).as("an address of a stranger").isLessThan(100);
    }

    @Test
    void aFewNetworksCostAQuarterOfTheTotal() {
        int shares = 10 * (LIMITS.share().burst() + LIMITS.share().perSecond() * SECONDS);
        int excess = LIMITS.totalPerS() + LIMITS.totalPerS() / 4 * SECONDS;
        assertThat(minute(10, Rank.KNOWN)).isBetween(3_000, shares + excess);
    }

    @Test
    void manyNetworksCostTheTotal_andNewcomersHaveAQuarterOfIt() {
        int total = LIMITS.totalPerS() * (SECONDS + 2);
        assertThat(minute(500, Rank.KNOWN)).isBetween(total / 2, total);
        time.advance(Duration.ofSeconds(10));
        assertThat(minute(500, Rank.NEW)).isBetween(total / 2, total);
        for (int newcomer = 0; newcomer < 500; newcomer++) {
            for (int n = 0; n < 500; n++) take(network(n), Rank.KNOWN);
            assertThat(take("10.7." + newcomer / 200 + "." + newcomer % 200, Rank.NEW))
                    .isNull();
            time.advance(Duration.ofSeconds(1).dividedBy(LIMITS.totalPerS() / 4));
        }
    }

    /// A subscriber of IPv6 has 256 or 65,536 networks.
    @Test
    void aHouseholdAndASiteOfIpv6HaveRatesOfTheirOwn() {
        int household = 0;
        while (household < 256 && take("2001:db8:1:" + Integer.toHexString(household) + "::1", Rank.KNOWN) == null)
            household++;
        assertThat(household).isEqualTo(LIMITS.network().burst());
        time.advance(Duration.ofSeconds(60));
        int site = 0;
        while (site < 10_000 && take("2001:db8:2:" + Integer.toHexString(site << 4) + "::1", Rank.KNOWN) == null)
            site++;
        int share = HandshakeRates.SITE_FACTOR * LIMITS.share().burst();
        assertThat(site).isBetween(share, share + LIMITS.totalPerS());
        assertThat(take("2001:db8:3::1", Rank.KNOWN)).as("of another site").isNull();
    }

    /// More networks than are remembered do not make a network's use forgotten.
    @Test
    void manyNetworksDoNotPushOutTheOneThatUsesMost() {
        var limits = new Limits(
                LIMITS.network(), LIMITS.trusted(), LIMITS.share(), 1_000_000, LIMITS.clients(), LIMITS.boxes());
        var many = new HandshakeRates(time, limits, SEED);
        var greedy = ClientNetwork.of(InetAddress.ofLiteral("10.0.0.1"));
        int taken = 0;
        while (many.take(greedy, Rank.NEW) == null) taken++;
        assertThat(taken).isPositive();
        for (int i = 0; i < 20_000; i++) {
            many.take(
                    ClientNetwork.of(InetAddress.ofLiteral("10." + (50 + i / 40_000) + "." + i / 200 + "." + i % 200)),
                    Rank.NEW);
        }
        assertThat(many.take(greedy, Rank.NEW)).isEqualTo(Refused.RATE_OF_NETWORK);
    }
}
