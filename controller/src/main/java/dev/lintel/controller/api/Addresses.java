package dev.lintel.controller.api;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/// Client addresses: how the slow-down counts them, and which are the box itself.
public final class Addresses {
    static final int NETWORK_BYTES = 8; // one subscriber holds a whole /64

    /// The end of the name of an IPv6 network.
    static final String IPV6_SUFFIX = "/64";

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
}
