package dev.lintel.controller.action;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventLog;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// An event log that reports each event to the actions as well. Any thread.
public final class HeardLog implements EventLog {
    private final EventLog log;
    private final ActionInbox inbox;

    public HeardLog(EventLog log, ActionInbox inbox) {
        this.log = log;
        this.inbox = inbox;
    }

    @Override
    public void append(EventDraft draft, LongConsumer onDurable) {
        log.append(draft, onDurable);
        inbox.event(draft);
    }

    @Override
    public void appendRegardless(EventDraft draft) {
        log.appendRegardless(draft);
        inbox.event(draft);
    }

    @Override
    public long head() {
        return log.head();
    }

    @Override
    public @Nullable EventDraft refused(Predicate<EventDraft> wanted) {
        return log.refused(wanted);
    }

    @Override
    public long awaitHeadAbove(long id, long timeoutMs) throws InterruptedException {
        return log.awaitHeadAbove(id, timeoutMs);
    }
}
