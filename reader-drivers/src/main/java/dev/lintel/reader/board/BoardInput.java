package dev.lintel.reader.board;

import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.linux.GpioEvent;
import java.util.function.LongSupplier;

/// A contact, a button. One that fails is as it was last.
final class BoardInput implements InputPoint {
    private final BoardRequest request;
    private final LineListener listener;
    private final LongSupplier nowNs;
    private volatile boolean level;
    private boolean told; // the chip's thread only

    BoardInput(BoardRequest request, LineListener listener, LongSupplier nowNs) {
        this.request = request;
        this.listener = listener;
        this.nowNs = nowNs;
        this.told = active();
    }

    @Override
    public boolean active() {
        level = request.ask(lines -> (lines.values(1) & 1) != 0, level);
        return level;
    }

    void read(Kernel.Lines ready) {
        for (GpioEvent event : ready.read()) tell(event.rising(), event.atNs());
    }

    /// What moved while nobody could hear it is told now.
    void back() {
        boolean now = active();
        if (now != told) tell(now, nowNs.getAsLong());
    }

    private void tell(boolean now, long atNs) {
        level = now;
        told = now;
        listener.on(now, atNs);
    }
}
