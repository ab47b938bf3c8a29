package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.store.BoxScope;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.RevisionQueries.Changed;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Gone;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.Wire;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What changed lately, where it is so little that boxes are told of it with the news: without it each of some hundred
/// boxes would shake hands and ask for the same person at one moment. For one round of news, on one thread.
final class FewChanges {
    private final long upTo;
    private final Overlong overlong;

    /// `upTo`: the newest revision that boxes may have.
    FewChanges(long upTo, Overlong overlong) {
        this.upTo = upTo;
        this.overlong = overlong;
    }

    /// All that a box has not been told after that revision; null: too much, or not of people alone. In the caller's
    /// transaction.
    @Nullable
    List<DownLine> of(Sql sql, Box box, long after) {
        List<Changed> people = changed(sql, after);
        if (people.isEmpty()) return null;
        List<DownLine> lines = lines(sql, box, people, overlong);
        long chars = lines.stream().mapToLong(line -> line.toJson().length()).sum();
        return chars > Wire.FEW_CHARS_MAX ? null : lines;
    }

    /// In the transaction that reads their rows: whoever changes meanwhile comes with the next news, and may be held
    /// back. Empty: too many, or the policy changed.
    private List<Changed> changed(Sql sql, long after) {
        long policy = RevisionQueries.policy(sql);
        if (policy > after && policy <= upTo) return List.of();
        List<Changed> people = RevisionQueries.changed(sql, after, upTo, Wire.FEW_MAX + 1);
        return people.size() > Wire.FEW_MAX ? List.of() : people;
    }

    /// `row` null: they are gone, or do not concern the box.
    static DownLine line(Changed one, @Nullable PersonRow row) {
        return row == null
                ? new Gone(one.personId(), one.revision())
                : new PersonLine(row, one.revision(), one.given());
    }

    /// As a box is told of these people: whole where they concern it, else gone.
    static List<DownLine> lines(Sql sql, Box box, List<Changed> changed, Overlong overlong) {
        List<Long> people = changed.stream().map(Changed::personId).toList();
        BoxScope scope = BoxScope.of(sql, box.name(), box.everything(), people);
        var rows = new HashMap<Long, PersonRow>();
        for (PersonRow row : overlong.read(sql, box, scope, scope.among(sql, people))) rows.put(row.id(), row);
        var lines = new ArrayList<DownLine>(changed.size());
        for (Changed one : changed) {
            PersonRow row = rows.get(one.personId());
            lines.add(line(one, row));
        }
        return lines;
    }
}
