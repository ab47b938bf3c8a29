package dev.lintel.controller.client;

import dev.lintel.sync.net.ReachableAddresses;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Which address of a server this box's configuration or code names is connected to. Java's HTTP client knows the first
/// one alone: [#choose] before a request, [#failed] after one that failed. Blocks; any thread but an event loop.
public final class ServerAddress {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private ServerAddress() {}

    /// Puts an address that can be connected to first, and returns it for [#failed]; null: there is no choice. A name
    /// that is not known stays so: the request reports it.
    public static @Nullable InetAddress choose(URI server, Duration limit) {
        try {
            int usual = "https".equalsIgnoreCase(server.getScheme()) ? HTTPS : HTTP;
            return choose(String.valueOf(server.getHost()), ReachableAddresses.port(server.getPort(), usual), limit);
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /// The same for a host.
    public static @Nullable InetAddress choose(String host, int port, Duration limit) throws UnknownHostException {
        return ReachableAddresses.SHARED.look(host, port, limit.toMillis());
    }

    /// The request failed: the next one uses another address of the name.
    public static void failed(URI server, @Nullable InetAddress chosen) {
        failed(String.valueOf(server.getHost()), chosen);
    }

    /// The same for a host.
    public static void failed(String host, @Nullable InetAddress chosen) {
        ReachableAddresses.SHARED.failed(host, chosen);
    }
}
