package dev.lintel.controller.access;

import dev.lintel.controller.access.Places.Pending;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.Passages;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import java.time.Instant;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The event log as the door lane sees it: a person who was admitted into a named area and has passed is there from
/// then on. Any thread.
public final class PlaceLog implements EventLog, Passages {
    private final EventLog log;
    private final Moves moves;
    private final PendingMoves pending = new PendingMoves();

    /// Is told who entered what; never waits.
    @FunctionalInterface
    public interface Moves {
        void moved(long personId, String area, Instant at);
    }

    public PlaceLog(EventLog log, Moves moves) {
        this.log = log;
        this.moves = moves;
    }

    /// The same places with what people are about to enter. `nowNs`: the monotonic clock.
    public Places with(Places places, LongSupplier nowNs) {
        return new Places() {
            @Override
            public @Nullable Place of(long personId) {
                return places.of(personId);
            }

            @Override
            public @Nullable Pending pending(long personId) {
                return pending.of(personId, nowNs.getAsLong());
            }

            @Override
            public void decided(EventDraft admission) {
                Entry entry = Entry.of(admission);
                // The lane has turned away a person whose decision took too long.
                boolean late = nowNs.getAsLong() - admission.monotonicNs() > Doors.DECISION_MAX_NS;
                if (entry == null || late) return;
                pending.decided(entry.personId, entry.reader, entry.place, admission.monotonicNs());
            }
        };
    }

    @Override
    public void append(EventDraft draft, LongConsumer onDurable) {
        Long channelId = draft.subject().channelId();
        Long personId = draft.subject().personId();
        if (draft.kind().isAdmitted()) {
            Entry entry = Entry.of(draft);
            if (entry != null) pending.admitted(entry.personId, entry.reader, entry.place, draft.monotonicNs());
        } else if (draft.kind().isRejected()) {
            pending.turnedAway(channelId, draft.monotonicNs());
        } else if (draft.kind() == EventKind.ADMITTED_NOT_USED && personId != null && channelId != null) {
            pending.ended(personId, channelId);
        }
        log.append(draft, onDurable);
    }

    @Override
    public void passed(EventDraft admitted) {
        Entry entry = Entry.of(admitted);
        if (entry == null) return;
        moves.moved(entry.personId, entry.place.area(), entry.place.since()); // first: no decision sees neither
        pending.ended(entry.personId, entry.reader.channelId());
    }

    /// Who enters what by an admission.
    private record Entry(long personId, ReaderPlace reader, Place place) {
        static @Nullable Entry of(EventDraft admission) {
            Long personId = admission.subject().personId();
            Long channelId = admission.subject().channelId();
            Object area = admission.additional().get(Trace.AREA);
            if (personId == null || channelId == null || !(area instanceof String entered)) return null;
            var reader = new ReaderPlace(
                    channelId, String.valueOf(admission.additional().get(Trace.READER)));
            return new Entry(personId, reader, new Place(entered, Instant.ofEpochMilli(admission.occurredAtMs())));
        }
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
