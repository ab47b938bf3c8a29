package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Box;
import org.jspecify.annotations.Nullable;

/// Lets boxes follow that have joined and now come for the first time, for [BoxDoor]. Any thread that may block.
record FirstContacts(Hub hub) implements BoxDoor.Confirming {
    /// The box follows from now on, in place of one with its name. Null: it was forgotten, or another has joined by the
    /// same code since.
    @Override
    public @Nullable Box confirm(Box planned) {
        hub.requireAlone();
        if (!hub.codes().use(planned.id())) return null;
        record Made(@Nullable Box before, @Nullable Box box) {}
        Made made = hub.database().write(sql -> {
            Box box = BoxStore.get(sql, planned.id());
            if (box == null || !box.isPlanned()) return new Made(null, box); // two came at once
            Box before = BoxStore.named(sql, box.name());
            BoxStore.confirm(sql, box, hub.time().nowMs());
            hub.log().tell(box.name(), "joined", box.joined().by());
            return new Made(before, BoxStore.get(sql, box.id()));
        });
        Box before = made.before;
        if (before != null) {
            hub.contacts().replaced(before.id());
            hub.links().dismiss(before.id(), "another box has joined under this name");
        }
        Box box = made.box;
        if (box == null || !box.isJoined()) return null;
        hub.contacts().joined(box);
        return box;
    }
}
