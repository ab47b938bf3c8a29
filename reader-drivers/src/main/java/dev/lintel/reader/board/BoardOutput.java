package dev.lintel.reader.board;

import dev.lintel.reader.gpio.OutputPoint;

/// A strike, a lamp, a sounder. A failure is seen in [#active] and not thrown: it must not take the door's thread
/// along. `synchronized` keeps the wire and `active` together.
final class BoardOutput implements OutputPoint {
    private final BoardRequest request;
    private volatile boolean active;

    BoardOutput(BoardRequest request) {
        this.request = request;
    }

    @Override
    public synchronized void set(boolean wanted) {
        boolean done = request.ask(
                lines -> {
                    lines.set(wanted ? 1 : 0, 1);
                    return true;
                },
                false);
        if (done) active = wanted;
    }

    @Override
    public boolean active() {
        return active;
    }

    /// Asked for anew an output begins inactive: it goes back to where it was.
    synchronized void back() {
        boolean before = active;
        active = false;
        if (before) set(true);
    }
}
