package dev.lintel.controller.net;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Addresses that others register: what may be one at all. Any thread.
public final class WebAddress {
    /// Longer ones do not fit every browser.
    static final int CHARS_MAX = 2_000;

    private static final int PORT_MAX = 65_535;

    /// Plain HTTP stays on the machine: addresses, and the one name that every machine has for itself.
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "[::1]", "localhost");

    private WebAddress() {}

    /// Whether the host is this machine, by its written name.
    public static boolean isLoopback(URI address) {
        return LOOPBACK.contains(address.getHost());
    }

    /// Why an address cannot be used, as a sentence that begins with `what` ("A webhook address"), or null when it can:
    /// https, or http on loop-back. No name is looked up.
    public static @Nullable String fault(String text, String what) {
        if (text.length() > CHARS_MAX) return what + " has at most " + CHARS_MAX + " characters.";
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            return what + " must be a whole address such as https://shop.example/callback.";
        }
        String host = uri.getHost();
        boolean whole = uri.isAbsolute() && !uri.isOpaque() && host != null && !host.isEmpty();
        if (!whole) return what + " must be a whole address such as https://shop.example/callback.";
        if (uri.getPort() == 0 || uri.getPort() > PORT_MAX) return what + " has a port that there is not.";
        if (uri.getRawFragment() != null || text.indexOf('#') >= 0) return what + " must not have a fragment (#…).";
        if (uri.getRawUserInfo() != null) return what + " must not have a user name in it.";
        if (text.chars().anyMatch(c -> c <= ' ' || c >= 0x7F || c == '\\' || c == '"' || c == '<' || c == '>')) {
            return what + " has a character in it that must be percent-encoded.";
        }
        return switch (uri.getScheme()) {
            case "https" -> null;
            case "http" ->
                LOOPBACK.contains(host)
                        ? null
                        : what + " must begin with https:// (http:// is for this machine: 127.0.0.1 or [::1]).";
            default -> what + " must begin with https://.";
        };
    }
}
