package dev.lintel.controller.access;

import dev.lintel.controller.event.EventDraft;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
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

    /// The admission of the person at that reader whose unlock is not used and not over, or null: the lane has released
    /// the strike for it. Of doors without areas, too.
    default UnusedAdmissions.@Nullable Unused unused(long personId, ReaderPlace reader) {
        return null;
    }

    /// The doors that people may pass unseen now. Asked before a place is read: places are forgotten before this ends.
    default UnseenDoors unseen(AccessPolicy policy) {
        return UnseenDoors.NONE;
    }

    /// The people in an area with a limit, and which of `people` are there; null: not known. Never waits.
    default @Nullable Occupancy occupancy(AreaRule area, Collection<Long> people, Instant now) {
        return null;
    }

    /// A decision admits the person of this event. The decision thread.
    default void decided(EventDraft admission) {}

    /// Doors that people may pass unseen now, and the areas on both sides of them. A person whose place is one of these
    /// areas may be anywhere, and the number of people there is not known. Immutable.
    ///
    /// @param doors their channels
    record UnseenDoors(Set<Long> doors, Set<String> areas) {
        static final UnseenDoors NONE = new UnseenDoors(Set.of(), Set.of());

        public UnseenDoors {
            doors = Set.copyOf(doors);
            areas = Set.copyOf(areas);
        }
    }

    /// A place that a person enters by passing a door.
    record Pending(long channelId, String side, Place to) {}

    /// An area.
    ///
    /// @param area the area last entered
    /// @param since when that was
    record Place(String area, Instant since) {}
}
