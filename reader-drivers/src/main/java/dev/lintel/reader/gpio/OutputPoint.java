package dev.lintel.reader.gpio;

/// One output line. Callable from any thread; a set is on the wire when the call returns. One that could not be done
/// leaves [#active] as it was: whoever needs it looks, and tries again.
public interface OutputPoint {
    void set(boolean active);

    /// The logical level that was last brought on the wire.
    boolean active();
}
