package dev.lintel.controller.action;

import dev.lintel.controller.event.EventKind;
import java.util.function.Predicate;

/// An event at a door that an action can wait for.
public enum DoorEvent {
    /// A person or an exit was admitted: all kinds of ADMITTED.
    ADMITTED(EventKind::isAdmitted),
    /// A person was refused: all kinds of REJECTED.
    REJECTED(EventKind::isRejected),
    UNKNOWN_CARD(kind -> kind == EventKind.REJECTED_UNKNOWN_CARD),
    NOT_USED(kind -> kind == EventKind.ADMITTED_NOT_USED),
    /// The exit button was pressed, or the handle was used.
    EXIT(kind -> kind == EventKind.REX_PRESSED),
    FORCED(kind -> kind == EventKind.FORCED_OPEN),
    HELD_OPEN(kind -> kind == EventKind.EXTENDED_OPEN),
    ALARM_REMINDER(kind -> kind == EventKind.ALARM_REMINDER),
    /// A silent alarm: the output must not be seen or heard at the door.
    DURESS(kind -> kind == EventKind.DURESS),
    TAMPER(kind -> kind == EventKind.TAMPER),
    PIN_GUESSING(kind -> kind == EventKind.PIN_GUESSING),
    UNKNOWN_CARDS(kind -> kind == EventKind.UNKNOWN_CARDS),
    APPROVAL_REQUESTED(kind -> kind == EventKind.APPROVAL_REQUESTED);

    private final Predicate<EventKind> test;

    DoorEvent(Predicate<EventKind> test) {
        this.test = test;
    }

    /// Whether an event of that kind is one.
    public boolean isOf(EventKind kind) {
        return test.test(kind);
    }
}
