package dev.lintel.controller.config;

import java.net.InetAddress;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Names that an authority of the public can look at. Asks no name server.
public final class HostNames {
    private static final Pattern NAME =
            Pattern.compile("([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z][a-z0-9-]*[a-z0-9]");
    private static final int NAME_CHARS_MAX = 253;
    /// RFC 6761 and 6762, and what installers make up.
    private static final Set<String> LOCAL =
            Set.of("local", "localhost", "localdomain", "lan", "home", "internal", "invalid", "arpa");

    private HostNames() {}

    /// Null: it may be one; else a sentence.
    public static @Nullable String fault(String given) {
        String name = given.toLowerCase(java.util.Locale.ROOT);
        if (name.startsWith("*.")) return "cannot hold the wildcard " + name + ": http-01 proves single hosts only";
        if (isAddress(name)) return "cannot hold the address " + name + ": authorities give certificates for names";
        String last = name.substring(name.lastIndexOf('.') + 1);
        if (LOCAL.contains(last)) {
            return "cannot hold " + name + ", which is known in this network only: no authority can look there;"
                    + " without 'tls' the box's own certificate serves it";
        }
        boolean isName = name.length() <= NAME_CHARS_MAX && NAME.matcher(name).matches();
        return isName ? null : "must be a whole name such as lobby.example.com (umlauts as xn--…), not '" + given + "'";
    }

    private static boolean isAddress(String text) {
        try {
            InetAddress.ofLiteral(text.replaceAll("[\\[\\]]", ""));
            return true;
        } catch (IllegalArgumentException e) {
            return false; // a name
        }
    }
}
