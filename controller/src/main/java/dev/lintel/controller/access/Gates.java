package dev.lintel.controller.access;

/// Looks at doors as they stand now. Implemented by the wiring over the door lane's pictures. Any thread; never
/// waits.
@FunctionalInterface
public interface Gates {
    /// The door as seen from its reader of that side.
    Gate at(long channelId, String side);
}
