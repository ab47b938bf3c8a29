package dev.lintel.controller.access;

import dev.lintel.controller.event.EventDraft;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// Where people are, as far as doors with passback have seen. Implemented by the store; never waits for a disk's
/// write.
@FunctionalInterface
public interface Places {
    /// The disk alone knows where the person is, and gives nothing.
    Place UNREAD = new Place("unread", Instant.MIN);

    /// Where nobody is known to be anywhere.
    Places NONE = (_, _) -> null;

    /// The person's place among these connected areas: the one entered last. [#UNREAD]; or null where no passage was
    /// seen, or the place was forgotten.
    @Nullable
    Place of(long personId, AreaSet areas);

    /// Where among these areas the person was admitted and has not passed yet, or null.
    default @Nullable Pending pending(long personId, AreaSet areas) {
        return null;
    }

    /// Whether people may pass between these areas unseen now, so that no place counts. Asked before a place is read:
    /// places are forgotten before this ends.
    default boolean suspended(AreaSet areas, AccessPolicy policy) {
        return false;
    }

    /// The people in an area with a limit, and which of `people` are there; null: not known. Never waits.
    default @Nullable Occupancy occupancy(AreaRule area, Collection<Long> people, Instant now) {
        return null;
    }

    /// A decision admits the person of this event. The decision thread.
    default void decided(EventDraft admission) {}

    /// A place that a person enters by passing a door.
    record Pending(long channelId, String side, Place to) {}

    /// An area.
    ///
    /// @param area the area last entered
    /// @param since when that was
    record Place(String area, Instant since) {}
}
