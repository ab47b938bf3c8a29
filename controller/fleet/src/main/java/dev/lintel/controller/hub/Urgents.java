package dev.lintel.controller.hub;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.fleet.PublishedStore;
import dev.lintel.controller.fleet.PublishedStore.Held;
import dev.lintel.controller.fleet.PublishedStore.Narrowed;
import dev.lintel.controller.fleet.PublishedStore.Undecided;
import dev.lintel.controller.fleet.RevocationActors;
import dev.lintel.controller.fleet.RevocationActors.Actor;
import dev.lintel.controller.fleet.RevocationActors.Actors;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.RevisionQueries.Changed;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.LinkMessage.Urgent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Sends urgent revocations while changes are held back: a few people who are deleted or disabled after that, and those
/// who lose a card, a role or anything else, as they are then. The hub's thread.
///
/// The people of one actor are no more than the guard allows within its window, however many transactions they come in:
/// a deletion row by row is a mass as well. The others wait with what is held back. Each actor has a
/// [budget][RevocationBudget] of its own, so that the mass of one does not delay the single revocation of another.
/// Two kinds of revocations go beyond that budget: the last one before a pause, and a few between two pauses. A
/// person revokes like that, and a program does not.
final class Urgents {
    /// Lines sent to one box with one look; more come with the next look.
    private static final int AT_ONCE = 200;

    /// Without a revocation for so long a mass is over.
    static final long PAUSE_MS = 3_000;
    /// Revocations by hand between two pauses.
    private static final int BY_HAND_MAX = 3;
    /// Events that are read to find the actors: some looks of an import. Older changes count to the shared budget.
    private static final int EVENTS_MAX = 5_000;
    /// People who were sent within the window: all budgets together are fewer.
    private static final int SENT_MAX = 1_000;

    private final Database database;
    private final Links links;
    private final Overlong overlong;
    private final Time time;
    private final RevocationBudget budget = new RevocationBudget();
    private final long startMs;
    /// When the hold began whose first people were looked at.
    private long firstMs;
    /// Of the changes up to this event it is decided.
    private long eventId;

    Urgents(Database database, Links links, Overlong overlong, Time time) {
        this.overlong = overlong;
        this.database = database;
        this.links = links;
        this.time = time;
        this.startMs = time.nowMs();
    }

    /// What is held back, and who is affected.
    ///
    /// @param undecided people who were taken away since
    /// @param upTo the last revision at which something was taken from somebody; of all up to it, it is decided
    /// @param head the newest revision of all
    private record Standing(Held held, Undecided undecided, long upTo, long head) {
        /// Null: nothing is held back any more.
        static @Nullable Standing of(Sql sql) {
            Held held = PublishedStore.held(sql);
            if (held == null) return null;
            Long first = PublishedStore.undecidedFirst(sql, held);
            long upTo = first == null ? PublishedStore.narrowedLast(sql, held.singly()) : first - 1;
            long head = RevisionQueries.head(sql);
            return new Standing(held, PublishedStore.undecided(sql, held, head), upTo, head);
        }
    }

    /// When anybody was last taken away, and since when it is so.
    private long takenLast;

    private long takenNs;
    /// Whether that was looked at after the pause.
    private boolean paused;

    void tell() {
        record Seen(@Nullable Standing standing, Actors actors) {}
        // Read together: the event of a change is in the same commit, but not yet visible to another write of it.
        Seen seen = database.read(sql -> new Seen(Standing.of(sql), RevocationActors.after(sql, eventId, EVENTS_MAX)));
        Standing standing = seen.standing;
        if (standing != null && (standing.undecided.count() > 0 || isFirst(standing.held))) {
            Standing before = standing;
            standing = database.write(sql -> decided(sql, before, seen.actors));
        }
        eventId = seen.actors.upTo();
        if (standing != null && isPause(standing.held)) standing = database.write(this::lastTold);
        if (standing == null) return;
        for (Link link : links.all()) {
            long told = Math.max(standing.held.singly(), link.urgent());
            if (link.isGreeted() && told < standing.upTo) tell(link, told, standing);
        }
    }

    /// Whether the hold began since the start of this hub, and its first people were not looked at yet.
    private boolean isFirst(Held held) {
        return held.atMs() >= startMs && held.atMs() != firstMs;
    }

    /// True once, a pause after somebody was taken away.
    private boolean isPause(Held held) {
        long last = database.read(sql -> PublishedStore.takenLast(sql, held));
        if (last != takenLast) {
            takenLast = last;
            takenNs = time.nowNs();
            paused = last == 0;
        }
        if (paused || time.nowNs() - takenNs < TimeUnit.MILLISECONDS.toNanos(PAUSE_MS)) return false;
        paused = true;
        return true;
    }

    private @Nullable Standing lastTold(Sql sql) {
        Held held = PublishedStore.held(sql);
        if (held == null) return null;
        keepBudget(sql, held);
        List<Long> last = PublishedStore.last(sql, held, PAUSE_MS, BY_HAND_MAX + 1);
        if (!last.isEmpty()) {
            Actor actor = budget.counted(budget.waiting(last.getFirst()));
            int most = Math.clamp(budget.afterPause(actor), 0, BY_HAND_MAX);
            // Boxes have got all that was narrowed before.
            List<Long> some = last.subList(0, last.size() <= most ? last.size() : Math.min(1, most));
            PublishedStore.markSentUrgentlyAgain(sql, some, time.nowMs());
            budget.sent(some, actor);
        }
        return Standing.of(sql);
    }

    private void keepBudget(Sql sql, Held held) {
        budget.keep(PublishedStore.toldSingly(sql, held, time.nowMs() - Publication.WINDOW_MS, SENT_MAX));
    }

    /// On disk before it is sent: a person who is not marked waits, also over a restart.
    private @Nullable Standing decided(Sql sql, Standing seen, Actors actors) {
        Held held = PublishedStore.held(sql);
        if (held == null || !held.isSame(seen.held)) return Standing.of(sql);
        keepBudget(sql, held);
        if (isFirst(held)) {
            firstMs = held.atMs();
            sendFirst(sql, held, actors);
        }
        var known = actors.byPerson().keySet();
        byActor(PublishedStore.undecided(sql, held, seen.head, known), actors).forEach((actor, ids) -> {
            Actor counted = budget.counted(actor);
            if (budget.isEnoughFor(counted, ids.size())) send(sql, ids, counted);
            else for (long id : ids) budget.waits(id, actor);
        });
        int most = (int) MassGuard.PEOPLE_MAX;
        List<Long> others = PublishedStore.undecidedOthers(sql, held, seen.head, known, most + 1);
        if (budget.isEnoughFor(Actor.UNKNOWN, others.size())) send(sql, others, Actor.UNKNOWN);
        Undecided rest = PublishedStore.undecided(sql, held, seen.head);
        if (rest.count() > 0) PublishedStore.holdMore(sql, seen.head, rest.more());
        return Standing.of(sql);
    }

    private void send(Sql sql, List<Long> ids, Actor actor) {
        PublishedStore.markSentUrgently(sql, ids, time.nowMs());
        budget.sent(ids, actor);
    }

    /// The changes with which the hold began may have single revocations among them, of other actors than the mass.
    private void sendFirst(Sql sql, Held held, Actors actors) {
        List<Long> first = PublishedStore.heldFirst(sql, held, actors.byPerson().keySet());
        byActor(first, actors).forEach((actor, ids) -> {
            Actor counted = budget.counted(actor);
            if (counted.equals(Actor.UNKNOWN) || !budget.isEnoughFor(counted, ids.size())) return;
            PublishedStore.markSentUrgentlyAgain(sql, ids, time.nowMs());
            budget.sent(ids, counted);
        });
    }

    /// In the order of their last changes.
    private static Map<Actor, List<Long>> byActor(List<Long> people, Actors actors) {
        var byActor = new LinkedHashMap<Actor, List<Long>>();
        for (long id : people) {
            Actor actor = actors.byPerson().get(id);
            if (actor != null)
                byActor.computeIfAbsent(actor, _ -> new ArrayList<>()).add(id);
        }
        return byActor;
    }

    /// Who they are and how they stand is read in one transaction: whoever is taken away meanwhile is not among
    /// them.
    private void tell(Link link, long told, Standing standing) {
        record Lines(List<DownLine> lines, long upTo) {}
        Lines singly = database.read(sql -> {
            List<Narrowed> some = PublishedStore.narrowed(sql, standing.held, told, standing.upTo, AT_ONCE);
            List<Changed> people = some.stream()
                    .map(one -> new Changed(one.personId(), one.revision(), 0)) // nobody is given anything singly
                    .toList();
            long upTo = some.size() < AT_ONCE ? standing.upTo : some.getLast().at();
            return new Lines(FewChanges.lines(sql, link.box(), people, overlong), upTo);
        });
        for (DownLine line : singly.lines) link.send(new Urgent(line));
        link.urgent(singly.upTo);
    }
}
