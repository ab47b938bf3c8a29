package dev.lintel.controller.action;

import dev.lintel.controller.door.DoorView;

/// A state of a door that an action can follow.
public enum DoorCondition {
    /// The strike is released, by whatever.
    RELEASED,
    /// The contact reports an open leaf.
    OPEN,
    /// The leaf was opened by force and has not closed since.
    FORCED,
    /// The leaf is open for `extended_open`.
    HELD_OPEN,
    /// The leaf is open for `warning`.
    WARNING,
    /// The door has an alarm that nobody has acknowledged: the time for which its sounder is on.
    ALARM,
    /// A mode, the hours, fire or an evacuation unlock the door.
    UNLOCKED,
    /// A lockdown of cards is in force.
    LOCKED_DOWN,
    /// An operator keeps the door from unlocking by its hours.
    SECURED,
    /// The fire input releases the door.
    FIRE,
    /// An evacuation unlocks the door.
    EVACUATED,
    /// The door's tamper line or a reader reports tampering.
    TAMPERED,
    /// A reader does not answer.
    READER_OFFLINE;

    /// Whether the door is in this state.
    public boolean isOf(DoorView view) {
        return switch (this) {
            case RELEASED -> view.strikeReleased();
            case OPEN -> view.leafOpen();
            case FORCED -> view.state().equals("forced");
            case HELD_OPEN -> view.state().equals("extended_open");
            case WARNING -> view.state().equals("warned");
            case ALARM -> view.alarm() != null && !view.alarm().acknowledged();
            case UNLOCKED -> view.standing().unlocked();
            case LOCKED_DOWN -> view.cardLockdown();
            case SECURED -> view.standing().secure() != null;
            case FIRE -> view.standing().fire();
            case EVACUATED -> view.standing().evacuated();
            case TAMPERED -> !view.tampers().isEmpty();
            case READER_OFFLINE -> view.readersOnline().containsValue(false);
        };
    }
}
