package dev.lintel.controller.access;

import dev.lintel.controller.access.Places.Pending;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.Passages;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The event log as the door lane sees it: a person who was admitted into a named area and has passed is there from
/// then on, and places are forgotten after people passed a door unseen ([UnseenPeriods]). Any thread.
public final class PlaceLog implements EventLog, Passages {
    private final EventLog log;
    private final Moves moves;
    private final Supplier<? extends AccessPolicy> policy;
    private final Time time;
    private final PendingMoves pending = new PendingMoves();
    private final UnseenPeriods periods;

    /// Keeps where people are; never waits.
    public interface Moves {
        /// The person is there from now on, and in none of the other areas.
        void moved(long personId, Place place, Set<String> areas);

        /// All people may be anywhere among these areas.
        void forget(Set<String> areas);
    }

    /// @param policy in force
    public PlaceLog(EventLog log, Moves moves, Supplier<? extends AccessPolicy> policy, Time time) {
        this.log = log;
        this.moves = moves;
        this.policy = policy;
        this.time = time;
        this.periods = new UnseenPeriods(policy, moves::forget, log::append, time);
    }

    /// The same places with what people are about to enter.
    public Places with(Places places) {
        return new Places() {
            @Override
            public @Nullable Place of(long personId, AreaSet areas) {
                return places.of(personId, areas);
            }

            @Override
            public @Nullable Pending pending(long personId, AreaSet areas) {
                return pending.of(personId, areas, time.nowNs());
            }

            @Override
            public boolean suspended(AreaSet areas, AccessPolicy now) {
                return periods.suspended(areas, now);
            }

            @Override
            public void decided(EventDraft admission) {
                Entry entry = Entry.of(admission);
                // The lane has turned away a person whose decision took too long.
                boolean late = time.nowNs() - admission.monotonicNs() > Doors.DECISION_MAX_NS;
                if (entry == null || late) return;
                pending.decided(entry.personId, entry.reader, entry.place, areas(entry), admission.monotonicNs());
            }
        };
    }

    @Override
    public void append(EventDraft draft, LongConsumer onDurable) {
        Long channelId = draft.subject().channelId();
        Long personId = draft.subject().personId();
        if (draft.kind().isAdmitted()) {
            Entry entry = Entry.of(draft);
            if (entry != null) {
                pending.admitted(entry.personId, entry.reader, entry.place, areas(entry), draft.monotonicNs());
            }
        } else if (draft.kind().isRejected()) {
            pending.turnedAway(channelId, draft.monotonicNs());
        } else if (draft.kind() == EventKind.ADMITTED_NOT_USED && personId != null && channelId != null) {
            pending.ended(personId, channelId);
        }
        log.append(draft, onDurable);
        if (draft.kind() == EventKind.FIRE_RELEASE_OFF && channelId != null) periods.fireEnded(channelId);
    }

    @Override
    public void passed(EventDraft admitted) {
        Entry entry = Entry.of(admitted);
        if (entry == null) return;
        moves.moved(entry.personId, entry.place, areas(entry).areas()); // first: no decision sees neither
        pending.ended(entry.personId, entry.reader.channelId());
    }

    @Override
    public void stands(long channelId, Standing standing) {
        periods.stands(channelId, standing);
    }

    /// The areas that are connected with the one that is entered, also where the policy has changed since.
    private AreaSet areas(Entry entry) {
        AreaSet set = policy.get().areas(entry.reader.channelId());
        if (set.contains(entry.place.area())) return set;
        var areas = new HashSet<>(set.areas());
        areas.add(entry.place.area());
        return new AreaSet(areas, set.doors());
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
