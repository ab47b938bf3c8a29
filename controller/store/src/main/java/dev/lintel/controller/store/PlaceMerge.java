package dev.lintel.controller.store;

import dev.lintel.controller.access.AreaSets;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.event.EventKind;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Takes into `main` where people were seen while a box decided from `newer`, a copy in memory of an older state:
///
/// ```
///   forgiven meanwhile, one person or all    no place
///   areas that were forgotten meanwhile      no place there
///   areas that were entered meanwhile        that place, in place of others in connected areas
/// ```
///
/// Everything else stays: a person may have been forgiven after the copy was made. In the caller's transaction.
final class PlaceMerge {
    private static final String FORGIVEN = """
            DELETE FROM main.person_area AS p
             WHERE EXISTS (SELECT 1 FROM newer.event e
                            WHERE e.id > ? AND e.kind = ?
                              AND json_extract(e.additional, '$.action') = ?
                              AND (json_extract(e.additional, '$.what') = 'people'
                                OR json_extract(e.additional, '$.id') = p.person_id))""";
    private static final String FORGOTTEN = """
            DELETE FROM main.person_area
             WHERE area IN (SELECT a.value FROM newer.event e, json_each(e.additional, '$.areas') a
                             WHERE e.id > ? AND e.kind = ?)""";
    private static final String ADMISSIONS = Stream.of(EventKind.values())
            .filter(EventKind::isAdmitted)
            .map(kind -> Integer.toString(kind.number()))
            .collect(Collectors.joining(", "));

    private static final String ENTERED = """
            SELECT n.person_id, n.area, n.since
              FROM newer.person_area n
             WHERE EXISTS (SELECT 1 FROM newer.event e
                            WHERE e.id > ? AND e.person_id = n.person_id AND e.kind IN (%s)
                              AND json_extract(e.additional, '$.area') = n.area)""".formatted(ADMISSIONS);

    private final Sql sql;

    PlaceMerge(Sql sql) {
        this.sql = sql;
    }

    private record Entered(long personId, Place place) {}

    /// @param after the newest event's id when the copy was made
    void takeNewer(long after) {
        sql.run(FORGIVEN, after, EventKind.CONFIGURATION_CHANGED.number(), PlaceStore.FORGIVE);
        sql.run(FORGOTTEN, after, EventKind.PASSBACK_FORGIVEN.number());
        AreaSets connected = AreaSets.of(sql.list(
                "SELECT id, passback_from, passback_to FROM main.channel",
                row -> new AreaSets.Link(row.number(1), row.text(2), row.text(3))));
        List<Entered> entered = sql.list(
                ENTERED,
                row -> new Entered(row.number(1), new Place(row.text(2), Instant.ofEpochMilli(row.number(3)))),
                after);
        for (Entered each : entered) take(each, connected.of(each.place.area()));
    }

    /// Unless the person was seen later in one of the connected areas.
    private void take(Entered entered, Set<String> areas) {
        List<Place> known = sql.list(
                "SELECT area, since FROM main.person_area WHERE person_id = ?",
                row -> new Place(row.text(1), Instant.ofEpochMilli(row.number(2))),
                entered.personId);
        Instant since = entered.place.since();
        boolean later = known.stream()
                .anyMatch(
                        place -> areas.contains(place.area()) && !place.since().isBefore(since));
        if (later) return;
        for (String area : areas) {
            sql.run("DELETE FROM main.person_area WHERE person_id = ? AND area = ?", entered.personId, area);
        }
        sql.run(
                "INSERT INTO main.person_area (person_id, area, since) VALUES (?, ?, ?)",
                entered.personId,
                entered.place.area(),
                since.toEpochMilli());
    }
}
