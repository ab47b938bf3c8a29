package dev.lintel.reader.gpio;

/// One input line.
public interface InputPoint {
    /// The logical level now. Callable from any thread.
    boolean active();
}
