package dev.lintel.controller.hub;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PublishedStore;
import dev.lintel.controller.store.PublishedStore.Held;
import dev.lintel.controller.store.PublishedStore.Narrowed;
import dev.lintel.controller.store.PublishedStore.Undecided;
import dev.lintel.controller.store.RevisionQueries.Changed;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.LinkMessage.Urgent;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// While changes are held back: a few people who are taken away singly after that are told of all the same, and
/// those who lose a card, a role or anything else, as they stand then. The hub's thread.
///
/// No more people than are never too many are told of as taken away within the guard's window, however many
/// transactions they come in: a deletion row by row is a mass as well. The others wait with what is
/// held back. Two
/// kinds of revocations do not wait: the last one before a pause, and a few between two pauses. A
/// person revokes like
/// that, and a program does not. So the tail of a mass delays a single revocation by no more than the
/// pause.
final class Urgents {
    /// Told of at once; more come with the next look.
    private static final int AT_ONCE = 200;

    /// Without a revocation for so long a mass is over.
    static final long PAUSE_MS = 3_000;
    /// Revocations by hand between two pauses.
    private static final int BY_HAND_MAX = 3;
    /// Within the window, those by the rule of pauses among them.
    private static final long SINGLY_MAX = 2 * MassGuard.PEOPLE_MAX;

    private final Database database;
    private final Links links;
    private final Overlong overlong;
    private final Time time;

    Urgents(Database database, Links links, Overlong overlong, Time time) {
        this.overlong = overlong;
        this.database = database;
        this.links = links;
        this.time = time;
    }

    /// As it stands.
    ///
    /// @param undecided who was taken away since
    /// @param upTo something was taken from somebody
    private record Standing(Held held, Undecided undecided, long upTo) {
        /// Null: nothing is held back any more.
        static @Nullable Standing of(Sql sql) {
            Held held = PublishedStore.held(sql);
            if (held == null) return null;
            return new Standing(
                    held, PublishedStore.undecided(sql, held), PublishedStore.narrowedLast(sql, held.singly()));
        }
    }

    /// When anybody was last taken away, and since when it is so.
    private long takenLast;

    private long takenNs;
    /// Whether that was looked at after the pause.
    private boolean paused;

    void tell() {
        Standing standing = database.read(Standing::of);
        if (standing != null && standing.undecided.count() > 0) standing = database.write(this::decided);
        if (standing != null && isPause(standing.held)) standing = database.write(this::lastTold);
        if (standing == null) return;
        for (Link link : links.all()) {
            long told = Math.max(standing.held.singly(), link.urgent());
            if (link.isGreeted() && told < standing.upTo) tell(link, told, standing);
        }
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
        long nowMs = time.nowMs();
        long room = SINGLY_MAX - PublishedStore.toldSingly(sql, held, nowMs - Publication.WINDOW_MS);
        int most = (int) Math.min(BY_HAND_MAX, room);
        if (most > 0) PublishedStore.tellLast(sql, held, nowMs, PAUSE_MS, most);
        return Standing.of(sql);
    }

    /// On disk before anybody is told: whoever is not marked waits, also over a restart.
    private @Nullable Standing decided(Sql sql) {
        Standing standing = Standing.of(sql);
        if (standing == null || standing.undecided.count() == 0) return standing;
        Held held = standing.held;
        long nowMs = time.nowMs();
        long told = PublishedStore.toldSingly(sql, held, nowMs - Publication.WINDOW_MS);
        if (told + standing.undecided.count() <= MassGuard.PEOPLE_MAX) PublishedStore.tellSingly(sql, held, nowMs);
        else PublishedStore.holdMore(sql, standing.undecided.more());
        return standing;
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
