package dev.lintel.controller.access;

import org.jspecify.annotations.Nullable;

/// Looks at doors as they stand now. Implemented by the wiring over the door lane's pictures. Any thread; never
/// waits.
@FunctionalInterface
public interface Gates {
    /// The side that people come in from.
    String ENTRY = "entry";

    /// The door as seen from its reader of that side.
    Gate at(long channelId, String side);

    /// The door as who asks that is to be let through it. A phone is at neither reader: what bars its way in by the
    /// entry's being tampered with bars its way out as well.
    default Gate of(Question question) {
        Gate gate = at(question.channelId(), question.side());
        boolean byPhone = question.first() instanceof Evidence.Phone;
        return byPhone && at(question.channelId(), ENTRY).tampered() ? gate.tamperedWith() : gate;
    }

    /// The reason why the door is unlocked now: `fire`, `evacuation`, `mode` or `hours`. Null where it is not
    /// unlocked.
    default @Nullable String unlockedBy(long channelId) {
        return null;
    }

    /// How the floor of an elevator stands now for who may reach it.
    default Floor floor(long floorId, boolean responder) {
        return Floor.REACHED;
    }

    /// What an elevator does about a floor.
    enum Floor {
        REACHED,
        LOCKED_DOWN,
        /// It is not wired.
        NONE
    }

    /// Whether another door keeps this one shut now for who stands at its reader of that side.
    default boolean interlocked(long channelId, String side) {
        return false;
    }
}
