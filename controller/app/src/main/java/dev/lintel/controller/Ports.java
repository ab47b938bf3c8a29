package dev.lintel.controller;

import dev.lintel.controller.config.ControllerConfig.Listen;
import dev.lintel.controller.config.RunException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;

/// Looks whether the box's ports are free before anything is opened or applied: a start that cannot end well changes
/// nothing. Once, at start; the web server's own bind is what counts.
final class Ports {
    private Ports() {}

    /// Throws [RunException] in words when a port is taken or may not be opened.
    static void requireFree(Listen listen) {
        require(listen.address(), listen.https());
        require(listen.address(), listen.http());
    }

    private static void require(String address, int port) {
        if (port <= 0) return; // any free one, or none
        try (var probe = ServerSocketChannel.open()) {
            probe.bind(new InetSocketAddress(address, port));
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage());
            String where = address.equals("0.0.0.0") ? "port " + port : address + " port " + port;
            if (reason.contains("in use")) throw new RunException(where + " is in use");
            if (reason.contains("Permission denied")) {
                throw new RunException(where + " may not be opened by this user");
            }
            throw new RunException(where + " cannot be opened: " + reason);
        }
    }
}
