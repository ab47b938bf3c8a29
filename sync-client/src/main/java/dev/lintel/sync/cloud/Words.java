package dev.lintel.sync.cloud;

/// Hears in words what of the service cannot be followed. The poller's thread; must be short.
public interface Words {
    /// Told once, until it is mended and comes back.
    void problem(String sentence);

    /// A problem that was told is gone.
    void mended(String sentence);
}
