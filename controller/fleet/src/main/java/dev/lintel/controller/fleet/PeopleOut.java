package dev.lintel.controller.fleet;

import dev.lintel.controller.store.BoxScope;
import dev.lintel.controller.store.PersonImageStore;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Row;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import dev.lintel.sync.wire.PersonRow.ReservationRow;
import dev.lintel.sync.wire.PersonRow.Stamps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// People as a box gets them: with all that is theirs and concerns it, a few statements for a whole list. In
/// the caller's transaction.
public final class PeopleOut {
    private static final String PEOPLE = "SELECT id, enabled, valid_from, valid_to, extended_unlock, first_responder,"
            + " created_at, updated_at, " + String.join(", ", PersonStore.TEXTS)
            + " FROM person WHERE id IN (SELECT value FROM json_each(?)) AND account_id = 1 AND deleted_at IS NULL"
            + " ORDER BY id";
    private static final String GROUPS = """
            SELECT person_id, group_id FROM person_group
             WHERE person_id IN (SELECT value FROM json_each(?1))
               AND (?2 OR group_id IN (SELECT value FROM json_each(?3)))
             ORDER BY person_id, group_id""";
    private static final String ROLES = """
            SELECT person_id, role_id FROM person_role
             WHERE person_id IN (SELECT value FROM json_each(?1))
               AND (?2 OR role_id IN (SELECT value FROM json_each(?3)))
             ORDER BY person_id, role_id""";
    // not what counts no more: an older box takes one of a kind for each person
    private static final String CREDENTIALS = "SELECT " + PeopleHere.CREDENTIAL + """

              FROM credential
             WHERE person_id IN (SELECT value FROM json_each(?)) AND account_id = 1
               AND status NOT IN ('revoked', 'removed')
             ORDER BY person_id, id""";
    private static final String RESERVATIONS = """
            SELECT v.person_id, v.id, v.start_at, v.end_at, v.created_at, v.updated_at,
                   group_concat(c.channel_id ORDER BY c.channel_id)
              FROM reservation v
              JOIN reservation_channel c ON c.reservation_id = v.id
             WHERE v.person_id IN (SELECT value FROM json_each(?1)) AND +v.end_at >= ?4
               AND (?2 OR c.channel_id IN (SELECT value FROM json_each(?3)))
             GROUP BY v.id
             ORDER BY v.person_id, v.id""";
    private static final String GROUP_RESERVATIONS = """
            SELECT v.person_id, v.id, v.start_at, v.end_at, v.ended_at, v.created_at, v.updated_at,
                   group_concat(g.group_id ORDER BY g.group_id)
              FROM group_reservation v
              JOIN group_reservation_group g ON g.group_reservation_id = v.id
             WHERE v.person_id IN (SELECT value FROM json_each(?1)) AND +v.end_at >= ?4
               AND (?2 OR g.group_id IN (SELECT value FROM json_each(?3)))
             GROUP BY v.id
             ORDER BY v.person_id, v.id""";

    private PeopleOut() {}

    /// Those of `ids` who are there, ascending by id.
    public static List<PersonRow> read(Sql sql, BoxScope scope, List<Long> ids) {
        return read(sql, scope, ids, _ -> {});
    }

    /// As above. `cut` is told of each who has more reservations than fit one line: those that begin farthest in the
    /// future are left out.
    public static List<PersonRow> read(Sql sql, BoxScope scope, List<Long> ids, LongConsumer cut) {
        if (ids.isEmpty()) return List.of();
        var theirs = new Theirs(sql, scope, ids.toString());
        var images = PersonImageStore.standing(sql, ids);
        return sql.list(
                PEOPLE,
                row -> {
                    PersonRow whole = person(row, theirs, images.get(row.number(1)));
                    PersonRow fit = PersonFit.fit(whole);
                    if (!fit.equals(whole)) cut.accept(whole.id());
                    return fit;
                },
                ids.toString());
    }

    /// What belongs to people, by person.
    private static final class Theirs {
        private final Map<Long, List<Long>> groups = new HashMap<>();
        private final Map<Long, List<Long>> roles = new HashMap<>();
        private final Map<Long, List<CredentialRow>> credentials = new HashMap<>();
        private final Map<Long, List<ReservationRow>> reservations = new HashMap<>();
        private final Map<Long, List<GroupReservationRow>> groupReservations = new HashMap<>();

        Theirs(Sql sql, BoxScope scope, String ids) {
            boolean all = scope.everything();
            sql.each(GROUPS, row -> add(groups, row, row.number(2)), ids, all, scope.groups());
            sql.each(ROLES, row -> add(roles, row, row.number(2)), ids, all, scope.roles());
            sql.each(CREDENTIALS, row -> add(credentials, row, PeopleHere.credential(row)), ids);
            long ended = scope.endedBeforeMs();
            sql.each(RESERVATIONS, row -> add(reservations, row, reservation(row)), ids, all, scope.channels(), ended);
            sql.each(
                    GROUP_RESERVATIONS,
                    row -> add(groupReservations, row, groupReservation(row)),
                    ids,
                    all,
                    scope.groups(),
                    ended);
        }

        private static <T> void add(Map<Long, List<T>> lists, Row row, T value) {
            lists.computeIfAbsent(row.number(1), _ -> new ArrayList<>()).add(value);
        }
    }

    private static PersonRow person(Row row, Theirs theirs, @Nullable String image) {
        long id = row.number(1);
        var texts = new LinkedHashMap<String, String>();
        for (int i = 0; i < PersonStore.TEXTS.size(); i++) {
            String text = row.nullableText(9 + i);
            if (text != null && !text.isEmpty()) texts.put(PersonStore.TEXTS.get(i), text);
        }
        return new PersonRow(
                id,
                texts,
                row.flag(2),
                row.nullableText(3),
                row.nullableText(4),
                row.flag(5),
                row.flag(6),
                image,
                new Stamps(row.number(7), row.number(8)),
                theirs.groups.getOrDefault(id, List.of()),
                theirs.roles.getOrDefault(id, List.of()),
                theirs.credentials.getOrDefault(id, List.of()),
                theirs.reservations.getOrDefault(id, List.of()),
                theirs.groupReservations.getOrDefault(id, List.of()));
    }

    private static ReservationRow reservation(Row row) {
        return new ReservationRow(
                row.number(2), row.number(3), row.number(4), row.numbers(7), new Stamps(row.number(5), row.number(6)));
    }

    private static GroupReservationRow groupReservation(Row row) {
        return new GroupReservationRow(
                row.number(2),
                row.number(3),
                row.number(4),
                row.nullableNumber(5),
                row.numbers(8),
                new Stamps(row.number(6), row.number(7)));
    }
}
