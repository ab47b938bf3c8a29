package dev.lintel.reader.gpio;

/// Told of an input's new logical level. `atNs` is the monotonic time of the edge.
@FunctionalInterface
public interface LineListener {
    void on(boolean active, long atNs);
}
