package dev.lintel.controller.door;

/// The last closing of one leaf: a leaf that slams springs open once more, and nobody has opened it. A leaf that was
/// forced is forced again. The door lane only.
final class Rebounds {
    private static final long NEVER = Long.MIN_VALUE;

    private long closedNs = NEVER; // after an opening that was not forced
    private boolean forced;

    /// The opening was forced whose closing is heard of next, though the door has begun anew meanwhile.
    void forced() {
        forced = true;
    }

    /// The leaf closed at `atNs`.
    ///
    /// @param wasForced whether it was forced open
    void closed(long atNs, boolean wasForced) {
        closedNs = wasForced || forced ? NEVER : atNs;
        forced = false;
    }

    /// When it closed, for a rebound at that time; else the smallest long.
    long sinceNs(long atNs) {
        return isOne(atNs) ? closedNs : NEVER;
    }

    /// Whether an opening at that time is a rebound.
    boolean isOne(long atNs) {
        return closedNs != NEVER && atNs >= closedNs && atNs - closedNs <= DoorBody.CONTACT_LAG_NS;
    }
}
