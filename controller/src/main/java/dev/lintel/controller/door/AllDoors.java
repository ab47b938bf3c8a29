package dev.lintel.controller.door;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// This box's own doors and those of the boxes that follow it, as one. Any thread.
///
/// @param own come first where both have a channel
/// @param others change less often: whoever waits for a change looks at them a few times a second
public record AllDoors(DoorViews own, DoorViews others) implements DoorViews {
    /// How long a change of the others may go unseen by who waits for any.
    private static final long LOOK_MS = 250;

    @Override
    public List<DoorView> all() {
        List<DoorView> elsewhere = others.all();
        if (elsewhere.isEmpty()) return own.all();
        var all = new ArrayList<>(own.all());
        for (DoorView view : elsewhere) if (own.of(view.channelId()) == null) all.add(view);
        all.sort(Comparator.comparingLong(DoorView::channelId));
        return List.copyOf(all);
    }

    @Override
    public @Nullable DoorView of(long channelId) {
        DoorView view = own.of(channelId);
        return view != null ? view : others.of(channelId);
    }

    /// Rises with each change of either.
    @Override
    public long revision() {
        return own.revision() + others.revision();
    }

    @Override
    public long awaitChange(long since, long timeoutMs) throws InterruptedException {
        for (long left = timeoutMs; left > 0 && revision() <= since; left -= LOOK_MS) {
            own.awaitChange(since - others.revision(), Math.min(left, LOOK_MS));
        }
        return revision();
    }
}
