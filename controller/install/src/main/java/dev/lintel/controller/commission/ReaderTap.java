package dev.lintel.controller.commission;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Hears of a reader's cards once they are on their way to a decision. On the reader's thread; never blocks, and as a
/// rule nobody listens.
public final class ReaderTap implements ReaderListener {
    private final ReaderListener behind;
    private final List<Consumer<CardBits>> watchers = new CopyOnWriteArrayList<>();

    /// `behind` is whom the events are for.
    public ReaderTap(ReaderListener behind) {
        this.behind = behind;
    }

    @Override
    public void on(ReaderEvent event) {
        behind.on(event); // first: a person is waiting
        if (!(event instanceof ReaderEvent.Card card)) return;
        for (Consumer<CardBits> watcher : watchers) watcher.accept(card.bits());
    }

    /// From now on `watcher`, which must not block, hears of every card, until the returned handle is run. Any thread.
    public Runnable watch(Consumer<CardBits> watcher) {
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }
}
