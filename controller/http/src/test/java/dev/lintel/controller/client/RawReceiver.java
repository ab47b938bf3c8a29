package dev.lintel.controller.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A receiver of one's own making: says what it is told to, byte for byte, on a loop-back port.
public final class RawReceiver implements AutoCloseable {
    private final ServerSocket server;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();

    /// What it does with a connection on which a request was read.
    @FunctionalInterface
    public interface Manner {
        /// Returns whether the connection stays open for the next request.
        boolean answer(Socket socket, OutputStream out) throws IOException;
    }

    public RawReceiver(Manner manner) {
        this(InetAddress.getLoopbackAddress(), manner);
    }

    public RawReceiver(InetAddress at, Manner manner) {
        try {
            server = new ServerSocket(0, 50, at);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Thread.ofVirtual().name("receiver").start(() -> accept(manner));
    }

    /// Says the same each time and keeps the connection.
    public static RawReceiver saying(String answer) {
        return saying(InetAddress.getLoopbackAddress(), answer);
    }

    public static RawReceiver saying(InetAddress at, String answer) {
        return new RawReceiver(at, (_, out) -> {
            out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            return true;
        });
    }

    private void accept(Manner manner) {
        try {
            while (true) {
                Socket socket = server.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().name("connection").start(() -> serve(socket, manner));
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private void serve(Socket socket, Manner manner) {
        try (socket) {
            boolean more = true;
            while (more && read(socket.getInputStream())) more = manner.answer(socket, socket.getOutputStream());
        } catch (IOException e) {
            return; // the other side hung up
        }
    }

    private boolean read(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) return false;
            head.append((char) next);
        }
        int length = 0;
        for (String line : head.toString().lines().toList()) {
            if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        byte[] body = in.readNBytes(length);
        heads.add(head.toString());
        bodies.add(new String(body, StandardCharsets.UTF_8));
        return true;
    }

    int port() {
        return server.getLocalPort();
    }

    List<String> heads() {
        return heads;
    }

    List<String> bodies() {
        return bodies;
    }

    int connections() {
        return connections.get();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
