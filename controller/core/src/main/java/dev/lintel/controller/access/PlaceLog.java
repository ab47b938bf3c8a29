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
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    private final Map<PersonAt, Entry> together = new ConcurrentHashMap<>(); // as of [Passages#shared]
    private final UnusedAdmissions unused = new UnusedAdmissions();
    private final UnseenPeriods periods;
    private final AreaWatch watch;

    /// Keeps where people are; never waits.
    public interface Moves {
        /// The person is there from now on, and in none of the other areas.
        void moved(long personId, Place place, Set<String> areas);

        /// All people may be anywhere among these areas.
        void forget(Set<String> areas);

        /// The people in an area with a limit; null: not known.
        ///
        /// @param asked people about whom the answer says whether they are there
        /// @param since places that are older do not count; null: all count
        default @Nullable Crowd crowd(String area, Set<Long> asked, @Nullable Instant since) {
            return null;
        }
    }

    /// @param policy in force
    public PlaceLog(EventLog log, Moves moves, Supplier<? extends AccessPolicy> policy, Time time) {
        this.log = log;
        this.moves = moves;
        this.policy = policy;
        this.time = time;
        this.periods = new UnseenPeriods(policy, this::forget, log::append, time);
        this.watch = new AreaWatch(this::occupancy, this::isUnseen, log::append, time);
    }

    /// Sets what the log reported last about the number of people in an area; null: nothing. Before this call
    /// nothing is reported about the area.
    public void knownOf(String area, AreaLimit.@Nullable State state) {
        watch.known(area, state);
    }

    /// Reports areas whose number of people has reached or left a limit other than by a passage. To be called each
    /// second, and after a change of the policy.
    public void lookAtAreas() {
        periods.note();
        watch.look(policy.get());
    }

    private boolean isUnseen(String area) {
        return periods.unseen(policy.get()).areas().contains(area);
    }

    /// The people that doors have seen enter an area with a limit; null: not known.
    public @Nullable Integer people(AreaRule area) {
        Occupancy occupancy = occupancy(area);
        return occupancy == null ? null : (Integer) occupancy.seen();
    }

    private @Nullable Occupancy occupancy(AreaRule area) {
        return occupancy(area, List.of(), time.now());
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
            public UnusedAdmissions.@Nullable Unused unused(long personId, ReaderPlace reader) {
                return unused.of(personId, reader);
            }

            @Override
            public UnseenDoors unseen(AccessPolicy now) {
                return periods.unseen(now);
            }

            @Override
            public @Nullable Occupancy occupancy(AreaRule area, Collection<Long> people, Instant now) {
                return PlaceLog.this.occupancy(area, people, now);
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

    /// Pending moves are read first: a person who passes meanwhile is in both.
    private @Nullable Occupancy occupancy(AreaRule area, Collection<Long> people, Instant now) {
        Map<Long, Pending> moving = pending.all(area.connected(), time.nowNs());
        Crowd crowd = moves.crowd(area.name(), Occupancy.asked(moving, people), area.forgottenBefore(now));
        return crowd == null ? null : new Occupancy(area.limit(), crowd, moving);
    }

    @Override
    public void append(EventDraft draft, LongConsumer onDurable) {
        Long channelId = draft.subject().channelId();
        Long personId = draft.subject().personId();
        if (draft.kind().isAdmitted()) {
            unused.admitted(draft);
            Entry entry = Entry.of(draft);
            if (entry != null) {
                endTogether(entry);
                pending.admitted(entry.personId, entry.reader, entry.place, areas(entry), draft.monotonicNs());
            }
        } else if (draft.kind().isRejected()) {
            pending.turnedAway(channelId, draft.monotonicNs());
        } else if (isDenied(draft.kind()) && personId != null && channelId != null) {
            pending.denied(personId, channelId);
        } else if (draft.kind() == EventKind.ADMITTED_NOT_USED && personId != null && channelId != null) {
            unused.ended(draft);
            together.remove(new PersonAt(personId, channelId));
            pending.ended(personId, channelId);
        }
        log.append(draft, onDurable);
        if (channelId != null) consequences(draft.kind(), channelId);
    }

    /// Logs the events that an event causes, after it.
    private void consequences(EventKind kind, long channelId) {
        if (kind == EventKind.ADMITTED_NOT_USED)
            watch.look(policy.get(), policy.get().areas(channelId));
        if (kind == EventKind.FIRE_RELEASE_OFF) periods.fireEnded(channelId);
    }

    /// Whether an event of that kind refuses an operator's admission.
    private static boolean isDenied(EventKind kind) {
        return kind == EventKind.ADMISSION_DENIED || kind == EventKind.ADMISSION_OFFLINE;
    }

    @Override
    public void passed(EventDraft admitted) {
        unused.ended(admitted);
        Entry entry = Entry.of(admitted);
        if (entry == null) return;
        together.remove(entry.at());
        passed(entry);
    }

    @Override
    public void shared(EventDraft admitted) {
        unused.shared(admitted);
        Entry entry = Entry.of(admitted);
        if (entry != null && pending.waits(entry.personId, entry.reader.channelId())) together.put(entry.at(), entry);
    }

    @Override
    public void passedTogether(EventDraft admitted) {
        unused.ended(admitted);
        Entry entry = Entry.of(admitted);
        if (entry == null) return;
        together.remove(entry.at());
        if (pending.waits(entry.personId, entry.reader.channelId())) passed(entry);
    }

    /// An admission at another reader shows that the person has passed together with somebody, one at the same reader
    /// that the person has not.
    private void endTogether(Entry admission) {
        AreaSet areas = areas(admission);
        for (Entry before : List.copyOf(together.values())) {
            boolean same = before.personId == admission.personId && areas.contains(before.place.area());
            if (!same) continue;
            together.remove(before.at());
            if (!before.reader.equals(admission.reader)) passed(before);
        }
    }

    /// Places in these areas are forgotten. Persons who may have passed into one of them together with somebody have
    /// passed before: where they are now is not known either.
    private void forget(Set<String> areas) {
        for (Entry entry : List.copyOf(together.values())) {
            if (!areas.contains(entry.place.area()) || !together.remove(entry.at(), entry)) continue;
            moves.moved(entry.personId, entry.place, areas(entry).areas());
            pending.ended(entry.personId, entry.reader.channelId());
        }
        moves.forget(areas);
    }

    private void passed(Entry entry) {
        AreaSet areas = areas(entry);
        moves.moved(entry.personId, entry.place, areas.areas()); // first: no decision sees neither
        pending.ended(entry.personId, entry.reader.channelId());
        watch.look(policy.get(), areas);
    }

    @Override
    public void stands(long channelId, Standing standing) {
        if (standing.cardLockdown() || standing.unlocked()) unused.endedAt(channelId);
        if (periods.stands(channelId, standing)) watch.look(policy.get());
    }

    /// The areas that are connected with the one that is entered, also where the policy has changed since.
    private AreaSet areas(Entry entry) {
        AreaSet set = policy.get().areas(entry.reader.channelId());
        if (set.contains(entry.place.area())) return set;
        var areas = new HashSet<>(set.areas());
        areas.add(entry.place.area());
        return new AreaSet(areas, set.doors());
    }

    private record PersonAt(long personId, long channelId) {}

    /// Who enters what by an admission.
    private record Entry(long personId, ReaderPlace reader, Place place) {
        PersonAt at() {
            return new PersonAt(personId, reader.channelId());
        }

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
