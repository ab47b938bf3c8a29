package dev.lintel.controller.api;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// A web server for tests that says byte for byte what it is told to, on a loopback address of its own. One request a
/// connection.
final class WebOfImages implements AutoCloseable {
    private static final int REQUEST_LINES_MAX = 50;

    private final ServerSocket server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /// Writes one answer; the connection ends when it returns.
    @FunctionalInterface
    interface Answer {
        void write(OutputStream out) throws IOException;
    }

    private WebOfImages(ServerSocket server) {
        this.server = server;
    }

    static WebOfImages at(String address) {
        try {
            return serving(new ServerSocket(0, 50, InetAddress.ofLiteral(address)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static WebOfImages serving(ServerSocket socket) {
        var web = new WebOfImages(socket);
        Thread.ofVirtual().name("web").start(web::run);
        return web;
    }

    int port() {
        return server.getLocalPort();
    }

    /// First lines of the requests so far, each with its `Host`.
    List<String> asked() {
        return asked;
    }

    void put(String path, Answer answer) {
        answers.put(path, answer);
    }

    void put(String path, String head, byte[] body) {
        put(path, out -> out.write(answer(head, body)));
    }

    /// `head` is the status and headers, a line each, without the end of the last one.
    static byte[] answer(String head, byte[] body) {
        var all = new ByteArrayOutputStream();
        all.writeBytes((head.replace("\n", "\r\n") + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(body);
        return all.toByteArray();
    }

    private void run() {
        while (true) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().name("web-visitor").start(() -> serve(socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            String first = in.readLine();
            if (first == null) return;
            String host = "";
            String line = in.readLine();
            for (int i = 0; i < REQUEST_LINES_MAX && line != null && !line.isEmpty(); i++) {
                if (line.startsWith("Host: ")) host = line.substring("Host: ".length());
                line = in.readLine();
            }
            asked.add(first + " " + host);
            @Nullable Answer answer = answers.get(first.substring(4, first.lastIndexOf(' ')));
            if (answer == null) socket.getOutputStream().write(answer("HTTP/1.1 404 Not Found", new byte[0]));
            else answer.write(socket.getOutputStream());
        } catch (IOException e) {
            asked.add("broken: " + e.getClass().getSimpleName());
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
