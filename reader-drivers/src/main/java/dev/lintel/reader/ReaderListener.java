package dev.lintel.reader;

/// Takes what one reader reports. Called on the driver's own thread: it must not block and must not throw.
@FunctionalInterface
public interface ReaderListener {
    void on(ReaderEvent event);
}
