package dev.lintel.controller.event;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// An event log in memory, for tests of what writes to it. Durable at once; never waits.
public final class MemoryLog implements EventLog {
    private final List<EventDraft> drafts = new ArrayList<>();

    @Override
    public synchronized void append(EventDraft draft, LongConsumer onDurable) {
        drafts.add(draft);
        onDurable.accept(drafts.size());
    }

    @Override
    public synchronized long head() {
        return drafts.size();
    }

    @Override
    public @Nullable EventDraft refused(Predicate<EventDraft> wanted) {
        return null;
    }

    @Override
    public synchronized long awaitHeadAbove(long id, long timeoutMs) {
        return drafts.size();
    }

    public synchronized List<EventDraft> drafts() {
        return List.copyOf(drafts);
    }

    public synchronized List<EventKind> kinds() {
        return drafts.stream().map(EventDraft::kind).toList();
    }
}
