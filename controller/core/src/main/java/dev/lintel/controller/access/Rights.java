package dev.lintel.controller.access;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the decision reads: people's credentials, roles and reservations as they stand now. Implemented by the store
/// on a connection of its own; called on one thread.
public interface Rights {
    /// The holder of a card or fob with this number, or null.
    @Nullable
    Holder card(long number);

    /// The holder of this PIN, or null.
    @Nullable
    Holder pin(long number);

    /// The holder of the credential of this id, or null.
    @Nullable
    Holder credential(long id);

    /// A person as if they held something that is accepted everywhere, or null when there is no such person.
    @Nullable
    Holder person(long personId);

    /// What the person types as the second of two factors: their active multi-factor PIN, else their active PIN,
    /// else null.
    @Nullable
    SecondPin secondPin(long personId);

    /// A PIN as a second factor.
    ///
    /// @param limits those of times count; uses are those of what was shown first
    record SecondPin(long number, Limits limits) {
        public SecondPin(long number) {
            this(number, Limits.NONE);
        }

        @Override
        public String toString() {
            return "SecondPin[****]";
        }
    }

    /// Every right of a person at a channel: direct roles first, then those of groups, then reservations, each
    /// by id.
    List<Right> at(long personId, long channelId);
}
