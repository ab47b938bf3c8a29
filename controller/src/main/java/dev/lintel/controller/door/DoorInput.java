package dev.lintel.controller.door;

/// What can happen to a door. `atNs` is the monotonic time at which it happened.
public sealed interface DoorInput {
    long atNs();

    /// Somebody may pass: an admission, REX or the auxiliary input. The strike is to let go for `holdNs`.
    record Unlock(long atNs, long holdNs) implements DoorInput {}

    /// `exitUntilNs`: until when an exit's promise holds the strike released, or [DoorState#SECURED].
    record LeafOpened(long atNs, long exitUntilNs) implements DoorInput {
        public LeafOpened(long atNs) {
            this(atNs, DoorState.SECURED);
        }
    }

    /// `exitUntilNs` as for [LeafOpened].
    record LeafClosed(long atNs, long exitUntilNs) implements DoorInput {
        public LeafClosed(long atNs) {
            this(atNs, DoorState.SECURED);
        }
    }

    /// Time has passed.
    record Tick(long atNs) implements DoorInput {}
}
