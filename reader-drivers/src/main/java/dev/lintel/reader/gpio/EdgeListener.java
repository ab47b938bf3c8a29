package dev.lintel.reader.gpio;

/// Told of Wiegand's falling edges, one by one, in the order the kernel queued them (not always their true order).
@FunctionalInterface
public interface EdgeListener {
    void on(Edge edge);
}
