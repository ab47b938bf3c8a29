package dev.lintel.controller.console;

import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.net.SocketException;

/// Where this machine is found by others.
final class Addresses {
    private Addresses() {}

    /// The first of IPv4; empty: there is none.
    static String ofThisMachine() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(Inet4Address.class::isInstance)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .map(address -> address.getHostAddress())
                .findFirst()
                .orElse("");
    }
}
