package dev.lintel.reader.gpio;

/// A set of GPIO lines. A line is handed out once; asking again, or for a line the chip has not, throws
/// [GpioException]. Listeners run on the chip's own thread and must not block.
public interface GpioChip extends AutoCloseable {
    /// An input. `debounceMs` 0 means none. The listener hears of changes only; read the level at start yourself.
    InputPoint input(LineSpec line, int debounceMs, LineListener listener);

    /// An output, inactive at first.
    OutputPoint output(LineSpec line);

    /// Wiegand's two data lines in one request, falling edges only.
    EdgeSource edges(int d0, int d1, EdgeListener listener);

    @Override
    void close();
}
