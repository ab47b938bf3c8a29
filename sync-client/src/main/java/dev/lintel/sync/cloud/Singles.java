package dev.lintel.sync.cloud;

import dev.lintel.sync.cloud.CloudException.Kind;
import dev.lintel.sync.wire.DownLine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// People who are fetched one by one: whom a webhook names, or somebody at the box who waits, or a reservation. One
/// thread.
final class Singles {
    private final Wishes wishes;
    private final Catalog catalog;
    private final Standing standing;
    private final Set<Long> named = new HashSet<>(); // by a webhook, or by somebody at the box
    private final Map<Long, Integer> late = new LinkedHashMap<>(); // who was asked for in vain, and how often
    private final Map<Long, String> unfetched = new LinkedHashMap<>(); // whom the service does not tell of singly
    private int gone;

    Singles(Wishes wishes, Catalog catalog, Standing standing) {
        this.wishes = wishes;
        this.catalog = catalog;
        this.standing = standing;
    }

    /// What came of it.
    ///
    /// @param people who stand now as the service has them
    /// @param applied how many of them had changed
    /// @param isCutShort the service was not there for one of them: the others wait
    record Fetched(Set<Long> people, int applied, boolean isCutShort) {
        static final Fetched NOBODY = new Fetched(Set.of(), 0, true);

        /// Whether the box has what `errand` is about; of reservations it is not known whose they were.
        boolean has(Wishes.Errand errand) {
            return people.containsAll(errand.people()) && !(errand.reservations() && isCutShort);
        }
    }

    /// To be fetched, and to go where the service does not have them.
    void name(Set<Long> people) {
        named.addAll(people);
        wishes.people(people);
    }

    /// Those who were asked for in vain are asked for again.
    void again() {
        wishes.later(late.keySet());
    }

    /// A full listing has come to its end.
    void listed() {
        gone = 0;
        named.clear();
        unfetched.clear();
    }

    /// All who are wished for.
    Fetched fetch(View view) throws InterruptedException {
        var fetched = new HashSet<Long>();
        int applied = 0;
        for (Long id = wishes.takePerson(); id != null; id = wishes.takePerson()) {
            try {
                DownLine line = catalog.one(view, id);
                late.remove(id);
                if (!mayStand(id, line)) continue;
                applied += standing.apply(List.of(line), null);
                fetched.add(id);
                named.remove(id);
            } catch (CloudException e) {
                if (e.kind() == Kind.STOPPED) throw later(id, e);
                if (isLate(id, e)) return new Fetched(fetched, applied, true);
            } catch (RuntimeException e) {
                throw later(id, e);
            }
        }
        return new Fetched(fetched, applied, false);
    }

    /// Not who is gone, unless they were named and are few: a list of reservations that comes short, or a service that
    /// answers 404 to everything, empties no building. A full listing finds out then.
    private boolean mayStand(long id, DownLine line) {
        if (!(line instanceof DownLine.Gone) || (named.contains(id) && ++gone <= Limits.GONE_MAX)) return true;
        wishes.sync();
        return false;
    }

    /// Whether `id` is to be asked for again, else they are left to the next full listing.
    private boolean isLate(long id, CloudException e) {
        if (e.kind() == Kind.AWAY && late.merge(id, 1, Integer::sum) <= Limits.LATE_MAX) return true;
        late.remove(id);
        if (unfetched.size() < Limits.SINGLES_MAX) unfetched.put(id, e.getMessage());
        return false;
    }

    private RuntimeException later(long id, RuntimeException because) {
        wishes.later(Set.of(id));
        return because;
    }

    /// Who could not be fetched since the last full listing, in words.
    List<String> notes() {
        var notes = new ArrayList<String>();
        unfetched.forEach((id, why) -> notes.add(
                "Person " + id + " cannot be fetched (" + why + "): what changed comes with the next full listing"));
        return notes;
    }
}
