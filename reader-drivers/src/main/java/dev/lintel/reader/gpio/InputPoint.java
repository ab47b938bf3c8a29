package dev.lintel.reader.gpio;

/// One input line.
public interface InputPoint {
    /// The logical level now; the last one that was known where the line cannot be read. Callable from any thread.
    boolean active();
}
