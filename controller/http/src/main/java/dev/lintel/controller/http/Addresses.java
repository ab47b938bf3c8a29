package dev.lintel.controller.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Client addresses: how the slow-down counts them, and which are the box itself.
public final class Addresses {
    private static final int NETWORK_BYTES = 8; // one subscriber holds a whole /64

    /// The end of the name of an IPv6 network.
    private static final String IPV6_SUFFIX = "/64";

    /// The first hexadecimal digits of a /64, as many as a /56 and a /48 have.
    private static final int HOUSEHOLD_DIGITS = 14;

    private static final int SITE_DIGITS = 12;

    private Addresses() {}

    /// Whether it is the box itself: 127.0.0.0/8 or `::1`. False for what is no address.
    public static boolean isLoopback(String address) {
        if (address.isEmpty()) return false;
        try {
            return InetAddress.ofLiteral(address).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// An IPv4 address as it is, of an IPv6 address its /64.
    public static String network(String address) {
        try {
            InetAddress parsed = InetAddress.ofLiteral(address);
            if (!(parsed instanceof Inet6Address)) return parsed.getHostAddress();
            return HexFormat.of().formatHex(Arrays.copyOf(parsed.getAddress(), NETWORK_BYTES)) + IPV6_SUFFIX;
        } catch (IllegalArgumentException e) {
            return address; // no address: counted under what it says
        }
    }

    private static boolean endsWithIpv6(String name) {
        return name.endsWith(IPV6_SUFFIX) && digits(name) >= 0;
    }

    /// The same name with the /56 of its IPv6 network, which providers give to a household. Null: it has none.
    public static @Nullable String household(String name) {
        return endsWithIpv6(name) ? name.substring(0, digits(name) + HOUSEHOLD_DIGITS) + "/56" : null;
    }

    /// The same name with the /48 of its IPv6 network, which providers give to a company. Null: it has none.
    public static @Nullable String site(String name) {
        return endsWithIpv6(name) ? name.substring(0, digits(name) + SITE_DIGITS) + "/48" : null;
    }

    /// Where the digits of the network begin.
    private static int digits(String name) {
        return name.length() - IPV6_SUFFIX.length() - 2 * NETWORK_BYTES;
    }
}
