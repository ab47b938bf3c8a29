package dev.lintel.controller.door;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// All doors as others see them. Reads never wait for the door lane. Callable from any thread.
public interface DoorViews {
    /// All doors by channel id, ascending.
    List<DoorView> all();

    @Nullable
    DoorView of(long channelId);

    /// Rises by one with each change of any view.
    long revision();

    /// Raises the revision: what is shown beside these doors has changed.
    default void touch() {}

    /// Waits until the revision is above `revision`, or for `timeoutMs`; returns the revision.
    long awaitChange(long revision, long timeoutMs) throws InterruptedException;
}
