package dev.lintel.sync.pull;

import dev.lintel.sync.Gear;
import dev.lintel.sync.Progress;
import dev.lintel.sync.http.LineReader.TooLong;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.StateHash;
import dev.lintel.sync.wire.WireException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// People of whom the hub's line was too long to be kept. They stand as they did, and everybody else is followed;
/// the hub's count and hash are compared without them. Not kept on disk: after a start a comparison that differs
/// brings them up again. The puller's thread.
final class Unread {
    /// A hub that says more such lines has another kind of trouble.
    private static final int PEOPLE_MAX = 1_000;

    /// In a sentence.
    private static final int NAMED_MAX = 10;

    private final Gear gear;
    private final Map<Long, Long> revisions = new TreeMap<>();

    Unread(Gear gear) {
        this.gear = gear;
    }

    void add(TooLong line) {
        long id = line.personId();
        if (line.disabled()) gear.target().narrow(gear.hub(), List.of(nothing(id, line.revision())));
        boolean fresh = revisions.put(id, line.revision()) == null;
        if (revisions.size() > PEOPLE_MAX) {
            throw new WireException("the hub's lines of more than " + PEOPLE_MAX + " people are too long");
        }
        if (fresh) tell();
    }

    /// Somebody who may do nothing.
    private static PersonLine nothing(long id, long revision) {
        var row = new PersonRow(
                id,
                Map.of(),
                false,
                null,
                null,
                false,
                false,
                null,
                new PersonRow.Stamps(0, 0),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        return new PersonLine(row, revision);
    }

    /// These could be read: at the revision that could not, or after it.
    void read(List<DownLine> lines) {
        if (revisions.isEmpty()) return;
        boolean fewer = false;
        for (DownLine line : lines) {
            fewer |= switch (line) {
                case PersonLine person -> passed(person.row().id(), person.revision());
                case DownLine.Gone gone -> passed(gone.id(), gone.revision());
                default -> false;
            };
        }
        if (fewer) tell();
    }

    private boolean passed(long id, long revision) {
        Long unread = revisions.get(id);
        return unread != null && revision >= unread && revisions.remove(id) != null;
    }

    /// All is read anew.
    void clear() {
        if (revisions.isEmpty()) return;
        revisions.clear();
        tell();
    }

    /// In words, for the hub's operator, who can mend it; null: nobody.
    @Nullable
    String problem() {
        if (revisions.isEmpty()) return null;
        String ids = revisions.keySet().stream()
                .limit(NAMED_MAX)
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
        return "what the hub tells of person " + ids + (revisions.size() > NAMED_MAX ? ", …" : "")
                + " is too long to be taken";
    }

    private void tell() {
        gear.target().progress(new Progress.Unread(Set.copyOf(revisions.keySet())));
    }

    /// Whether `here` is what `there` is, but for these people.
    ///
    /// @param standing at which revision somebody counts in `here`; null: they are not there
    boolean agree(Check here, Check there, LongFunction<@Nullable Long> standing) {
        if (revisions.isEmpty()) return here.equals(there);
        StateHash wanted = StateHash.of(there);
        revisions.forEach((id, revision) -> {
            wanted.remove(id, revision);
            Long counts = standing.apply(id);
            if (counts != null) wanted.add(id, counts);
        });
        return here.equals(wanted.check());
    }
}
