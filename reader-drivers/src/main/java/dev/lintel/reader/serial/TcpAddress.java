package dev.lintel.reader.serial;

import java.net.URI;
import java.net.URISyntaxException;

/// Where a serial line behind a network is: `tcp://host:port`.
public record TcpAddress(String host, int port) {
    private static final String SCHEME = "tcp";
    private static final int PORT_MAX = 65_535;

    /// Whether a configured port is meant to be one.
    public static boolean isMeant(String port) {
        return port.startsWith(SCHEME + "://");
    }

    /// Reads `tcp://host:port`. Throws `IllegalArgumentException` in words on anything else.
    public static TcpAddress of(String text) {
        try {
            var uri = new URI(text);
            String host = uri.getHost();
            String rest = (uri.getRawPath() == null ? "" : uri.getRawPath())
                    + (uri.getRawQuery() == null ? "" : uri.getRawQuery())
                    + (uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo());
            if (!SCHEME.equals(uri.getScheme()) || host == null || !rest.isEmpty() || uri.getFragment() != null) {
                throw new IllegalArgumentException("is not of the form tcp://host:port");
            }
            if (uri.getPort() < 1 || uri.getPort() > PORT_MAX) {
                throw new IllegalArgumentException("needs a port from 1 to " + PORT_MAX + " behind the host");
            }
            return new TcpAddress(host, uri.getPort());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("is not of the form tcp://host:port", e);
        }
    }

    @Override
    public String toString() {
        return SCHEME + "://" + host + ":" + port;
    }
}
