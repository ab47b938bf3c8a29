package dev.lintel.controller.net;

import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

/// Which addresses are reached without a router: this machine's own and those of its neighbours. With IPv6 they often
/// are addresses of the public Internet. Asked anew each time, for addresses come and go. Any thread.
public final class Neighbours {
    private Neighbours() {}

    /// Whether an address is in a network that one of this machine's interfaces is in.
    public static boolean has(InetAddress address) {
        try {
            List<NetworkInterface> all = NetworkInterface.networkInterfaces().toList();
            return all.stream()
                    .flatMap(one -> one.getInterfaceAddresses().stream())
                    .anyMatch(one -> isIn(address.getAddress(), one));
        } catch (SocketException e) {
            return false; // a machine that cannot say which networks it is in reaches none
        }
    }

    private static boolean isIn(byte[] address, InterfaceAddress one) {
        return isIn(address, one.getAddress().getAddress(), one.getNetworkPrefixLength());
    }

    static boolean isIn(byte[] address, byte[] own, int bits) {
        if (address.length != own.length || bits <= 0) return false;
        for (int i = 0; i * 8 < bits; i++) {
            int mask = bits - i * 8 >= 8 ? 0xFF : (0xFF00 >> (bits - i * 8)) & 0xFF;
            if ((address[i] & mask) != (own[i] & mask)) return false;
        }
        return true;
    }
}
