package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.fleet.PeopleOut;
import dev.lintel.controller.fleet.ReportedRevocations;
import dev.lintel.controller.store.BoxScope;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.PersonRow;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Reads people for boxes, and remembers who has more reservations than a box takes in one line. Any thread.
final class Overlong {
    /// Told of at once; who has so many is a slip of some program, and that one mostly makes more of them.
    private static final int KEPT_MAX = 100;

    /// By person, the box that last got them cut.
    private final Map<Long, String> standing = new ConcurrentHashMap<>();

    /// As [PeopleOut#read(Sql, BoxScope, List)]; after a restore of this hub without what other boxes report as
    /// revoked.
    List<PersonRow> read(Sql sql, Box box, BoxScope scope, List<Long> ids) {
        Set<Long> cut = new HashSet<>();
        List<PersonRow> rows =
                ReportedRevocations.removedFrom(sql, box.id(), PeopleOut.read(sql, scope, ids, cut::add));
        if (cut.isEmpty() && standing.isEmpty()) return rows;
        for (long id : ids) {
            if (!cut.contains(id)) standing.remove(id, box.name());
            else if (standing.size() < KEPT_MAX) standing.put(id, box.name());
        }
        return rows;
    }

    /// In words; null: nobody.
    @Nullable
    String fault() {
        List<Long> ids = standing.keySet().stream().sorted().limit(3).toList();
        if (ids.isEmpty()) return null;
        int more = standing.size() - ids.size();
        String who = ids.size() == 1 ? "person " + ids.getFirst() : "people " + ids;
        return who + (more > 0 ? " and " + more + " more" : "")
                + ": so many reservations that boxes get those farthest in the future only when others have ended";
    }
}
