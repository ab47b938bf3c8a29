package dev.lintel.controller.oauth;

import dev.lintel.controller.net.WebAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Where a browser may be sent back to: what may be registered, and which address in a request is one of those.
public final class RedirectUris {
    /// Plain HTTP stays on the machine: addresses, not names, which somebody may point elsewhere (RFC 8252 8.3).
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "[::1]");

    private static final String LOCAL = "localhost";
    /// Parameters of the authorization response (RFC 6749 4.1.2, RFC 9207).
    private static final Set<String> ADDED = Set.of("code", "state", "iss", "error", "error_description", "error_uri");

    private RedirectUris() {}

    /// Why an address cannot be registered, as a sentence, or null when it can: https, or http on loop-back.
    public static @Nullable String fault(String text) {
        String fault = WebAddress.fault(text, "A redirect address");
        return fault == null ? answersParameter(URI.create(text).getRawQuery()) : fault;
    }

    /// What this server adds to the address must not stand there already: a client would read the wrong one of two.
    private static @Nullable String answersParameter(@Nullable String query) {
        if (query == null) return null;
        for (String pair : query.split("&", -1)) {
            String name = URLDecoder.decode(pair.split("=", 2)[0], StandardCharsets.UTF_8);
            if (ADDED.contains(name)) return "A redirect address must not have the parameter " + name + " in it.";
        }
        return null;
    }

    /// Whether `given` is one of the registered ones, character by character. For a public application the port of a
    /// loop-back address may differ: a program on a desk takes the port that is free (RFC 8252 7.3).
    static boolean isRegistered(List<String> registered, String given, boolean publicApplication) {
        if (registered.contains(given)) return true;
        if (!publicApplication) return false;
        String portless = portless(given);
        return portless != null && registered.stream().anyMatch(one -> portless.equals(portless(one)));
    }

    /// A loop-back address without its port; null for any other, and for what is no address.
    private static @Nullable String portless(String text) {
        if (fault(text) != null) return null;
        URI uri = URI.create(text);
        if (!uri.getScheme().equals("http") || !LOOPBACK.contains(uri.getHost())) return null;
        String rest = text.substring(text.indexOf("//") + 2);
        int path = rest.indexOf('/');
        int query = rest.indexOf('?');
        int end = path >= 0 && (query < 0 || path < query) ? path : query >= 0 ? query : rest.length();
        return uri.getHost() + rest.substring(end);
    }

    /// `uri` with more parameters; null values are left out.
    static String with(String uri, Map<String, @Nullable String> parameters) {
        var text = new StringBuilder(uri);
        char mark = uri.indexOf('?') < 0 ? '?' : '&';
        for (var parameter : new TreeMap<>(parameters).entrySet()) {
            String value = parameter.getValue();
            if (value == null) continue;
            text.append(mark)
                    .append(parameter.getKey())
                    .append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"));
            mark = '&';
        }
        return text.toString();
    }

    /// The host; null for one on loop-back, which is the user's own device.
    public static @Nullable String host(String uri) {
        String host = URI.create(uri).getHost();
        return LOOPBACK.contains(host) || host.equals(LOCAL) ? null : host;
    }

    /// Scheme, host and port: what a content policy names. It has no words for an IPv6 address: there the scheme alone.
    public static String origin(String uri) {
        URI parsed = URI.create(uri);
        if (parsed.getHost().startsWith("[")) return parsed.getScheme() + ":";
        return parsed.getScheme() + "://" + parsed.getRawAuthority();
    }
}
