package dev.lintel.reader.serial;

import com.fazecast.jSerialComm.SerialPort;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A port of jSerialComm with time-outs of any length. The library's own are in steps of 100 ms on Linux, too coarse
/// for a bus that is polled every 50 ms: so a daemon thread `line-NAME` sits in its read, which returns with the first
/// byte, and hands bytes over under [#lock], which guards all fields below it.
final class JSerialCommLine implements SerialLine {
    /// How long the pump's read may last: what closing waits for.
    static final int READ_MS = 100;

    /// Many times what a bus sends before its driver comes to read; the kernel holds the rest.
    private static final int BUFFER_BYTES_MAX = 8192;

    private static final long CLOSE_MS_MAX = 1_000;

    private final SerialPort port;
    private final String name;
    private final int baud;
    private final Thread pump;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final byte[] buffer = new byte[BUFFER_BYTES_MAX];
    private int filled;
    private boolean gone;
    private boolean closed;

    /// `port` is open already.
    JSerialCommLine(SerialPort port, String name, int baud) {
        this.port = port;
        this.name = name;
        this.baud = baud;
        this.pump = Thread.ofPlatform().name("line-" + name).daemon().start(this::pump);
    }

    @Override
    public int read(byte[] target, long timeoutNs) {
        lock.lock();
        try {
            long leftNs = timeoutNs;
            while (filled == 0 && !gone && !closed && leftNs > 0) leftNs = changed.awaitNanos(leftNs);
            if (closed) throw new SerialException(name + " is closed");
            if (filled == 0 && gone) throw new SerialException(name + " is gone");
            int count = Math.min(filled, target.length);
            System.arraycopy(buffer, 0, target, 0, count);
            System.arraycopy(buffer, count, buffer, 0, filled - count);
            filled -= count;
            changed.signalAll();
            return count;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SerialException(name + ": the reading thread is being ended", e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void write(byte[] bytes) {
        int written = port.writeBytes(bytes, bytes.length);
        if (written != bytes.length) {
            throw new SerialException(name + " took " + written + " of " + bytes.length + " bytes");
        }
    }

    @Override
    public int baud() {
        return baud;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) return;
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            pump.join(CLOSE_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the port is closed all the same
        }
        port.closePort();
    }

    private void pump() {
        byte[] chunk = new byte[BUFFER_BYTES_MAX / 2];
        boolean more = true;
        while (more) more = hand(chunk, port.readBytes(chunk, chunk.length));
    }

    private boolean hand(byte[] chunk, int count) {
        lock.lock();
        try {
            gone |= count < 0;
            while (count > 0 && filled + count > buffer.length && !closed) changed.awaitUninterruptibly();
            if (count > 0 && !closed) {
                System.arraycopy(chunk, 0, buffer, filled, count);
                filled += count;
            }
            changed.signalAll();
            return !gone && !closed;
        } finally {
            lock.unlock();
        }
    }
}
