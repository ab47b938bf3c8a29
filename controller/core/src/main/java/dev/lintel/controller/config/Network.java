package dev.lintel.controller.config;

import dev.lintel.reader.Bytes;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A network as configuration files write it: `192.168.10.0/24`, `fd00:1::/32`, or one address alone. Immutable.
///
/// @param address the network's first
/// @param bits of it that all addresses of the network share
public record Network(Bytes address, int bits) {
    /// Whether the address is one of the network's.
    public boolean contains(InetAddress other) {
        byte[] theirs = other.getAddress();
        if (theirs.length != address.size()) return false;
        for (int i = 0; i * 8 < bits; i++) {
            int shared = Math.min(8, bits - i * 8);
            int mask = (0xFF00 >> shared) & 0xFF;
            if ((theirs[i] & mask) != (address.at(i) & mask)) return false;
        }
        return true;
    }

    /// The network that `text` writes, or null when it writes none.
    static @Nullable Network parse(String text) {
        int slash = text.indexOf('/');
        try {
            InetAddress address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
            int most = address.getAddress().length * 8;
            int bits = slash < 0 ? most : bits(text.substring(slash + 1));
            if (bits < 1 || bits > most) return null; // all addresses at once is nothing that is meant
            var network = new Network(Bytes.copyOf(address.getAddress()), bits);
            return network.isFirst() ? network : null;
        } catch (IllegalArgumentException e) { // no address, no number
            return null;
        }
    }

    private static int bits(String digits) {
        return digits.matches("[0-9]{1,3}") ? Integer.parseInt(digits) : 0;
    }

    /// Whether nothing is set beyond the shared bits: `10.1.0.0/8` is a slip of somebody's.
    private boolean isFirst() {
        for (int i = 0; i < address.size(); i++) {
            int shared = Math.clamp(bits - i * 8L, 0, 8);
            if ((address.at(i) & (0xFF >> shared)) != 0) return false;
        }
        return true;
    }

    /// Null when each is a network, else a sentence.
    static @Nullable String fault(List<String> texts) {
        for (String text : texts) {
            if (parse(text) == null) {
                return "must be networks such as 192.168.10.0/24, without bits set beyond the shared ones, not '" + text
                        + "'";
            }
        }
        return null;
    }
}
