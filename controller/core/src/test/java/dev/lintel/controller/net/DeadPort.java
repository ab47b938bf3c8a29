package dev.lintel.controller.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/// A port that neither takes a connection nor refuses one, as behind a network that is dead: its queue is full, and
/// Linux drops what comes then.
public final class DeadPort implements AutoCloseable {
    private static final int FULL_AFTER_MAX = 16;

    private final ServerSocket server;
    private final List<Socket> waiting = new ArrayList<>();

    public DeadPort(InetAddress at, int port) throws IOException {
        server = new ServerSocket(port, 1, at);
        for (int i = 0; i < FULL_AFTER_MAX; i++) {
            var socket = new Socket();
            waiting.add(socket);
            try {
                socket.connect(new InetSocketAddress(at, server.getLocalPort()), 200);
            } catch (SocketTimeoutException e) {
                return; // it is full
            }
        }
        throw new SocketException("the queue takes everybody");
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : waiting) socket.close();
        server.close();
    }
}
