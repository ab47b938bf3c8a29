package dev.lintel.sync;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// TCP between a box and a hub, with the faults that networks have. Each direction of each connection has a
/// thread.
final class FaultProxy implements AutoCloseable {
    private final ServerSocket server;
    private final int hubPort;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    final AtomicInteger accepted = new AtomicInteger();
    /// Bytes that the box's side has taken, or the system for it.
    final AtomicLong down = new AtomicLong();
    /// The next connection ends after so many bytes to the box; below 0: not.
    final AtomicLong cutDown = new AtomicLong(-1);
    /// The next connection ends after so many bytes to the hub; below 0: not.
    final AtomicLong cutUp = new AtomicLong(-1);
    /// Nothing is carried while it is set; connections stand.
    volatile boolean silent;
    /// Whoever comes is sent away.
    volatile boolean refusing;
    /// Bytes at a time, and the pause after each; 0: all at once.
    volatile int dripBytes;
    volatile long dripMs;

    FaultProxy(int hubPort) throws IOException {
        this.hubPort = hubPort;
        server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("proxy").start(this::accept);
    }

    URI address() {
        return URI.create("https://localhost:" + server.getLocalPort());
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket box = server.accept();
                accepted.incrementAndGet();
                if (refusing) {
                    TinyServer.abort(box);
                    continue;
                }
                var hub = new Socket(InetAddress.getLoopbackAddress(), hubPort);
                box.setTcpNoDelay(true);
                hub.setTcpNoDelay(true);
                open.add(box);
                open.add(hub);
                long cutAt = cutDown.getAndSet(-1);
                long up = cutUp.getAndSet(-1);
                Thread.ofVirtual().name("proxy-down").start(() -> carry(hub, box, cutAt, down));
                Thread.ofVirtual().name("proxy-up").start(() -> carry(box, hub, up, new AtomicLong()));
            } catch (IOException _) {
                return; // closed
            }
        }
    }

    private void carry(Socket from, Socket to, long cut, AtomicLong count) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] block = new byte[8192];
            long left = cut < 0 ? Long.MAX_VALUE : cut;
            while (left > 0) {
                int most = dripBytes > 0 ? dripBytes : block.length;
                int read = in.read(block, 0, (int) Math.min(most, left));
                if (read < 0) break;
                while (silent && !server.isClosed()) Await.pause(1);
                out.write(block, 0, read);
                left -= read;
                count.addAndGet(read);
                if (dripBytes > 0) Await.pause(dripMs);
            }
        } catch (IOException _) {
            // one side went
        } finally {
            TinyServer.abort(from);
            TinyServer.abort(to);
            open.remove(from);
            open.remove(to);
        }
    }

    /// Ends all connections.
    void drop() {
        for (Socket socket : open) TinyServer.abort(socket);
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException _) {
            // it is gone already
        }
        drop();
    }
}
