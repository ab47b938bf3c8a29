package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;

/// Hears which people who were admitted have passed. Called on the door lane; must not wait.
@FunctionalInterface
public interface Passages {
    Passages NONE = _ -> {};

    /// The leaf has opened for the person whom `admitted` names, or nothing tells whether it does: the door has no
    /// contact, is open already, or stands unlocked.
    void passed(EventDraft admitted);
}
