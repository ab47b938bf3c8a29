package dev.lintel.reader.gpio;

/// A set of GPIO lines. A line is handed out once; asking again, or for a line the chip has not, throws
/// [GpioException]. Listeners run on the chip's own thread and must not block.
public interface GpioChip extends AutoCloseable {
    /// An input. `debounceMs` 0 means none. The listener hears of changes only; read the level at start yourself.
    InputPoint input(LineSpec line, int debounceMs, LineListener listener);

    /// An output, inactive at first.
    OutputPoint output(LineSpec line);

    /// Wiegand's two data lines in one request, falling edges only.
    EdgeSource edges(WirePair lines, EdgeListener listener);

    /// Gives an input or output back, which may then be asked for again; its point must not be used any more. Not
    /// for Wiegand's lines. A line that was not handed out is left alone. Not from a listener.
    void release(int line);

    /// The monotonic time at which its thread last went round, within a second while it is well;
    /// `Long.MAX_VALUE` where no thread can hang, or it has ended and the chip's fault says so. For a watchdog;
    /// any thread.
    default long aliveNs() {
        return Long.MAX_VALUE;
    }

    @Override
    void close();
}
