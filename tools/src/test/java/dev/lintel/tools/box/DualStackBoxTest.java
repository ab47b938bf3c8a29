package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A hub whose name has an IPv4 and an IPv6 address, of which one answers. Each box is a process of its own, with an
/// `/etc/hosts` of its own in place of DNS, which needs root and Linux.
class DualStackBoxTest {
    private static final long AWAIT_NS_MAX = TimeUnit.SECONDS.toNanos(90);

    private static final String LOCAL = "127.0.0.1 localhost\n";

    @TempDir
    Path folder;

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

    private void follow(String live, Path hosts, String name) throws IOException {
        Path config = Files.writeString(folder.resolve("hub.yaml"), """
                name: Hub
                listen: {address: "%s"}
                hardware: simulated
                channels: []
                """.formatted(live));
        int port = freePort(live);
        try (Box hub = Box.start(
                        folder.resolve("hub"), "--config", config.toString(), "--https-port", Integer.toString(port));
                Box box = start(hosts)) {
            CommandRun code = hub.lintel("hub code --box Box-1 --json");
            assertThat(code.exit()).as(code.err()).isZero();
            String address = "https://" + name + ":" + port;
            CommandRun joined = box.lintel(
                    "join " + address + " --yes --code " + code.json().get("code"));
            assertThat(joined.exit()).as(joined.out() + joined.err()).isZero();
            awaitLink(hub);
        }
    }

    /// Until the hub has the box's link.
    private static void awaitLink(Box hub) {
        long endNs = System.nanoTime() + AWAIT_NS_MAX;
        String seen = "";
        while (!seen.contains("online")) {
            assertThat(System.nanoTime() - endNs).as(seen).isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            seen = hub.lintel("hub boxes").out();
        }
    }

    private Box start(Path hosts) {
        Path data = folder.resolve("box");
        return Box.start(Mounts.withHosts(hosts, Box.command(data, "--no-demo")), Map.of(), _ -> data);
    }

    private static int freePort(String address) throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral(address))) {
            return socket.getLocalPort();
        }
    }
}
