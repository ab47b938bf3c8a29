package dev.lintel.controller.door;

/// What a step of the door asks for, in this order.
public enum DoorAction {
    RELEASE_STRIKE,
    SECURE_STRIKE,
    RAISE_FORCED_OPEN,
    RAISE_WARNING,
    RAISE_EXTENDED_OPEN,
    /// Ends a forced or extended-open alarm.
    RAISE_NORMAL
}
