package dev.lintel.controller.action;

/// The commands that an action can give to a door.
public enum ActionCommand {
    /// Admit a person without a name, as an operator does.
    UNLOCK_ONCE,
    /// Unlock the door, for a time or until another command.
    UNLOCK,
    /// End what UNLOCK and SECURE have set.
    NORMAL,
    /// Keep the door from unlocking by its hours, for a time or until the next hours are over.
    SECURE,
    /// Accept no credentials. Exits work.
    LOCKDOWN,
    /// End all lockdowns of the door.
    UNLOCKDOWN;

    /// Whether it may say for how long.
    public boolean hasLength() {
        return this == UNLOCK || this == SECURE;
    }
}
