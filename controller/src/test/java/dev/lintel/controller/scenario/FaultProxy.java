package dev.lintel.controller.scenario;

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
import java.util.concurrent.locks.LockSupport;

/// TCP between a box and its hub, with the faults that networks have. Each direction of each connection has a thread.
final class FaultProxy implements AutoCloseable {
    private static final int BLOCK = 8192;
    private static final long NEVER = Long.MIN_VALUE;

    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    /// To the box, over all connections, until all of them end at once.
    private final AtomicLong downLeft = new AtomicLong(NEVER);
    /// To the hub, as well.
    private final AtomicLong upLeft = new AtomicLong(NEVER);
    /// All that went to the box.
    final AtomicLong down = new AtomicLong();
    /// All that went to the hub.
    final AtomicLong up = new AtomicLong();
    /// Ends that were made by a cut.
    final AtomicLong cuts = new AtomicLong();
    /// Where the hub listens now.
    volatile int hubPort;
    /// Whoever comes is sent away.
    volatile boolean refusing;
    /// Bytes at a time, with a pause of 1 ms after each; 0: all at once.
    volatile int drip;

    FaultProxy(int hubPort) {
        this.hubPort = hubPort;
        try {
            server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        Thread.ofVirtual().name("proxy").start(this::accept);
    }

    URI address() {
        return URI.create("https://localhost:" + server.getLocalPort());
    }

    /// Ends all connections once so many more bytes have gone to the box.
    void cutDownAfter(long bytes) {
        downLeft.set(bytes);
    }

    /// Ends all connections once so many more bytes have gone to the hub.
    void cutUpAfter(long bytes) {
        upLeft.set(bytes);
    }

    /// Cuts nothing any more.
    void heal() {
        downLeft.set(NEVER);
        upLeft.set(NEVER);
        refusing = false;
        drip = 0;
    }

    /// Nobody gets through from now on.
    void close(boolean shut) {
        refusing = shut;
        if (shut) drop();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket box = server.accept();
                if (refusing) {
                    abort(box);
                    continue;
                }
                connect(box);
            } catch (IOException _) {
                if (server.isClosed()) return;
            }
        }
    }

    private void connect(Socket box) {
        try {
            var hub = new Socket(InetAddress.getLoopbackAddress(), hubPort);
            box.setTcpNoDelay(true);
            hub.setTcpNoDelay(true);
            open.add(box);
            open.add(hub);
            Thread.ofVirtual().name("proxy-down").start(() -> carry(hub, box, true));
            Thread.ofVirtual().name("proxy-up").start(() -> carry(box, hub, false));
        } catch (IOException _) { // the hub is away
            abort(box);
        }
    }

    private void carry(Socket from, Socket to, boolean toBox) {
        AtomicLong left = toBox ? downLeft : upLeft;
        AtomicLong count = toBox ? down : up;
        boolean cut = false;
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] block = new byte[BLOCK];
            while (!cut) {
                int read = in.read(block, 0, drip > 0 ? drip : BLOCK);
                if (read < 0) break;
                int most = take(left, read);
                cut = most < read || left.get() == 0;
                out.write(block, 0, most);
                count.addAndGet(most);
                if (drip > 0) LockSupport.parkNanos(1_000_000);
            }
        } catch (IOException _) {
            // one side went
        }
        abort(from);
        abort(to);
        open.remove(from);
        open.remove(to);
        if (!cut || left.getAndSet(NEVER) == NEVER) return;
        cuts.incrementAndGet();
        drop();
    }

    private static int take(AtomicLong left, int read) {
        while (true) {
            long now = left.get();
            if (now == NEVER) return read;
            int most = (int) Math.min(now, read);
            if (left.compareAndSet(now, now - most)) return most;
        }
    }

    /// Ends all connections.
    void drop() {
        for (Socket socket : open) abort(socket);
    }

    private static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException _) {
            // it is gone already
        }
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
