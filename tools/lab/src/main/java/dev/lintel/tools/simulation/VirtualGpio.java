package dev.lintel.tools.simulation;

import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// A chip whose lines are told what they read. Levels are logical (active or not): polarity is the real drivers'
/// matter. Listeners run in the call that moves a line, as they run on the chip's thread of a real one.
final class VirtualGpio implements GpioChip {
    private final Time time;
    private final Set<Integer> active;
    private final Outputs watcher;
    private final Map<Integer, LineListener> listeners = new HashMap<>();
    private final Set<Integer> broken = new HashSet<>();
    private final Set<Integer> failing = new HashSet<>(); // of these, the ones that report it

    /// Hears of every change of an output.
    @FunctionalInterface
    interface Outputs {
        void changed(int line, boolean nowActive);
    }

    /// `active`: the inputs that are active now; it outlasts the chip, as wires outlast a process.
    VirtualGpio(Time time, Set<Integer> active, Outputs watcher) {
        this.time = time;
        this.active = active;
        this.watcher = watcher;
    }

    /// Moves an input; its listener hears of a change.
    void drive(int line, boolean nowActive) {
        boolean changed = nowActive ? active.add(line) : active.remove(line);
        LineListener listener = listeners.get(line);
        if (changed && listener != null) listener.on(nowActive, time.nowNs());
    }

    /// Whether an input is active.
    boolean active(int line) {
        return active.contains(line);
    }

    /// An output that is broken stays as it is, whatever it is told.
    void breaks(int line, boolean now) {
        if (now) broken.add(line);
        else broken.remove(line);
    }

    /// The same of an output that cannot be written.
    void fails(int line, boolean now) {
        breaks(line, now);
        if (now) failing.add(line);
        else failing.remove(line);
    }

    boolean anyBroken() {
        return !broken.isEmpty();
    }

    @Override
    public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
        listeners.put(line.line(), listener);
        return () -> active.contains(line.line());
    }

    @Override
    public OutputPoint output(LineSpec line) {
        return new Output(line.line());
    }

    /// Readers are simulated above their wires.
    @Override
    public EdgeSource edges(WirePair lines, EdgeListener listener) {
        throw new UnsupportedOperationException("no data lines here");
    }

    @Override
    public void release(int line) {
        listeners.remove(line);
    }

    @Override
    public void close() {
        listeners.clear();
    }

    private final class Output implements OutputPoint {
        private final int line;
        private boolean set;

        Output(int line) {
            this.line = line;
        }

        @Override
        public void set(boolean nowActive) {
            if (set == nowActive) return;
            if (failing.contains(line)) throw new GpioException("line " + line + " cannot be written");
            if (broken.contains(line)) return;
            set = nowActive;
            watcher.changed(line, nowActive);
        }

        @Override
        public boolean active() {
            return set;
        }
    }
}
