package dev.lintel.controller.scenario;

import dev.lintel.controller.time.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// TCP between a box and its hub, with the faults that networks have. Each direction of each connection has a thread.
final class FaultProxy implements AutoCloseable {
    private static final int BLOCK = 8192;
    private static final long NEVER = Long.MIN_VALUE;
    /// Looks, each some ms after the one before, at which nothing had come.
    private static final int STILL = 80;
    /// More often than a request and its answer make a connection speak.
    private static final int BEATS = 4;

    private final ServerSocket server;
    private final Set<Line> open = ConcurrentHashMap.newKeySet();
    /// To the box, over all connections, until all of them end at once.
    private final AtomicLong downLeft = new AtomicLong(NEVER);
    /// To the hub, as well.
    private final AtomicLong upLeft = new AtomicLong(NEVER);
    /// All that went to the box.
    final AtomicLong down = new AtomicLong();
    /// All that went to the hub.
    final AtomicLong up = new AtomicLong();
    /// What went to the box over connections that are not spared.
    final AtomicLong answered = new AtomicLong();
    /// What the hub said to what came late.
    final AtomicLong answeredLate = new AtomicLong();
    /// Ends that were made by a cut.
    final AtomicLong cuts = new AtomicLong();
    /// Where the hub listens now.
    volatile int hubPort;
    /// Whoever comes is sent away.
    volatile boolean refusing;
    /// Bytes at a time, with a pause of 1 ms after each; 0: all at once.
    volatile int drip;
    /// What the box sends waits here, over connections that are not spared.
    private volatile boolean keeping;

    /// What goes to the hub waits, and nobody hears that it does: as where packets are lost.
    volatile boolean holdingUp;
    /// The same of what goes to the box.
    volatile boolean holdingDown;

    /// One connection of the box.
    static final class Line {
        private final Socket box;
        private final Socket hub;
        private final AtomicLong up = new AtomicLong();
        /// What the box has sent and the hub has not got yet; guarded by itself.
        private final ByteArrayOutputStream late = new ByteArrayOutputStream();
        private volatile boolean held;
        /// Cuts neither count here nor end it, and nothing of it is held.
        volatile boolean spared;

        Line(Socket box, Socket hub) {
            this.box = box;
            this.hub = hub;
        }

        private void hold(byte[] block, int count) {
            synchronized (late) {
                held = true;
                late.write(block, 0, count);
            }
        }

        private int lateBytes() {
            synchronized (late) {
                return late.size();
            }
        }

        private void abort() {
            FaultProxy.abort(box);
            FaultProxy.abort(hub);
        }
    }

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

    /// Cuts nothing and holds nothing any more.
    void heal() {
        downLeft.set(NEVER);
        upLeft.set(NEVER);
        refusing = false;
        drip = 0;
        holdingUp = false;
        holdingDown = false;
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
            var line = new Line(box, hub);
            open.add(line);
            if (refusing) line.abort(); // since it was accepted: whoever refuses drops what is open afterwards
            Thread.ofVirtual().name("proxy-down").start(() -> carry(line, true));
            Thread.ofVirtual().name("proxy-up").start(() -> carry(line, false));
        } catch (IOException _) { // the hub is away
            abort(box);
        }
    }

    private void carry(Line line, boolean toBox) {
        AtomicLong left = toBox ? downLeft : upLeft;
        Socket to = toBox ? line.box : line.hub;
        boolean cut = false;
        try {
            InputStream in = (toBox ? line.hub : line.box).getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] block = new byte[BLOCK];
            while (!cut) {
                int read = in.read(block, 0, drip > 0 ? drip : BLOCK);
                if (read < 0) break;
                if (isHeld(line, toBox, block, read)) continue;
                while ((toBox ? holdingDown : holdingUp) && !to.isClosed()) LockSupport.parkNanos(1_000_000);
                int most = line.spared ? read : take(left, read);
                cut = most < read || (!line.spared && left.get() == 0);
                out.write(block, 0, most);
                count(line, toBox, most);
                if (drip > 0) LockSupport.parkNanos(1_000_000);
            }
        } catch (IOException _) {
            // one side went
        }
        if (line.held && !toBox) return; // the hub is to get it later
        line.abort();
        open.remove(line);
        if (!cut || left.getAndSet(NEVER) == NEVER) return;
        cuts.incrementAndGet();
        for (Line other : open) if (!other.spared) other.abort();
    }

    private boolean isHeld(Line line, boolean toBox, byte[] block, int read) {
        if (toBox && line.held) answeredLate.addAndGet(read); // nobody is there any more to hear it
        if (!toBox && (line.held || (keeping && !line.spared))) line.hold(block, read);
        return line.held;
    }

    private void count(Line line, boolean toBox, int bytes) {
        (toBox ? down : up).addAndGet(bytes);
        if (toBox && !line.spared) answered.addAndGet(bytes);
        if (!toBox) line.up.addAndGet(bytes);
    }

    /// The link, of a box that has nothing else to do: it alone goes on to say something.
    Line link() {
        var said = new HashMap<Line, Long>();
        var times = new HashMap<Line, Integer>();
        Await.until("the link is known", () -> {
            for (Line line : open) {
                Long before = said.put(line, line.up.get());
                if (before != null && before != line.up.get()) times.merge(line, 1, Integer::sum);
            }
            return times.values().stream().anyMatch(often -> often > BEATS);
        });
        return times.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    /// What the box sends from now on stays here, over connections that are not spared.
    void hold() {
        keeping = true;
    }

    /// Waits until something has, and nothing more comes; then the box takes its connections for broken, and what it
    /// sends over others goes through. The hub knows nothing of it.
    void sever() {
        var seen = new long[2];
        Await.until("all of it has come", () -> {
            long now = open.stream().mapToInt(Line::lateBytes).sum();
            seen[1] = now == seen[0] ? seen[1] + 1 : 0;
            seen[0] = now;
            return now > 0 && seen[1] > STILL;
        });
        keeping = false;
        for (Line line : open) if (line.held) abort(line.box);
    }

    /// What was held comes to the hub, over connections that the box has given up.
    void release() {
        for (Line line : open) {
            if (!line.held) continue;
            try {
                synchronized (line.late) {
                    line.late.writeTo(line.hub.getOutputStream());
                }
            } catch (IOException _) {
                line.abort(); // the hub has given it up as well
            }
        }
    }

    /// Connections that are held still.
    long held() {
        return open.stream().filter(line -> line.held).count();
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
        for (Line line : open) line.abort();
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
