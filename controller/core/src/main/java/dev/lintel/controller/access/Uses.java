package dev.lintel.controller.access;

import dev.lintel.controller.event.EventDraft;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How often credentials with limits were used at this box. Implemented by [UseLog] over the store; never waits for a
/// disk's write.
public interface Uses {
    /// The disk alone knows it, and gives nothing.
    Use UNREAD = new Use(Instant.MIN, 0, Instant.MIN);

    /// Where no credential was ever used.
    Uses NONE = (_, _) -> Use.NEVER;

    /// The uses of a credential as a decision at that channel counts them, or [#UNREAD].
    Use of(Holder holder, long channelId);

    /// A decision admits the person of this event. The decision thread.
    default void decided(EventDraft admission, Holder holder) {}

    /// Uses of one credential.
    ///
    /// @param from since when entries are counted
    /// @param entries how many there were since
    /// @param last when the credential was last admitted, or null
    record Use(Instant from, long entries, @Nullable Instant last) {
        public static final Use NEVER = new Use(Instant.EPOCH, 0, null);

        /// Entries of the count that began then.
        public long entriesSince(Instant begun) {
            return from.equals(begun) ? entries : 0;
        }

        Use plus(long more, Instant begun, Instant at) {
            Instant latest = last == null || last.isBefore(at) ? at : last;
            return new Use(begun, Math.max(0, entriesSince(begun) + more), latest);
        }
    }
}
