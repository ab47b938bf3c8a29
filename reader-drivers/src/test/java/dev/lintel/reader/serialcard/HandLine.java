package dev.lintel.reader.serialcard;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.serial.SerialException;
import dev.lintel.reader.serial.SerialLine;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A line whose bytes a test puts in by hand.
final class HandLine implements SerialLine {
    private final BlockingQueue<Bytes> arriving = new LinkedBlockingQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    void arrive(Bytes bytes) {
        arriving.add(bytes);
    }

    /// The adapter is pulled out.
    void unplug() {
        arriving.add(Bytes.EMPTY);
    }

    boolean awaitClosed() throws InterruptedException {
        return closed.await(5, TimeUnit.SECONDS);
    }

    @Override
    public int read(byte[] buffer, long timeoutNs) {
        try {
            Bytes bytes = arriving.poll(timeoutNs, TimeUnit.NANOSECONDS);
            if (bytes == null) return 0;
            if (bytes.isEmpty()) throw new SerialException("hand is gone");
            bytes.copyTo(buffer, 0);
            return bytes.size();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SerialException("interrupted", e);
        }
    }

    @Override
    public void write(byte[] bytes) {
        throw new AssertionError("a serial reader is never written to");
    }

    @Override
    public int baud() {
        return 9_600;
    }

    @Override
    public String name() {
        return "hand";
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
