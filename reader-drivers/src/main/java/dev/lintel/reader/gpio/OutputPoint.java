package dev.lintel.reader.gpio;

/// One output line. Callable from any thread; a set is on the wire when the call returns.
public interface OutputPoint {
    void set(boolean active);

    boolean active();
}
