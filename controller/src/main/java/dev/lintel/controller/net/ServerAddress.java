package dev.lintel.controller.net;

import dev.lintel.sync.net.ReachableAddresses;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;

/// Which address of a server this box's configuration or code names is connected to. Java's HTTP client knows the first
/// one alone: [#choose] before a request, [#forget] after one that failed. Blocks; any thread but an event loop.
public final class ServerAddress {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private ServerAddress() {}

    /// Has the address that can be connected to be the first one. A name that is not known stays so: the request
    /// reports it.
    public static void choose(URI server, Duration limit) {
        try {
            int usual = "https".equalsIgnoreCase(server.getScheme()) ? HTTPS : HTTP;
            choose(String.valueOf(server.getHost()), ReachableAddresses.port(server.getPort(), usual), limit);
        } catch (UnknownHostException e) {
            forget(server);
        }
    }

    /// The same for a host.
    public static void choose(String host, int port, Duration limit) throws UnknownHostException {
        ReachableAddresses.SHARED.look(host, port, limit.toMillis());
    }

    public static void forget(URI server) {
        forget(String.valueOf(server.getHost()));
    }

    public static void forget(String host) {
        ReachableAddresses.SHARED.forget(host);
    }
}
