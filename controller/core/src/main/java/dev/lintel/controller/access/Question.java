package dev.lintel.controller.access;

import org.jspecify.annotations.Nullable;

/// Who may pass where: what [AccessRules] answers. Immutable.
///
/// @param side the reader: `entry` or `exit`
/// @param first what was shown, or the first of two factors
/// @param second the second factor, when the first was shown before and this one awaited; else null
/// @param passedBy the person whom the first door of an airlock has admitted with `first`, which the box shows at the
///     second door: both belong to one entry; null: a person shows it
public record Question(
        long channelId,
        String side,
        Evidence first,
        @Nullable Evidence second,
        @Nullable Long passedBy) {
    /// Of what a person shows.
    public Question(long channelId, String side, Evidence first, @Nullable Evidence second) {
        this(channelId, side, first, second, null);
    }

    /// Whether the box shows it, at the second door of an airlock.
    boolean isRepeated() {
        return passedBy != null;
    }

    /// Whether the first door has admitted that person.
    boolean isOf(Holder holder) {
        return passedBy != null && passedBy == holder.personId();
    }

    /// What was shown last.
    Evidence shown() {
        return second == null ? first : second;
    }
}
