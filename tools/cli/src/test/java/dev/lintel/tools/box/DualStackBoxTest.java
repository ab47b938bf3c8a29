package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A hub whose name has an IPv4 and an IPv6 address, of which one answers. Each box is a process of its own, with an
/// `/etc/hosts` of its own in place of DNS, which needs root and Linux.
class DualStackBoxTest {
    private static final long AWAIT_NS_MAX = TimeUnit.SECONDS.toNanos(90);

    private static final String LOCAL = "127.0.0.1 localhost\n";

    /// By the address that they answer at.
    private static final Map<String, Hub> HUBS = new HashMap<>();

    @TempDir
    static Path folder;

    private static int boxes;

    /// A hub that several boxes join, each by its own name.
    private record Hub(Box box, int port) implements AutoCloseable {
        static Hub at(String address) {
            try {
                Path config =
                        Files.writeString(folder.resolve("hub-%d.yaml".formatted(HUBS.size())), """
                        name: Hub
                        listen: {address: "%s"}
                        hardware: simulated
                        channels: []
                        """.formatted(address));
                int port = freePort(address);
                Path data = Box.prepared(folder.resolve("hub-" + HUBS.size()));
                return new Hub(
                        Box.start(data, "--config", config.toString(), "--https-port", Integer.toString(port)), port);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            box.close();
        }
    }

    @AfterAll
    static void stop() {
        HUBS.values().forEach(Hub::close);
        HUBS.clear();
    }

    @BeforeEach
    void require() throws IOException {
        assumeTrue(Mounts.possible(), "a file can be mounted for one process");
    }

    @ParameterizedTest
    @ValueSource(strings = {"::1", "127.0.0.1"})
    void boxJoinsAndFollowsAHubWhoseOtherFamilyIsDead(String live) throws IOException {
        String dead = live.equals("::1") ? "127.0.0.1" : "::1";
        Path hosts = Files.writeString(folder.resolve("hosts"), LOCAL + dead + " hub.test\n" + live + " hub.test\n");
        follow(live, hosts, "hub.test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hub.test", "[::1]"})
    void boxJoinsAndFollowsAHubWithIpv6AddressesAlone(String name) throws IOException {
        Path hosts = Files.writeString(folder.resolve("hosts"), LOCAL + "::1 hub.test\n");
        follow("::1", hosts, name);
    }

    /// The other family accepts connections and does nothing more, as a tunnel does that drops large packets.
    @ParameterizedTest
    @ValueSource(strings = {"::1", "127.0.0.1"})
    void boxJoinsAndFollowsAHubWhoseOtherFamilyAcceptsAndIsSilent(String live) throws IOException {
        String silent = live.equals("::1") ? "127.0.0.1" : "::1";
        int port = HUBS.computeIfAbsent(live, Hub::at).port;
        Path hosts = Files.writeString(folder.resolve("hosts"), LOCAL + silent + " hub.test\n" + live + " hub.test\n");
        try (var _ = new ServerSocket(port, 100, InetAddress.ofLiteral(silent))) {
            follow(live, hosts, "hub.test");
        }
    }

    private void follow(String live, Path hosts, String name) throws IOException {
        Hub hub = HUBS.computeIfAbsent(live, Hub::at);
        String box = "Box-" + ++boxes;
        try (Box started = start(hosts, folder.resolve(box))) {
            CommandRun code = hub.box.lintel("hub code --box " + box + " --json");
            assertThat(code.exit()).as(code.err()).isZero();
            String address = "https://" + name + ":" + hub.port;
            CommandRun joined = started.lintel(
                    "join " + address + " --yes --code " + code.json().get("code"));
            assertThat(joined.exit()).as(joined.out() + joined.err()).isZero();
            awaitLink(hub.box, box);
        }
    }

    /// Until the hub has the box's link.
    private static void awaitLink(Box hub, String box) {
        long endNs = System.nanoTime() + AWAIT_NS_MAX;
        String seen = "";
        while (seen.lines().noneMatch(line -> line.contains(box) && line.contains("online"))) {
            assertThat(System.nanoTime() - endNs).as(seen).isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            seen = hub.lintel("hub boxes").out();
        }
    }

    private static Box start(Path hosts, Path data) {
        return Box.start(Mounts.withHosts(hosts, Box.command(data, "--no-demo")), Map.of(), _ -> data);
    }

    private static int freePort(String address) throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral(address))) {
            return socket.getLocalPort();
        }
    }
}
