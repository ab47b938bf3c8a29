package dev.lintel.controller.event;

/// Why a person was admitted, as far as codes of events tell it apart. Stored: the ordinals never change.
public enum Basis {
    /// By a role, or because the door was unlocked by its hours; and all other events.
    USUAL(0),
    /// By a reservation.
    RESERVED(1),
    /// Because the door was unlocked by fire or by its mode, which is no schedule.
    UNSCHEDULED(2);

    private final int number;

    Basis(int number) {
        this.number = number;
    }

    /// As counts on disk have it.
    public int number() {
        return number;
    }
}
