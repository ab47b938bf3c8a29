package dev.lintel.controller.wiring;

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

/// A chip whose inputs a test moves by hand, on its own thread. Levels are logical: active or not. The wires outlast a
/// process, so that the next one finds the inputs as they are.
final class HandChip implements GpioChip {
    private final Time time;
    private final Set<Integer> active = new HashSet<>();
    private final Map<Integer, LineListener> listeners = new HashMap<>();
    private final Map<Integer, Output> outputs = new HashMap<>();

    HandChip(Time time) {
        this.time = time;
    }

    void drive(int line, boolean now) {
        boolean changed = now ? active.add(line) : active.remove(line);
        LineListener listener = listeners.get(line);
        if (changed && listener != null) listener.on(now, time.nowNs());
    }

    boolean output(int line) {
        Output output = outputs.get(line);
        if (output == null) throw new AssertionError("no output on line " + line);
        return output.active;
    }

    /// The process has ended: nobody listens.
    void forget() {
        listeners.clear();
        outputs.clear();
    }

    @Override
    public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
        if (listeners.putIfAbsent(line.line(), listener) != null) throw new GpioException("taken: " + line.line());
        return () -> active.contains(line.line());
    }

    @Override
    public OutputPoint output(LineSpec line) {
        var output = new Output();
        if (outputs.putIfAbsent(line.line(), output) != null) throw new GpioException("taken: " + line.line());
        return output;
    }

    @Override
    public EdgeSource edges(WirePair lines, EdgeListener listener) {
        throw new GpioException("there are no data lines here");
    }

    @Override
    public void release(int line) {
        listeners.remove(line);
    }

    @Override
    public void close() {
        forget();
    }

    private static final class Output implements OutputPoint {
        private boolean active;

        @Override
        public void set(boolean wanted) {
            active = wanted;
        }

        @Override
        public boolean active() {
            return active;
        }
    }
}
