package dev.lintel.controller.access;

/// What a decision has to know of the door itself, as it stands now. Immutable.
///
/// @param cardLockdown credentials are refused, but for first responders
/// @param tampered the reader that was used is tampered with
/// @param egressByBox whether leaving depends on this box
/// @param reader whether the door has a reader on that side at all
/// @param mode `normal` or `unlock`
/// @param unlocked whether the door is unlocked by its mode, its hours, an evacuation or fire
public record Gate(
        boolean cardLockdown, boolean tampered, boolean egressByBox, boolean reader, String mode, boolean unlocked) {
    /// Nothing to it.
    public static final Gate PLAIN = new Gate(false, false, false, "normal");

    /// One that is not unlocked, but for the mode.
    public Gate(boolean cardLockdown, boolean tampered, boolean egressByBox, boolean reader, String mode) {
        this(cardLockdown, tampered, egressByBox, reader, mode, mode.equals("unlock"));
    }

    /// One with a reader.
    public Gate(boolean cardLockdown, boolean tampered, boolean egressByBox, String mode) {
        this(cardLockdown, tampered, egressByBox, true, mode);
    }

    /// The same, tampered with.
    Gate tamperedWith() {
        return new Gate(cardLockdown, true, egressByBox, reader, mode, unlocked);
    }

    /// The same for a person who is let in by hand and shows nothing to the reader.
    Gate untampered() {
        return new Gate(cardLockdown, false, egressByBox, reader, mode, unlocked);
    }

    /// Whether nothing but a missing right may keep somebody from leaving by the reader of that side.
    boolean freeExit(String side) {
        return egressByBox && side.equals("exit");
    }
}
