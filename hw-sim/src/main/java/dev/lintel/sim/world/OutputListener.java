package dev.lintel.sim.world;

/// Told of an output's new logical level, before the driver's `set` returns and on its thread. `atNs` is the monotonic
/// time of the change. Must not block.
@FunctionalInterface
public interface OutputListener {
    void on(boolean active, long atNs);
}
