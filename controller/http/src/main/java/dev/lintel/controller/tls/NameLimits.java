package dev.lintel.controller.tls;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What the box's authority may sign for (name constraints, RFC 5280, 4.2.1.10): who trusts it trusts it for this
/// box, and for no web site. Private addresses are all permitted, because a box gets others when it moves to another
/// network.
///
/// ```
///   names      the box's own at the time, and those below them
///   addresses  private, link-local and loop-back networks; of public ones the box's own: IPv4 /32, IPv6 /64
/// ```
final class NameLimits {
    private static final String NAME_CONSTRAINTS = "2.5.29.30";
    private static final int DNS_NAME = 2; // RFC 5280, 4.2.1.6
    private static final int ADDRESS = 7;
    private static final int NETWORK_6_BYTES = 8; // of an address: /64
    private static final List<String> PRIVATE = List.of(
            "127.0.0.0/8",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "169.254.0.0/16", // link-local: RFC 3927
            "100.64.0.0/10", // shared by customers of a carrier: RFC 6598
            "::1/128",
            "fc00::/7",
            "fe80::/10");

    private NameLimits() {}

    /// Whether the authority is limited at all: older versions made them without limits.
    static boolean isLimited(X509Certificate authority) {
        return authority.getExtensionValue(NAME_CONSTRAINTS) != null;
    }

    /// Those of `names` that `authority` may sign for. Without BouncyCastle: this is asked each minute.
    static SortedSet<String> permitted(X509Certificate authority, SortedSet<String> names) {
        if (!isLimited(authority)) return names;
        var permitted = new TreeSet<String>();
        for (String name : names) if (isPermitted(authority, name)) permitted.add(name);
        return permitted;
    }

    private static boolean isPermitted(X509Certificate authority, String name) {
        var selector = new X509CertSelector();
        try {
            selector.addPathToName(BoxNames.isAddress(name) ? ADDRESS : DNS_NAME, name);
        } catch (IOException e) {
            return false; // the JDK reads no such name in a certificate either
        }
        return selector.match(authority);
    }

    /// Names that an authority is limited to. Never empty: without one it could sign for every name.
    static SortedSet<String> names(SortedSet<String> names) {
        var permitted = new TreeSet<String>();
        permitted.add("localhost");
        for (String name : names) if (!BoxNames.isAddress(name)) permitted.add(name);
        return permitted;
    }

    /// Networks that an authority is limited to, each as an address and its mask.
    static List<byte[]> networks(SortedSet<String> names) {
        var networks = new ArrayList<byte[]>();
        for (String network : PRIVATE) {
            int slash = network.indexOf('/');
            byte[] address = InetAddress.ofLiteral(network.substring(0, slash)).getAddress();
            networks.add(network(address, Integer.parseInt(network.substring(slash + 1))));
        }
        for (String name : names) {
            if (!BoxNames.isAddress(name)) continue;
            InetAddress address = InetAddress.ofLiteral(name);
            byte[] bytes = address.getAddress();
            boolean isPermitted = networks.stream().anyMatch(network -> holds(network, bytes));
            if (isPermitted) continue;
            int bits = 8 * (address instanceof Inet6Address ? NETWORK_6_BYTES : bytes.length);
            networks.add(network(bytes, bits));
        }
        return networks;
    }

    private static byte[] network(byte[] address, int bits) {
        byte[] both = Arrays.copyOf(address, 2 * address.length);
        for (int bit = 0; bit < bits; bit++) both[address.length + bit / 8] |= (byte) (0x80 >> bit % 8);
        for (int i = 0; i < address.length; i++) both[i] &= both[address.length + i];
        return both;
    }

    private static boolean holds(byte[] network, byte[] address) {
        if (network.length != 2 * address.length) return false;
        for (int i = 0; i < address.length; i++) {
            if ((address[i] & network[address.length + i]) != network[i]) return false;
        }
        return true;
    }
}
