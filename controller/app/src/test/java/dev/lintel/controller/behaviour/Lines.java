package dev.lintel.controller.behaviour;

import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/// A GPIO chip whose inputs the story moves and whose outputs it watches. Levels are logical: active or not.
final class Lines implements GpioChip {
    private final LongSupplier nowNs;
    private final Watcher watcher;
    private final Set<Integer> active;
    private final Map<Integer, LineListener> listeners = new HashMap<>();
    private final Set<Integer> broken = new HashSet<>();

    /// Hears of each change of an output.
    @FunctionalInterface
    interface Watcher {
        void changed(int line, boolean active);
    }

    /// `active`: the inputs that are active; the set outlasts the chip, as wires outlast a process.
    Lines(Set<Integer> active, LongSupplier nowNs, Watcher watcher) {
        this.active = active;
        this.nowNs = nowNs;
        this.watcher = watcher;
    }

    void drive(int line, boolean on) {
        boolean changed = on ? active.add(line) : active.remove(line);
        LineListener listener = listeners.get(line);
        if (changed && listener != null) listener.on(on, nowNs.getAsLong());
    }

    /// From now on the output ignores what is written to it.
    void breaks(int line) {
        broken.add(line);
    }

    void repair(int line) {
        broken.remove(line);
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

    @Override
    public EdgeSource edges(WirePair lines, EdgeListener listener) {
        throw new UnsupportedOperationException("readers are told what they read");
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
        private boolean on;

        Output(int line) {
            this.line = line;
        }

        @Override
        public void set(boolean wanted) {
            if (on == wanted || broken.contains(line)) return;
            on = wanted;
            watcher.changed(line, wanted);
        }

        @Override
        public boolean active() {
            return on;
        }
    }
}
