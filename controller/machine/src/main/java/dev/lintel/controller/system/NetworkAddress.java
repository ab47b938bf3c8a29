package dev.lintel.controller.system;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Addresses as people write them, and whether a box can have them. Nothing here asks a network.
final class NetworkAddress {
    private static final Pattern WITH_LENGTH = Pattern.compile("([0-9a-fA-F.:]{2,45})/([0-9]{1,3})");
    private static final Pattern V4 =
            Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:[.](?!$)|$)){4}");
    private static final Pattern V6 = Pattern.compile("(?=.*:.*:)[0-9a-fA-F:]{2,39}");

    private static final int V4_BYTES = 4;
    /// Of IPv4: a network of two addresses has none to spare for itself.
    private static final int SPARE_BITS = 31;
    /// A network of more than that is a slip of the pen.
    private static final int BITS_MIN = 8;

    private NetworkAddress() {}

    /// Of an address without anything behind it; null when it is none.
    static byte @Nullable [] bytes(String text) {
        if (!V4.matcher(text).matches() && !V6.matcher(text).matches()) return null;
        try {
            return InetAddress.ofLiteral(text).getAddress();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /// What keeps a box from having `text` as its own; null: nothing.
    static @Nullable String faultOfOwn(String text) {
        Matcher parts = WITH_LENGTH.matcher(text);
        if (!parts.matches()) return "must be an address with the length of its network, such as 192.168.7.20/24";
        byte[] address = bytes(parts.group(1));
        if (address == null) return "must be an address, such as 192.168.7.20/24 or fd00::20/64";
        int bits = Integer.parseInt(parts.group(2));
        if (bits < BITS_MIN || bits > address.length * Byte.SIZE) {
            return "must have a network's length from " + BITS_MIN + " to " + address.length * Byte.SIZE;
        }
        if (isOfNoNetwork(address)) return "must be one that others reach: neither loop-back, link-local nor multicast";
        if (address.length == V4_BYTES && bits < SPARE_BITS && (isAll(address, bits, 0) || isAll(address, bits, 1))) {
            return "is the network's own or its broadcast address, and no box's";
        }
        return null;
    }

    /// What keeps `text` from being an address without anything behind it; null: nothing.
    static @Nullable String faultOf(String text) {
        return bytes(text) == null ? "must be an address, such as 192.168.7.1" : null;
    }

    /// @param own an address with its length, which has no fault
    static @Nullable String faultOfGateway(String own, String gateway) {
        byte[] there = bytes(gateway);
        if (there == null) return faultOf(gateway);
        byte[] here = bytes(own.substring(0, own.indexOf('/')));
        int bits = Integer.parseInt(own.substring(own.indexOf('/') + 1));
        if (here == null || here.length != there.length) return "must be of the same kind as the address";
        if (Arrays.equals(here, there)) return "must be another one than the box's own";
        boolean neighbour = there.length != V4_BYTES && isLinkLocal(there);
        if (!neighbour && !isSame(here, there, bits)) return "must be in the network " + own;
        return null;
    }

    /// Loop-back, link-local, multicast or none: any box has or hears these, whatever its network is.
    static boolean isOfNoNetwork(byte[] address) {
        try {
            InetAddress there = InetAddress.getByAddress(address);
            return there.isLoopbackAddress()
                    || there.isLinkLocalAddress()
                    || there.isMulticastAddress()
                    || there.isAnyLocalAddress()
                    || (address.length == V4_BYTES && (address[0] == 0 || (address[0] & 0xF0) == 0xF0));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("bytes() gives 4 or 16", e);
        }
    }

    private static boolean isLinkLocal(byte[] address) {
        return (address[0] & 0xFF) == 0xFE && (address[1] & 0xC0) == 0x80;
    }

    /// Whether the first `bits` are the same.
    private static boolean isSame(byte[] a, byte[] b, int bits) {
        for (int bit = 0; bit < bits; bit++) if (bit(a, bit) != bit(b, bit)) return false;
        return true;
    }

    /// Whether all from the bit `from` on are that.
    private static boolean isAll(byte[] address, int from, int value) {
        for (int bit = from; bit < address.length * Byte.SIZE; bit++) if (bit(address, bit) != value) return false;
        return true;
    }

    private static int bit(byte[] address, int bit) {
        return address[bit / Byte.SIZE] >> (Byte.SIZE - 1 - bit % Byte.SIZE) & 1;
    }
}
