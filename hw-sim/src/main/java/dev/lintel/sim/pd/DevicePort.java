package dev.lintel.sim.pd;

import dev.lintel.reader.serial.SerialException;
import dev.lintel.reader.serial.SerialLine;
import dev.lintel.reader.serial.SerialPorts;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A real serial port with an RS-485 adapter on it. An adapter that is pulled out is looked for again each
/// second, and the port is opened anew at another speed when a PD was told one.
final class DevicePort implements PdPort {
    private static final long MS = 1_000_000;

    /// USB adapters hold bytes back for up to 16 ms.
    private static final int GAP_MS = 200;

    private static final int RETRY_MS = 1_000;

    /// COM is out of the adapter by then, at the slowest speed.
    private static final int DRAIN_MS = 50;

    private final String path;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable SerialLine line;
    private int baud;
    private boolean unplugged;

    /// Throws [SerialException] when the port cannot be opened now.
    DevicePort(String path, int baud) {
        this.path = path;
        this.baud = baud;
        this.line = SerialPorts.opener(path, baud).open();
    }

    @Override
    public String name() {
        return path;
    }

    @Override
    public int read(byte[] target, int timeoutMs) {
        if (closed.getCount() == 0) return -1;
        try {
            SerialLine open = line;
            if (open == null) {
                if (unplugged && closed.await(Math.min(timeoutMs, RETRY_MS), TimeUnit.MILLISECONDS)) return -1;
                line = SerialPorts.opener(path, baud).open();
                unplugged = false;
                return 0;
            }
            return open.read(target, timeoutMs * MS);
        } catch (SerialException gone) {
            unplugged = true;
            lose();
            return closed.getCount() == 0 ? -1 : 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    @Override
    public void write(byte[] bytes) {
        SerialLine open = line;
        if (open == null) return;
        try {
            open.write(bytes);
        } catch (SerialException gone) {
            unplugged = true;
            lose();
        }
    }

    /// The panel's end is out of sight; a port at another speed hears noise by itself.
    @Override
    public int panelSpeed() {
        return 0;
    }

    @Override
    public void follow(int other) {
        if (other == baud) return;
        baud = other;
        try {
            if (closed.await(DRAIN_MS, TimeUnit.MILLISECONDS)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // on its way out: the speed matters no more
        }
        lose();
    }

    @Override
    public int gapMs() {
        return GAP_MS;
    }

    @Override
    public void close() {
        closed.countDown();
        lose();
    }

    private void lose() {
        SerialLine open = line;
        line = null;
        if (open != null) open.close();
    }
}
