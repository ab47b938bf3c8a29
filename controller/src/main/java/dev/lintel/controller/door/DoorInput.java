package dev.lintel.controller.door;

/// What can happen to a door. `atNs` is the monotonic time at which it happened.
public sealed interface DoorInput {
    long atNs();

    /// Somebody may pass: an admission, REX or the auxiliary input. The strike is to let go for `holdNs`.
    record Unlock(long atNs, long holdNs) implements DoorInput {}

    record LeafOpened(long atNs) implements DoorInput {}

    record LeafClosed(long atNs) implements DoorInput {}

    /// Time has passed.
    record Tick(long atNs) implements DoorInput {}
}
