package dev.lintel.controller.access;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the decision reads: people's credentials and roles as they stand now. Implemented by the store on a
/// connection of its own; called on the decision thread only.
public interface Rights {
    /// The holder of a card or fob with this number, or null.
    @Nullable
    Holder card(long number);

    /// The holder of this PIN, or null.
    @Nullable
    Holder pin(long number);

    /// Every right of a person at a channel, direct roles first, then by role id.
    List<Right> at(long personId, long channelId);
}
