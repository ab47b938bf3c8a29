package dev.lintel.controller;

import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Inputs that a test presses, from any thread, and outputs.
final class PressableChip implements GpioChip {
    private final Map<Integer, LineListener> listeners = new ConcurrentHashMap<>();
    private final Map<Integer, Output> outputs = new ConcurrentHashMap<>();
    private final Set<Integer> active = ConcurrentHashMap.newKeySet();

    @Override
    public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
        listeners.put(line.line(), listener);
        return () -> active.contains(line.line());
    }

    @Override
    public OutputPoint output(LineSpec line) {
        return outputs.computeIfAbsent(line.line(), _ -> new Output());
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
        listeners.clear();
    }

    /// Presses a button and lets it go before anybody looks at it.
    void press(int line, long atNs) {
        listener(line).on(true, atNs);
    }

    /// An input becomes active and stays so.
    void hold(int line, long atNs) {
        active.add(line);
        listener(line).on(true, atNs);
    }

    void letGo(int line, long atNs) {
        active.remove(line);
        listener(line).on(false, atNs);
    }

    private LineListener listener(int line) {
        LineListener listener = listeners.get(line);
        if (listener == null) throw new AssertionError("no input on line " + line);
        return listener;
    }

    boolean released(int line) {
        Output output = outputs.get(line);
        return output != null && output.active;
    }

    private static final class Output implements OutputPoint {
        private volatile boolean active;

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
