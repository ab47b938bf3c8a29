package dev.lintel.controller.access;

/// What a decision has to know of the door itself, as it stands now. Immutable.
///
/// @param cardLockdown credentials are refused, but for first responders
/// @param tampered the reader that was used is tampered with
/// @param egressByBox whether leaving depends on this box
/// @param mode `normal` or `unlock`
public record Gate(boolean cardLockdown, boolean tampered, boolean egressByBox, String mode) {
    /// Nothing to it.
    public static final Gate PLAIN = new Gate(false, false, false, "normal");

    /// Whether nothing but a missing right may keep somebody from leaving by the reader of that side.
    boolean freeExit(String side) {
        return egressByBox && side.equals("exit");
    }
}
