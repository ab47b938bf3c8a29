package dev.lintel.controller.net;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.function.Predicate;

/// Says which addresses may be asked on behalf of others: those of the public Internet, and what the configuration
/// allows. Whoever names an address, of an image or a receiver, could otherwise have the box ask other machines behind
/// the firewall, or
/// itself. Immutable.
public final class AddressGuard {
    /// Bits and first bytes of networks that are no public servers: this network, private, shared by a provider,
    /// loopback, link-local (clouds tell secrets there), protocol assignments, documentation, benchmarks,
    /// multicast, reserved. Source: IANA's special-purpose registries, docs/sources.md#special-addresses.
    private static final int[][] V4 = {
        {8, 0},
        {8, 10},
        {10, 100, 64},
        {8, 127},
        {16, 169, 254},
        {12, 172, 16},
        {24, 192, 0, 0},
        {24, 192, 0, 2},
        {24, 192, 88, 99},
        {16, 192, 168},
        {15, 198, 18},
        {24, 198, 51, 100},
        {24, 203, 0, 113},
        {3, 224}
    };

    /// Of IPv6 only these are public servers at all: 2000::/3.
    private static final int[] V6_PUBLIC = {3, 0x20};
    /// But for protocol assignments with Teredo (2001::/23), documentation (2001:db8::/32, 3fff::/20) and 6to4
    /// (2002::/16), which carries an IPv4 address of any kind.
    private static final int[][] V6 = {
        {23, 0x20, 0x01, 0x00, 0x00}, {32, 0x20, 0x01, 0x0D, 0xB8}, {16, 0x20, 0x02}, {20, 0x3F, 0xFF}
    };

    /// `64:ff9b::/96`: an IPv4 address behind it, reached by translation.
    private static final int[] TRANSLATED = {96, 0x00, 0x64, 0xFF, 0x9B};

    private final Predicate<InetAddress> allowed;
    private final Predicate<InetAddress> near;

    /// @param allowed addresses that the configuration adds
    /// @param near those of this machine and of its neighbours, which may look like public ones
    public AddressGuard(Predicate<InetAddress> allowed, Predicate<InetAddress> near) {
        this.allowed = allowed;
        this.near = near;
    }

    /// As above, where no public address is near.
    public AddressGuard(Predicate<InetAddress> allowed) {
        this(allowed, _ -> false);
    }

    /// Whether that one may be asked.
    public boolean passes(InetAddress address) {
        return allowed.test(address) || (isPublic(address) && !near.test(address));
    }

    private static boolean isPublic(InetAddress address) {
        return switch (address) {
            case Inet4Address four -> isOutside(four.getAddress(), V4);
            case Inet6Address six -> isPublic(six.getAddress());
            default -> false; // there is no third kind
        };
    }

    /// An IPv4 address in IPv6's clothes never comes here: the JDK undresses it.
    private static boolean isPublic(byte[] six) {
        if (isIn(six, TRANSLATED)) return isPublic(four(Arrays.copyOfRange(six, 12, 16)));
        return isIn(six, V6_PUBLIC) && isOutside(six, V6);
    }

    private static InetAddress four(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    private static boolean isOutside(byte[] address, int[][] networks) {
        for (int[] network : networks) if (isIn(address, network)) return false;
        return true;
    }

    private static boolean isIn(byte[] address, int[] network) {
        int bits = network[0];
        for (int i = 0; i * 8 < bits; i++) {
            int mask = bits - i * 8 >= 8 ? 0xFF : (0xFF00 >> (bits - i * 8)) & 0xFF;
            int wanted = i + 1 < network.length ? network[i + 1] : 0;
            if ((address[i] & mask) != (wanted & mask)) return false;
        }
        return true;
    }
}
