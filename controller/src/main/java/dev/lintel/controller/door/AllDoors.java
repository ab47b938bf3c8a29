package dev.lintel.controller.door;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// This box's own doors and those of the boxes that follow it, as one. Any thread.
///
/// @param own come first where both have a channel
/// @param others touch `own` with each change, so that whoever waits for one waits for both
public record AllDoors(DoorViews own, DoorViews others) implements DoorViews {
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
        own.awaitChange(since - others.revision(), timeoutMs);
        return revision();
    }
}
