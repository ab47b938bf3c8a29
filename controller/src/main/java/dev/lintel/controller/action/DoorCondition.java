package dev.lintel.controller.action;

import dev.lintel.controller.door.DoorView;
import java.util.function.Predicate;

/// A state of a door that an action can follow.
public enum DoorCondition {
    /// The strike is released, by whatever.
    RELEASED(DoorView::strikeReleased),
    /// The contact reports an open leaf.
    OPEN(DoorView::leafOpen),
    /// The leaf was opened by force and has not closed since.
    FORCED(view -> view.state().equals("forced")),
    /// The leaf is open for `extended_open`.
    HELD_OPEN(view -> view.state().equals("extended_open")),
    /// The leaf is open for `warning`.
    WARNING(view -> view.state().equals("warned")),
    /// The door has an alarm that nobody has acknowledged: the time for which its sounder is on.
    ALARM(view -> view.alarm() != null && !view.alarm().acknowledged()),
    /// A mode, the hours or fire unlock the door.
    UNLOCKED(view -> view.standing().unlocked()),
    /// A lockdown of cards is in force.
    LOCKED_DOWN(DoorView::cardLockdown),
    /// An operator keeps the door from unlocking by its hours.
    SECURED(view -> view.standing().secure() != null),
    /// The fire input releases the door.
    FIRE(view -> view.standing().fire()),
    /// The door's tamper line or a reader reports tampering.
    TAMPERED(view -> !view.tampers().isEmpty()),
    /// A reader does not answer.
    READER_OFFLINE(view -> view.readersOnline().containsValue(false));

    private final Predicate<DoorView> test;

    DoorCondition(Predicate<DoorView> test) {
        this.test = test;
    }

    /// Whether the door is in this state.
    public boolean isOf(DoorView view) {
        return test.test(view);
    }
}
