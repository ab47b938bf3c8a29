package dev.lintel.reader.linux;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// A pseudo terminal: one end is read and written here, the other is a serial port at [#path] for anyone. One
/// thread reads and writes; [#close] may come from another and takes effect within [#SLICE_MS].
public final class Pty implements AutoCloseable {
    /// Closing a descriptor does not wake a thread that polls it: so polls are short.
    static final int SLICE_MS = 50;

    /// A reader that takes nothing for so many slices has hung; a serial wire would not wait either.
    private static final int FULL_SLICES_MAX = 4;

    private final int master;
    private final int slave;
    private final String path;
    private final ReadWriteLock use = new ReentrantReadWriteLock();
    private volatile boolean closing;
    private boolean closed;

    private Pty(int master, int slave, String path) {
        this.master = master;
        this.slave = slave;
        this.path = path;
    }

    /// Makes a new pair, raw. Throws [LinuxException].
    public static Pty open() {
        int master = Libc.open("/dev/ptmx", Libc.O_RDWR | Libc.O_NOCTTY | Libc.O_NONBLOCK | Libc.O_CLOEXEC);
        try {
            String path = Terminal.otherEnd(master);
            // Held open so that the master does not see a hang-up whenever nobody has the port open.
            int slave = Libc.open(path, Libc.O_RDWR | Libc.O_NOCTTY | Libc.O_CLOEXEC);
            Terminal.makeRaw(slave);
            return new Pty(master, slave, path);
        } catch (LinuxException e) {
            Libc.close(master);
            throw e;
        }
    }

    /// The other end's device, such as `/dev/pts/7`.
    public String path() {
        return path;
    }

    /// The speed that was set at the other end, in bits a second; 0 when it cannot be known or this pair was
    /// closed. Bytes pass whatever it is: whoever plays a wire's end decides what it hears.
    public int speed() {
        use.readLock().lock();
        try {
            return closing ? 0 : Terminal.speed(master);
        } catch (LinuxException old) { // a kernel or sandbox without the request
            return 0;
        } finally {
            use.readLock().unlock();
        }
    }

    /// Waits up to `timeoutMs` for bytes from the other end. Returns how many came, 0 when the time is over, -1
    /// when this pair was closed.
    public int read(byte[] target, int timeoutMs) {
        int leftMs = timeoutMs;
        while (true) {
            int count = readSlice(target, Math.min(Math.max(leftMs, 0), SLICE_MS));
            leftMs -= SLICE_MS;
            if (count != 0 || leftMs <= 0) return count;
        }
    }

    /// Sends all of `bytes` to the other end. What nobody there takes in time is lost, as on a wire. Returns
    /// whether everything was taken.
    public boolean write(byte[] bytes) {
        int from = 0;
        for (int full = 0; from < bytes.length && full < FULL_SLICES_MAX; ) {
            int count = writeSlice(bytes, from);
            if (count < 0) return false;
            if (count == 0) full++;
            from += count;
        }
        return from == bytes.length;
    }

    @Override
    public void close() {
        closing = true;
        use.writeLock().lock();
        try {
            if (closed) return;
            closed = true;
            Libc.close(slave);
            Libc.close(master);
        } finally {
            use.writeLock().unlock();
        }
    }

    private int readSlice(byte[] target, int timeoutMs) {
        use.readLock().lock();
        try {
            if (closing) return -1;
            short ready = Libc.poll(master, Libc.POLLIN, timeoutMs);
            return (ready & Libc.POLLIN) == 0 ? 0 : Libc.read(master, target);
        } finally {
            use.readLock().unlock();
        }
    }

    private int writeSlice(byte[] bytes, int from) {
        use.readLock().lock();
        try {
            if (closing) return -1;
            int count = Libc.write(master, bytes, from);
            if (count == 0) Libc.poll(master, Libc.POLLOUT, SLICE_MS);
            return count;
        } finally {
            use.readLock().unlock();
        }
    }
}
