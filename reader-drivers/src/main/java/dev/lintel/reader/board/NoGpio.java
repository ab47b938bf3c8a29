package dev.lintel.reader.board;

import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import org.jspecify.annotations.Nullable;

/// A board to whose lines nothing is wired yet: its chip is left alone, and none need be there.
record NoGpio(String path) implements BoardChip {
    private GpioException none() {
        return new GpioException("no line of " + path + " is used: controller.yaml wires none");
    }

    @Override
    public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
        throw none();
    }

    @Override
    public OutputPoint output(LineSpec line) {
        throw none();
    }

    @Override
    public EdgeSource edges(WirePair lines, EdgeListener listener) {
        throw none();
    }

    @Override
    public void release(int line) {}

    @Override
    public @Nullable String fault() {
        return null;
    }

    @Override
    public void close() {}
}
