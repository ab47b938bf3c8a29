package dev.lintel.controller.hub;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PublishedStore;
import dev.lintel.controller.store.PublishedStore.Held;
import dev.lintel.controller.store.PublishedStore.Narrowed;
import dev.lintel.controller.store.RevisionQueries.Changed;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.LinkMessage.Urgent;
import java.util.List;

/// While changes are held back: people who are taken away singly after that are told of all the same, and those who
/// lose a card, a role or anything else, as they stand then. The hub's thread.
final class Urgents {
    /// Told of at once; more come with the next look.
    private static final int AT_ONCE = 200;

    private final Database database;
    private final Links links;
    private final Overlong overlong;
    private final long begunMs;
    private boolean looked;
    private long seen;

    Urgents(Database database, Links links, Overlong overlong, Time time) {
        this.begunMs = time.nowMs();
        this.overlong = overlong;
        this.database = database;
        this.links = links;
    }

    void tell(Held held) {
        long from = Math.max(held.singly(), seen);
        List<Narrowed> fresh = database.read(sql -> PublishedStore.narrowed(sql, from, Long.MAX_VALUE, AT_ONCE));
        long upTo = fresh.isEmpty() ? from : fresh.getLast().at();
        long taken = fresh.stream().filter(Narrowed::taken).count();
        // After a restart those of before are found together, and were singly taken away.
        boolean another = (looked || held.atMs() >= begunMs) && taken > Publication.PEOPLE_MAX;
        if (another) {
            database.write(sql -> {
                PublishedStore.holdMore(sql, from, upTo, taken);
                return true;
            });
        }
        looked = true; // only now: what could not be held back is looked at again, and told to nobody
        seen = upTo;
        for (Link link : links.all()) {
            long told = Math.max(held.singly(), link.urgent());
            if (link.isGreeted() && told < upTo) tell(link, told, upTo);
        }
    }

    /// Of nobody beyond `upTo`: whether they are too many is not known yet.
    private void tell(Link link, long told, long upTo) {
        List<Narrowed> singly = database.read(sql -> PublishedStore.narrowed(sql, told, upTo, AT_ONCE));
        List<Changed> people = singly.stream()
                .map(one -> new Changed(one.personId(), one.revision()))
                .toList();
        for (DownLine line : database.read(sql -> FewChanges.lines(sql, link.box(), people, overlong))) {
            link.send(new Urgent(line));
        }
        link.urgent(singly.size() < AT_ONCE ? upTo : singly.getLast().at());
    }
}
