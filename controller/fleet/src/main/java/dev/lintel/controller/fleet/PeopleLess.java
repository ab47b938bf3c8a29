package dev.lintel.controller.fleet;

import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.Narrowing;
import dev.lintel.sync.wire.PersonRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a hub's lines take away from people who came from it, and nothing of what they give. In the caller's
/// transaction.
final class PeopleLess {
    private static final String SYNCED =
            "SELECT person_id FROM person_synced WHERE person_id IN (SELECT value FROM json_each(?))";
    /// Who is neither as they were nor as the hub has them: they are known to differ until they come whole.
    private static final long PARTLY = 0;

    private PeopleLess() {}

    /// What is left.
    ///
    /// @param people who have less than they had, as they are to stand
    /// @param gone who are to go
    record Less(List<PersonLine> people, List<Long> gone) {}

    static Less of(Sql sql, List<DownLine> lines) {
        // The last line of each is how they are.
        var newest = new LinkedHashMap<Long, DownLine>();
        for (DownLine line : lines) {
            if (line instanceof PersonLine person) newest.put(person.row().id(), line);
            if (line instanceof DownLine.Gone gone) newest.put(gone.id(), line);
        }
        List<Long> ids = List.copyOf(newest.keySet());
        Set<Long> synced = new HashSet<>(sql.list(SYNCED, row -> row.number(1), ids.toString()));
        Map<Long, PersonRow> here = PeopleHere.of(sql, ids);
        Map<Long, String> images = ImagesIn.named(sql, ids);
        var people = new ArrayList<PersonLine>();
        var gone = new ArrayList<Long>();
        newest.forEach((id, line) -> {
            PersonRow now = here.get(id);
            if (now == null || !synced.contains(id)) return;
            if (!(line instanceof PersonLine told)) {
                gone.add(id);
                return;
            }
            PersonRow less = Narrowing.of(now, told.row());
            if (!less.equals(now)) people.add(new PersonLine(less.pictured(images.get(id)), PARTLY));
        });
        return new Less(people, gone);
    }
}
