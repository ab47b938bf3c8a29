package dev.lintel.controller.access;

import org.jspecify.annotations.Nullable;

/// Who may pass where: what [AccessRules] answers. Immutable.
///
/// @param side the reader: `entry` or `exit`
/// @param first what was shown, or the first of two factors
/// @param second the second factor, when the first was shown before and this one awaited; else null
public record Question(
        long channelId,
        String side,
        Evidence first,
        @Nullable Evidence second) {
    /// What was shown last.
    Evidence shown() {
        return second == null ? first : second;
    }
}
