package dev.lintel.controller.access;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventLog;
import java.time.Instant;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The event log as the door lane sees it: who is admitted into a named area is there from then on. The admission
/// itself moves a person, not the decision, which the lane may still turn down. Any thread.
public final class PlaceLog implements EventLog {
    private final EventLog log;
    private final Moves moves;

    /// Is told who entered what; never waits.
    @FunctionalInterface
    public interface Moves {
        void moved(long personId, String area, Instant at);
    }

    public PlaceLog(EventLog log, Moves moves) {
        this.log = log;
        this.moves = moves;
    }

    @Override
    public void append(EventDraft draft, LongConsumer onDurable) {
        Long personId = draft.subject().personId();
        Object area = draft.additional().get(Trace.AREA);
        if (draft.kind().isAdmitted() && personId != null && area instanceof String entered) {
            moves.moved(personId, entered, Instant.ofEpochMilli(draft.occurredAtMs()));
        }
        log.append(draft, onDurable);
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
