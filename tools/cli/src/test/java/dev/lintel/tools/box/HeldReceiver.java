package dev.lintel.tools.box;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// A webhook's receiver that takes each request and answers 204 when a test says so. Any thread.
final class HeldReceiver implements AutoCloseable {
    private static final long REQUEST_S_MAX = 20;

    private final HttpServer server;
    private final BlockingQueue<String> bodies = new LinkedBlockingQueue<>();
    private final Semaphore answers = new Semaphore(0);

    HeldReceiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/hook", this::received);
        server.start();
    }

    private void received(HttpExchange exchange) throws IOException {
        bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        answers.acquireUninterruptibly();
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    /// The body of the next request.
    String next() {
        try {
            String body = bodies.poll(REQUEST_S_MAX, TimeUnit.SECONDS);
            if (body == null) throw new AssertionError("no request within " + REQUEST_S_MAX + " s");
            return body;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Whether no request came that was not looked at.
    boolean isEmpty() {
        return bodies.isEmpty();
    }

    /// Answers one request.
    void answer() {
        answers.release();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
