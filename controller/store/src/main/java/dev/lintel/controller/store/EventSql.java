package dev.lintel.controller.store;

import dev.lintel.controller.event.Basis;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventQueries.Filter;
import dev.lintel.controller.store.EventQueries.Window;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Puts the statements of [EventQueries] together, so that each walks an index whose order is the answer's order:
///
/// ```
///   people asked for                  index event_person, their entries only
///   a kind by reservation, by PIN     one walk of event_reserved, of event_pin
///   at a door unlocked by fire, mode  one walk of event_unscheduled
///   a kind, at a channel              one walk of event_kind, of event_channel
/// ```
///
/// The walks of several kinds and channels are merged by id.
final class EventSql {
    /// Walks merged in one statement; SQLite takes 500 at most.
    private static final int WALKS_MAX = 400;

    private static final Set<Basis> RESERVED = Set.of(Basis.RESERVED);
    private static final Set<Basis> UNSCHEDULED = Set.of(Basis.UNSCHEDULED);

    private EventSql() {}

    /// A statement and its arguments.
    record Query(String sql, List<@Nullable Object> arguments) {
        @Nullable
        Object[] values() {
            return arguments.toArray();
        }
    }

    /// Counts what a filter finds after one id and up to another.
    static Query count(Filter filter, long afterId, long upToId) {
        var arguments = new ArrayList<@Nullable Object>();
        String by = filter.people() != null
                ? "event_person"
                : filter.channelIds().isEmpty() ? "event_kind" : "event_channel";
        String where = conditions(filter, arguments, filter.kinds(), filter.channelIds());
        arguments.add(afterId);
        arguments.add(upToId);
        return new Query(
                "SELECT count(*) FROM event INDEXED BY " + by + " WHERE " + where + " AND id > ? AND id <= ?",
                arguments);
    }

    /// Finds the ids of a window. Of several statements, each finds those of some kinds or channels, without the
    /// window's offset: merged, they are the window's.
    static List<Query> ids(Filter filter, Window window) {
        if (filter.people() != null) return List.of(ofPeople(filter, window));
        var walks = new ArrayList<Walk>();
        for (EventKind kind : filter.kinds()) {
            if (filter.channelIds().isEmpty()) walks.add(new Walk(kind, List.of()));
            for (Long channel : filter.channelIds()) walks.add(new Walk(kind, List.of(channel)));
        }
        if (walks.size() <= WALKS_MAX) return List.of(merged(filter, window, walks));
        var queries = new ArrayList<Query>();
        var all = new Window(
                window.afterId(),
                window.beforeId(),
                window.ascending(),
                Math.toIntExact(window.limit() + window.offset()),
                0);
        for (int from = 0; from < walks.size(); from += WALKS_MAX) {
            queries.add(merged(filter, all, walks.subList(from, Math.min(walks.size(), from + WALKS_MAX))));
        }
        return queries;
    }

    /// One kind, at one channel or at any.
    private record Walk(EventKind kind, List<Long> channel) {}

    private static Query ofPeople(Filter filter, Window window) {
        var arguments = new ArrayList<@Nullable Object>();
        String where = conditions(filter, arguments, filter.kinds(), filter.channelIds());
        arguments.addAll(List.of(window.afterId(), window.beforeId(), window.limit(), window.offset()));
        return new Query(
                "SELECT id FROM event INDEXED BY event_person WHERE " + where + " AND id > ? AND id < ? ORDER BY id "
                        + order(window) + " LIMIT ? OFFSET ?",
                arguments);
    }

    private static Query merged(Filter filter, Window window, List<Walk> walks) {
        var arguments = new ArrayList<@Nullable Object>();
        var parts = new ArrayList<String>();
        for (Walk walk : walks) {
            String where = conditions(filter, arguments, List.of(walk.kind), walk.channel);
            arguments.addAll(List.of(window.afterId(), window.beforeId(), window.limit() + window.offset()));
            parts.add("SELECT id FROM (SELECT id FROM event INDEXED BY " + index(filter, walk) + " WHERE " + where
                    + " AND id > ? AND id < ? ORDER BY id " + order(window) + " LIMIT ?)");
        }
        arguments.add(window.limit());
        arguments.add(window.offset());
        return new Query(
                "SELECT id FROM (" + String.join(" UNION ALL ", parts) + ") ORDER BY id " + order(window)
                        + " LIMIT ? OFFSET ?",
                arguments);
    }

    private static String index(Filter filter, Walk walk) {
        Set<Basis> bases = filter.bases().get(walk.kind);
        if (RESERVED.equals(bases)) return "event_reserved";
        if (UNSCHEDULED.equals(bases)) return "event_unscheduled";
        if (filter.pinOnly().contains(walk.kind)) return "event_pin";
        return walk.channel.isEmpty() ? "event_kind" : "event_channel";
    }

    private static String order(Window window) {
        return window.ascending() ? "ASC" : "DESC";
    }

    private static String conditions(
            Filter filter, List<@Nullable Object> arguments, Collection<EventKind> kinds, List<Long> channels) {
        var where = new ArrayList<String>();
        where.add("kind " + in(kinds));
        where.addAll(of("pin = 1", kinds, filter.pinOnly()));
        where.addAll(of("pin = 0", kinds, filter.cardOnly()));
        Map<String, Set<EventKind>> based = new LinkedHashMap<>();
        filter.bases()
                .forEach((kind, bases) -> based.computeIfAbsent(
                                ofBases(kind, bases), _ -> EnumSet.noneOf(EventKind.class))
                        .add(kind));
        based.forEach((term, concerned) -> where.addAll(of(term, kinds, concerned)));
        if (!channels.isEmpty()) where.add("channel_id IN (" + marks(channels, arguments) + ")");
        if (filter.people() != null) where.add(filter.people().condition(arguments));
        if (filter.fromMs() != null) where.add("occurred_at >= ?");
        if (filter.fromMs() != null) arguments.add(filter.fromMs());
        if (filter.toMs() != null) where.add("occurred_at <= ?");
        if (filter.toMs() != null) arguments.add(filter.toMs());
        return String.join(" AND ", where);
    }

    /// Events of that kind with one of the bases. A reservation comes before an unlocked door.
    private static String ofBases(EventKind kind, Set<Basis> bases) {
        if (bases.equals(RESERVED)) return EventQueries.RESERVATION + " IS NOT NULL";
        String unreserved = EventQueries.RESERVATION + " IS NULL";
        boolean hasThree = kind.bases().contains(Basis.UNSCHEDULED);
        if (!hasThree || bases.equals(Set.of(Basis.USUAL, Basis.UNSCHEDULED))) return unreserved;
        String unscheduled = EventQueries.UNLOCKED_BY + " IN " + EventQueries.UNSCHEDULED;
        String scheduled = "coalesce(" + EventQueries.UNLOCKED_BY + ", '') NOT IN " + EventQueries.UNSCHEDULED;
        String among = bases.contains(Basis.UNSCHEDULED) ? unscheduled : scheduled;
        String or = bases.contains(Basis.RESERVED)
                ? "(" + EventQueries.RESERVATION + " IS NOT NULL OR " + among + ")"
                : among;
        return bases.contains(Basis.RESERVED) ? or : unreserved + " AND " + among;
    }

    /// `term`, for those of `kinds` that are in `some`. Of one kind it stands alone, as a partial index wants it.
    private static List<String> of(String term, Collection<EventKind> kinds, Collection<EventKind> some) {
        var concerned = kinds.stream().filter(some::contains).toList();
        if (concerned.isEmpty()) return List.of();
        return List.of(kinds.size() == 1 ? term : "((" + term + ") OR kind NOT " + in(concerned) + ")");
    }

    /// The kinds' numbers are ours, not a client's: they stand in the statement itself.
    private static String in(Collection<EventKind> kinds) {
        return kinds.stream().map(kind -> String.valueOf(kind.number())).collect(Collectors.joining(", ", "IN (", ")"));
    }

    private static String marks(List<Long> values, List<@Nullable Object> arguments) {
        arguments.addAll(values);
        return String.join(", ", Collections.nCopies(values.size(), "?"));
    }
}
