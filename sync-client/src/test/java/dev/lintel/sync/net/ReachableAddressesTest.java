package dev.lintel.sync.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Real sockets behind a name that has the addresses that a test gives it.
class ReachableAddressesTest {
    private static final InetAddress FOUR = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress SIX = InetAddress.ofLiteral("::1");
    private static final int LIMIT_MS = 5_000;

    private final AtomicInteger lookUps = new AtomicInteger();

    private ReachableAddresses named(InetAddress... all) {
        return new ReachableAddresses(_ -> {
            lookUps.incrementAndGet();
            return all;
        });
    }

    @Test
    void addressOfTheFamilyThatAnswersComesFirst() throws IOException {
        for (InetAddress live : List.of(FOUR, SIX)) {
            try (var server = new ServerSocket(0, 50, live)) {
                for (InetAddress[] all : new InetAddress[][] {{FOUR, SIX}, {SIX, FOUR}}) {
                    var addresses = named(all);
                    addresses.look("hub.example", server.getLocalPort(), LIMIT_MS);
                    assertThat(addresses.ordered("HUB.example", List.of(all)))
                            .hasSize(2)
                            .first()
                            .isEqualTo(live);
                }
            }
        }
    }

    @Test
    void failedConnectionHasTheAddressesTriedAgain() throws IOException {
        var addresses = named(FOUR, SIX);
        int port;
        try (var server = new ServerSocket(0, 50, SIX)) {
            port = server.getLocalPort();
            addresses.look("hub.example", port, LIMIT_MS);
            addresses.look("hub.example", port, LIMIT_MS);
            assertThat(lookUps).hasValue(1);
        }
        try (var server = new ServerSocket(port, 50, FOUR)) {
            addresses.failed("hub.example", SIX);
            addresses.look("hub.example", server.getLocalPort(), LIMIT_MS);
            assertThat(addresses.ordered("hub.example", List.of(SIX, FOUR))).containsExactly(FOUR, SIX);
        }
    }

    @Test
    void addressThatAcceptsAndFailsAfterThatGivesTheNextAttemptToAnother() throws IOException {
        InetAddress third = InetAddress.ofLiteral("127.0.0.3");
        try (var silent = new ServerSocket(0, 50, FOUR);
                var silentToo = new ServerSocket(silent.getLocalPort(), 50, SIX);
                var good = new ServerSocket(silent.getLocalPort(), 50, third)) {
            var addresses = named(FOUR, SIX, third);
            int port = good.getLocalPort();
            for (InetAddress expected : List.of(FOUR, SIX, third, FOUR)) {
                assertThat(addresses.look("hub.example", port, LIMIT_MS)).isEqualTo(expected);
                assertThat(addresses.ordered("hub.example", List.of(third, SIX, FOUR)))
                        .first()
                        .isEqualTo(expected);
                addresses.failed("HUB.example", expected);
            }
            assertThat(silentToo.isBound()).isTrue();
        }
    }

    /// Else two requests that fail together would pass over the address that works.
    @Test
    void failureAtAnAddressThatIsNoLongerUsedChangesNothing() throws IOException {
        try (var silent = new ServerSocket(0, 50, FOUR);
                var good = new ServerSocket(silent.getLocalPort(), 50, SIX)) {
            var addresses = named(FOUR, SIX);
            int port = good.getLocalPort();
            InetAddress first = addresses.look("hub.example", port, LIMIT_MS);
            addresses.failed("hub.example", first);
            assertThat(addresses.look("hub.example", port, LIMIT_MS)).isEqualTo(SIX);
            addresses.failed("hub.example", first);
            assertThat(addresses.look("hub.example", port, LIMIT_MS)).isEqualTo(SIX);
        }
    }

    /// A name may have more addresses than are tried at once.
    @Test
    void addressesBeyondTheFirstSixAreReachedOnceThoseHaveFailed() throws IOException {
        InetAddress last = InetAddress.ofLiteral("127.0.0.9");
        var all = new ArrayList<InetAddress>();
        for (int i = 2; i <= 8; i++) all.add(InetAddress.ofLiteral("127.0.0." + i));
        all.add(last);
        var servers = new ArrayList<ServerSocket>();
        try {
            for (InetAddress address : all) {
                int port = servers.isEmpty() ? 0 : servers.getFirst().getLocalPort();
                servers.add(new ServerSocket(port, 50, address));
            }
            int port = servers.getFirst().getLocalPort();
            var addresses = named(all.toArray(InetAddress[]::new));
            for (InetAddress expected : all) {
                assertThat(addresses.look("hub.example", port, LIMIT_MS)).isEqualTo(expected);
                addresses.failed("hub.example", expected);
            }
        } finally {
            for (ServerSocket server : servers) server.close();
        }
    }

    @Test
    void namesWithOneAddressAndThoseThatAnswerNowhereKeepTheirOrder() throws IOException {
        int port;
        try (var nobody = new ServerSocket(0)) {
            port = nobody.getLocalPort();
        }
        var none = named(SIX, FOUR);
        none.look("hub.example", port, LIMIT_MS);
        assertThat(none.ordered("hub.example", List.of(SIX, FOUR))).containsExactly(SIX, FOUR);
        var one = named(SIX);
        one.look("[::1]", port, LIMIT_MS);
        assertThat(one.ordered("::1", List.of(SIX))).containsExactly(SIX);
        var unknown = new ReachableAddresses(host -> {
            throw new UnknownHostException(host);
        });
        assertThatThrownBy(() -> unknown.look("hub.example", port, LIMIT_MS)).isInstanceOf(UnknownHostException.class);
    }

    /// Else a name would keep the order of an earlier look-up.
    @Test
    void javaAsksThisResolverEachTime() throws UnknownHostException {
        assertThat(InetAddress.getByName("localhost").isLoopbackAddress()).isTrue();
        assertThat(Security.getProperty("networkaddress.cache.ttl")).isEqualTo("0");
    }
}
