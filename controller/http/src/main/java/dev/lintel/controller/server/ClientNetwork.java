package dev.lintel.controller.server;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/// The network of a client, in one number: an IPv4 address, or the first 64 bits of an IPv6 address. Used by
/// [AcceptGate].
///
/// @param bits of an IPv4 address they are [#IPV4] with the address; no IPv6 network that can be reached has them
record ClientNetwork(long bits) {
    private static final long IPV4 = 1L << 32; // 0:1::/32, which is reserved
    private static final ClientNetwork LOOPBACK_4 = new ClientNetwork(IPV4 | 0x7f000001);

    /// The first 64 bits of `::1`.
    private static final ClientNetwork LOOPBACK_6 = new ClientNetwork(0);

    static ClientNetwork of(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return new ClientNetwork(
                address instanceof Inet4Address ? IPV4 | Integer.toUnsignedLong(bytes.getInt()) : bytes.getLong());
    }

    /// Whether it is 127.0.0.1 or ::1. Other addresses of 127/8 count as strangers do.
    boolean isLoopback() {
        return equals(LOOPBACK_4) || equals(LOOPBACK_6);
    }

    boolean isIpv4() {
        return bits >>> 32 == 1;
    }

    /// The bits of the prefix that this network is in. An IPv4 address is in no larger one: all houses of a street may
    /// share that.
    long prefix(Prefix prefix) {
        return isIpv4() ? bits : bits >>> prefix.shift << prefix.shift;
    }

    /// How large a part of the network of an IPv6 client is counted together.
    enum Prefix {
        /// A /64, one link.
        LINK(0),
        /// A /56, which providers give to a household.
        HOUSEHOLD(8),
        /// A /48, which providers give to a company.
        SITE(16);

        private final int shift;

        Prefix(int shift) {
            this.shift = shift;
        }
    }
}
