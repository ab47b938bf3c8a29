package dev.lintel.controller.access;

/// Looks at doors as they stand now. Implemented by the wiring over the door lane's pictures. Any thread; never
/// waits.
@FunctionalInterface
public interface Gates {
    /// The door as seen from its reader of that side.
    Gate at(long channelId, String side);

    /// Whether nothing is needed there now: by fire, mode or hours.
    default boolean standsUnlocked(long channelId) {
        return false;
    }

    /// Whether another door keeps this one shut now for who stands at its reader of that side.
    default boolean interlocked(long channelId, String side) {
        return false;
    }
}
