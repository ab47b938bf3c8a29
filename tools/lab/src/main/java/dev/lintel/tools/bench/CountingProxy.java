package dev.lintel.tools.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// A TCP port of this process that leads to another one and counts what passes. Any thread.
final class CountingProxy implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;

    private final ServerSocket server;
    private final URI there;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong down = new AtomicLong();
    private final AtomicLong up = new AtomicLong();

    /// Leads to the port of `there`.
    CountingProxy(URI there) {
        this.there = there;
        try {
            server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new BenchException("no port can be opened", e);
        }
        Thread.ofVirtual().name("proxy").start(this::accept);
    }

    /// Where it listens.
    URI page() {
        return URI.create("https://127.0.0.1:" + server.getLocalPort());
    }

    /// Bytes that who connects has received.
    long down() {
        return down.get();
    }

    /// Bytes that who connects has sent.
    long up() {
        return up.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                lead(server.accept());
            } catch (IOException e) { // closed
                return;
            }
        }
    }

    private void lead(Socket near) throws IOException {
        try {
            var far = new Socket(InetAddress.getLoopbackAddress(), there.getPort());
            open.add(near);
            open.add(far);
            Thread.ofVirtual().name("counting-proxy").start(() -> pass(near, far, up));
            Thread.ofVirtual().name("counting-proxy").start(() -> pass(far, near, down));
        } catch (IOException e) { // the other side is away: who connects sees an end
            near.close();
        }
    }

    private void pass(Socket from, Socket to, AtomicLong counted) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                counted.addAndGet(read);
            }
        } catch (IOException e) { // one of the two has ended the connection: so is the other
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : open) socket.close();
        } catch (IOException e) {
            throw new BenchException("the port cannot be closed", e);
        }
    }
}
