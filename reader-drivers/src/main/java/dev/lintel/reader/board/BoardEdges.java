package dev.lintel.reader.board;

import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.linux.GpioEvent;
import java.util.function.LongSupplier;

/// A Wiegand reader's two lines. The reader asks how far its edges are handed on before it believes in a
/// silence.
final class BoardEdges implements EdgeSource {
    /// D0 and D1 of a request.
    private static final long BOTH = 3;

    /// From a line's interrupt until the kernel's own thread has queued its edge, on a busy board.
    private static final long KERNEL_LATE_NS = 1_000_000;

    private final BoardRequest request;
    private final int d0;
    private final EdgeListener listener;
    private final LongSupplier nowNs;
    private volatile boolean handing;
    private volatile long handedNs = Long.MIN_VALUE;

    BoardEdges(BoardRequest request, int d0, EdgeListener listener, LongSupplier nowNs) {
        this.request = request;
        this.d0 = d0;
        this.listener = listener;
        this.nowNs = nowNs;
    }

    void handOn(Kernel.Lines ready) {
        handing = true; // before they are taken from the kernel: nothing is in neither place
        try {
            for (GpioEvent event : ready.read()) {
                listener.on(new Edge(event.atNs(), event.offset() == d0 ? 0 : 1, event.seqno()));
                handedNs = event.atNs();
            }
        } finally {
            handing = false;
        }
    }

    @Override
    public int low() {
        return request.ask(lines -> (int) (~lines.values(BOTH) & BOTH), 0);
    }

    @Override
    public long settledNs() {
        long askedNs = nowNs.getAsLong();
        boolean waiting = request.ask(Kernel.Lines::pending, false) || handing;
        return waiting ? handedNs : askedNs - KERNEL_LATE_NS;
    }
}
