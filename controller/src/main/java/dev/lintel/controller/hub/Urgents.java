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
import org.jspecify.annotations.Nullable;

/// While changes are held back: a few people who are taken away singly after that are told of all the same, and
/// those who lose a card, a role or anything else, as they stand then. The hub's thread.
///
/// No more people than are never too many are told of as taken away within the guard's window, however many
/// transactions they come in: a deletion row by row is a mass as well. All others wait with what is held back.
final class Urgents {
    /// Told of at once; more come with the next look.
    private static final int AT_ONCE = 200;

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

    void tell() {
        Standing standing = database.read(Standing::of);
        if (standing != null && standing.undecided.count() > 0) standing = database.write(this::decided);
        if (standing == null) return;
        for (Link link : links.all()) {
            long told = Math.max(standing.held.singly(), link.urgent());
            if (link.isGreeted() && told < standing.upTo) tell(link, told, standing);
        }
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
                    .map(one -> new Changed(one.personId(), one.revision()))
                    .toList();
            long upTo = some.size() < AT_ONCE ? standing.upTo : some.getLast().at();
            return new Lines(FewChanges.lines(sql, link.box(), people, overlong), upTo);
        });
        for (DownLine line : singly.lines) link.send(new Urgent(line));
        link.urgent(singly.upTo);
    }
}
