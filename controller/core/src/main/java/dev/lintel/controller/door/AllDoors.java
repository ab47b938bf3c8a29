package dev.lintel.controller.door;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// This box's own doors and those of the boxes that follow it, as one. Any thread.
///
/// @param own of the lines that were opened at the start; a channel that was moved to another box since is not shown
/// @param others touch `own` with each change, so that whoever waits for one waits for both
/// @param elsewhere which channels are on other boxes now
public record AllDoors(DoorViews own, DoorViews others, Elsewhere elsewhere) implements DoorViews {
    @Override
    public List<DoorView> all() {
        var all = new ArrayList<DoorView>();
        for (DoorView view : own.all()) if (!elsewhere.has(view.channelId())) all.add(view);
        for (DoorView view : others.all()) if (ownOf(view.channelId()) == null) all.add(view);
        all.sort(Comparator.comparingLong(DoorView::channelId));
        return List.copyOf(all);
    }

    @Override
    public @Nullable DoorView of(long channelId) {
        DoorView view = ownOf(channelId);
        return view != null ? view : others.of(channelId);
    }

    private @Nullable DoorView ownOf(long channelId) {
        DoorView view = own.of(channelId);
        return view == null || elsewhere.has(channelId) ? null : view;
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
