package dev.lintel.controller.action;

import dev.lintel.controller.event.EventKind;

/// An event at a door that an action can wait for.
public enum DoorEvent {
    /// A person or an exit was admitted: all kinds of ADMITTED.
    ADMITTED,
    /// A person was refused: all kinds of REJECTED.
    REJECTED,
    UNKNOWN_CARD,
    NOT_USED,
    /// The exit button was pressed, or the handle was used.
    EXIT,
    FORCED,
    HELD_OPEN,
    ALARM_REMINDER,
    /// A silent alarm: the output must not be seen or heard at the door.
    DURESS,
    TAMPER,
    PIN_GUESSING,
    UNKNOWN_CARDS,
    APPROVAL_REQUESTED;

    /// Whether an event of that kind is one.
    public boolean isOf(EventKind kind) {
        return switch (this) {
            case ADMITTED -> kind.isAdmitted();
            case REJECTED -> kind.isRejected();
            case UNKNOWN_CARD -> kind == EventKind.REJECTED_UNKNOWN_CARD;
            case NOT_USED -> kind == EventKind.ADMITTED_NOT_USED;
            case EXIT -> kind == EventKind.REX_PRESSED;
            case FORCED -> kind == EventKind.FORCED_OPEN;
            case HELD_OPEN -> kind == EventKind.EXTENDED_OPEN;
            case ALARM_REMINDER -> kind == EventKind.ALARM_REMINDER;
            case DURESS -> kind == EventKind.DURESS;
            case TAMPER -> kind == EventKind.TAMPER;
            case PIN_GUESSING -> kind == EventKind.PIN_GUESSING;
            case UNKNOWN_CARDS -> kind == EventKind.UNKNOWN_CARDS;
            case APPROVAL_REQUESTED -> kind == EventKind.APPROVAL_REQUESTED;
        };
    }
}
