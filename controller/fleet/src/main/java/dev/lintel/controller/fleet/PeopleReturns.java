package dev.lintel.controller.fleet;

import dev.lintel.controller.fleet.PeopleKnown.Mark;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.Narrowing;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.RevokedRights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Keeps a hub that was restored from a backup from giving back what it has taken away since. In the caller's
/// transaction.
///
/// ```
///   older than what is known here, or told in the first snapshot after the restore, and gives more  kept revoked
///   of a person with rights that are kept revoked, however new and for whatever reason              kept revoked
///   approved by an operator of the hub at a revision above all that is known here                   taken
/// ```
///
/// Of such a person a box takes only what both the hub's version and its own give.
final class PeopleReturns {
    private PeopleReturns() {}

    /// The same people, each as they are to be written; without those who stay away.
    ///
    /// @param policy that stands here
    static List<PersonLine> without(Sql sql, PeopleHere.Known policy, List<PersonLine> people) {
        List<Long> ids = people.stream().map(line -> line.row().id()).toList();
        Map<Long, Mark> marks = PeopleKnown.of(sql, ids);
        Map<Long, Long> synced = PeopleIn.revisions(sql, ids);
        boolean restored = HubKnown.isRestored(sql);
        var lines = new ArrayList<PersonLine>();
        for (PersonLine line : people) {
            long id = line.row().id();
            Mark mark = marks.get(id);
            Long here = synced.get(id);
            long highest = Math.max(mark == null ? 0 : mark.revision(), here == null ? 0 : here);
            boolean known = mark != null || here != null;
            boolean before = restored || line.revision() < highest || (mark != null && mark.isRevoked());
            if (known && before && line.given() <= highest) {
                PersonLine less = less(sql, policy, line, highest);
                if (less != null) lines.add(less);
                continue;
            }
            boolean partly = PeopleIn.revision(line, policy) == PeopleIn.PARTLY;
            if (partly) PeopleKnown.raise(sql, id, line.revision(), null, null);
            else if (mark != null) PeopleKnown.drop(sql, id);
            lines.add(line);
        }
        return lines;
    }

    /// What is left of a person who is not to get anything back; null: they stay away.
    private static @Nullable PersonLine less(Sql sql, PeopleHere.Known policy, PersonLine line, long highest) {
        long id = line.row().id();
        PersonRow now = PeopleHere.of(sql, List.of(id)).get(id);
        if (now == null) {
            PeopleKnown.raise(sql, id, highest, line.revision(), null);
            return null;
        }
        PersonRow told = PeopleHere.normal(line.row(), policy);
        if (Narrowing.of(told, now).equals(told)) {
            PeopleKnown.raise(sql, id, highest, null, null);
            return line;
        }
        PersonRow kept = Narrowing.of(now, told);
        PeopleKnown.raise(sql, id, highest, line.revision(), RevokedRights.between(told, kept));
        String image = ImagesIn.named(sql, List.of(id)).get(id);
        return new PersonLine(kept.pictured(image), line.revision());
    }
}
