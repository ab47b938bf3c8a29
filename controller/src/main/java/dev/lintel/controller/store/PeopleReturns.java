package dev.lintel.controller.store;

import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.Narrowing;
import dev.lintel.sync.wire.PersonRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Keeps a hub that was restored from a backup from giving back what it has taken away since: of a
/// version of a person
/// that is older than the one known here, a box takes only what both give. In the caller's transaction.
final class PeopleReturns {
    private PeopleReturns() {}

    /// The same people, each as they are to be written; without those who stay away.
    ///
    /// @param policy that stands here
    static List<PersonLine> without(Sql sql, PeopleHere.Known policy, List<PersonLine> people) {
        List<Long> ids = people.stream().map(line -> line.row().id()).toList();
        Map<Long, Long> kept = PeopleKnown.of(sql, ids);
        Map<Long, Long> synced = PeopleIn.revisions(sql, ids);
        var lines = new ArrayList<PersonLine>();
        for (PersonLine line : people) {
            long id = line.row().id();
            long highest = Math.max(kept.getOrDefault(id, PeopleIn.PARTLY), synced.getOrDefault(id, PeopleIn.PARTLY));
            if (line.revision() < highest) {
                PersonLine less = less(sql, policy, line, highest);
                if (less != null) lines.add(less);
                continue;
            }
            boolean partly = PeopleIn.revision(line, policy) == PeopleIn.PARTLY;
            if (partly) PeopleKnown.raise(sql, id, line.revision(), null);
            else if (kept.containsKey(id)) PeopleKnown.drop(sql, id);
            lines.add(line);
        }
        return lines;
    }

    /// What an older version leaves of a person; null: they stay away.
    private static @Nullable PersonLine less(Sql sql, PeopleHere.Known policy, PersonLine line, long highest) {
        long id = line.row().id();
        PersonRow now = PeopleHere.of(sql, List.of(id)).get(id);
        if (now == null) {
            PeopleKnown.raise(sql, id, highest, line.revision());
            return null;
        }
        PersonRow told = PeopleHere.normal(line.row(), policy);
        boolean givesNothing = Narrowing.of(told, now).equals(told);
        PeopleKnown.raise(sql, id, highest, givesNothing ? null : (Long) line.revision());
        if (givesNothing) return line;
        String image = ImagesIn.named(sql, List.of(id)).get(id);
        return new PersonLine(Narrowing.of(now, told).pictured(image), line.revision());
    }
}
