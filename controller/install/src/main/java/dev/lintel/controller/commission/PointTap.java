package dev.lintel.controller.commission;

import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// A chip whose inputs can be looked at by others than their doors. Doors are wired through it at the start; then each
/// input's own listener hears of a change first, on the chip's thread: whoever leaves waits for nobody here. As a rule
/// nobody watches.
public final class PointTap implements GpioChip {
    private final GpioChip chip;
    private final Map<Integer, InputPoint> inputs = new ConcurrentHashMap<>();
    private final List<Watcher> watchers = new CopyOnWriteArrayList<>();

    /// Told of an input's new logical level, on the chip's thread, which it must not block.
    @FunctionalInterface
    public interface Watcher {
        void on(int line, boolean active, long atNs);
    }

    public PointTap(GpioChip chip) {
        this.chip = chip;
    }

    @Override
    public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
        InputPoint point = chip.input(line, debounceMs, (active, atNs) -> {
            listener.on(active, atNs);
            for (Watcher watcher : watchers) watcher.on(line.line(), active, atNs);
        });
        inputs.put(line.line(), point);
        return point;
    }

    /// The input that was opened on that line; null where none is. Any thread.
    @Nullable
    InputPoint opened(int line) {
        return inputs.get(line);
    }

    /// From now on `watcher` hears of every input, until the returned handle is run. Any thread.
    Runnable watch(Watcher watcher) {
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }

    @Override
    public OutputPoint output(LineSpec line) {
        return chip.output(line);
    }

    @Override
    public EdgeSource edges(WirePair lines, EdgeListener listener) {
        return chip.edges(lines, listener);
    }

    @Override
    public void release(int line) {
        inputs.remove(line);
        chip.release(line);
    }

    @Override
    public long aliveNs() {
        return chip.aliveNs();
    }

    @Override
    public void close() {
        chip.close();
    }
}
