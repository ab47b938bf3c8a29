package dev.lintel.controller.config;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Checks of addresses and ports, without asking a name server.
public final class Addresses {
    public static final int PORT_MAX = 65_535;
    /// Longer than any address for reports.
    private static final int CONTACT_MAX = 500;

    private Addresses() {}

    /// Null when `address` is an IP address that can be listened on, else a sentence.
    static @Nullable String listenFault(String address) {
        try {
            InetAddress literal = InetAddress.ofLiteral(address);
            return literal.isMulticastAddress() ? "is a multicast address; nothing can listen on it" : null;
        } catch (IllegalArgumentException e) { // no literal
            return "must be an IP address of this box, such as 192.168.1.20, or 0.0.0.0 for all, not '" + address + "'";
        }
    }

    /// Null when `url` is the address of a web server, else a sentence.
    public static @Nullable String publicUrlFault(String url) {
        try {
            var uri = new URI(url);
            boolean scheme = "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
            boolean bare = uri.getRawQuery() == null && uri.getRawFragment() == null && uri.getRawUserInfo() == null;
            boolean root = uri.getRawPath() == null
                    || uri.getRawPath().isEmpty()
                    || uri.getRawPath().equals("/");
            boolean port = uri.getPort() <= PORT_MAX && uri.getPort() != 0;
            if (scheme && bare && root && port && uri.getHost() != null) return null;
        } catch (URISyntaxException e) { // told below
        }
        return "must be like https://lobby.example.com:8443, without a path, not '" + url + "'";
    }

    /// Why `uri` is no contact as RFC 9116, 2.5.3 wants it, or null.
    static @Nullable String contactFault(String uri) {
        try {
            var contact = new URI(uri);
            String scheme =
                    contact.getScheme() == null ? "" : contact.getScheme().toLowerCase(Locale.ROOT);
            boolean known = scheme.equals("mailto") || scheme.equals("tel");
            boolean page = scheme.equals("https") && contact.getHost() != null;
            if ((known || page) && uri.length() <= CONTACT_MAX && uri.equals(contact.toASCIIString())) return null;
        } catch (URISyntaxException e) { // reported below
        }
        return "must be like mailto:security@example.com, https://example.com/security or tel:+1-201-555-0123,"
                + " not '" + uri + "'";
    }

    static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
