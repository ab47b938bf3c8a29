package dev.lintel.sim.pd;

import dev.lintel.reader.linux.Pty;

/// A pseudo terminal: the panel opens its other end. The kernel tells which speed it has set there, so a panel
/// at another speed than a PD's is not understood, as on a wire.
final class PtyPort implements PdPort {
    private static final int GAP_MS = 20;

    private final Pty pty;

    /// Throws `LinuxException` when there is no terminal to be had.
    PtyPort() {
        pty = Pty.open();
    }

    @Override
    public String name() {
        return pty.path();
    }

    @Override
    public int read(byte[] target, int timeoutMs) {
        return pty.read(target, timeoutMs);
    }

    @Override
    public void write(byte[] bytes) {
        pty.write(bytes);
    }

    @Override
    public int panelSpeed() {
        return pty.speed();
    }

    @Override
    public void follow(int baud) {}

    @Override
    public int gapMs() {
        return GAP_MS;
    }

    @Override
    public void close() {
        pty.close();
    }
}
