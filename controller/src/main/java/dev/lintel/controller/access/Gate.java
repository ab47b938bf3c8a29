package dev.lintel.controller.access;

/// What a decision has to know of the door itself, as it stands now. Immutable.
///
/// @param cardLockdown credentials are refused, but for first responders
/// @param tampered the reader that was used is tampered with
/// @param egressByBox whether leaving depends on this box
/// @param reader whether the door has a reader on that side at all
/// @param mode `normal` or `unlock`
public record Gate(boolean cardLockdown, boolean tampered, boolean egressByBox, boolean reader, String mode) {
    /// Nothing to it.
    public static final Gate PLAIN = new Gate(false, false, false, "normal");

    /// One with a reader.
    public Gate(boolean cardLockdown, boolean tampered, boolean egressByBox, String mode) {
        this(cardLockdown, tampered, egressByBox, true, mode);
    }

    /// The same, tampered with.
    Gate tamperedWith() {
        return new Gate(cardLockdown, true, egressByBox, reader, mode);
    }

    /// Whether nothing but a missing right may keep somebody from leaving by the reader of that side.
    boolean freeExit(String side) {
        return egressByBox && side.equals("exit");
    }
}
