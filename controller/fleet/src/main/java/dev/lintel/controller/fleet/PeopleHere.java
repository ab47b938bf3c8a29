package dev.lintel.controller.fleet;

import dev.lintel.controller.store.LimitColumns;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Row;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import dev.lintel.sync.wire.PersonRow.ReservationRow;
import dev.lintel.sync.wire.PersonRow.Stamps;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// People as they stand at a box, in the form in which a hub tells of them: to be compared with that. In the
/// caller's transaction; a handful of statements for a whole list.
public final class PeopleHere {
    private static final String OF = "WHERE person_id IN (SELECT value FROM json_each(?)) ";
    private static final String PEOPLE = "SELECT id, enabled, valid_from, valid_to, extended_unlock, first_responder,"
            + " created_at, updated_at, " + String.join(", ", PersonStore.TEXTS) + " FROM person"
            + " WHERE id IN (SELECT value FROM json_each(?)) AND account_id = 1 AND deleted_at IS NULL";
    private static final int TEXTS_FROM = 9;
    /// Columns of [#credential(Row)].
    static final String CREDENTIAL = "person_id, id, credential_type_id, value, card_number, pin_number, status,"
            + " created_at, updated_at, " + LimitColumns.NAMES;

    private static final String CREDENTIALS = "SELECT " + CREDENTIAL + " FROM credential " + OF + "ORDER BY id";
    private static final String RESERVATIONS = """
            SELECT person_id, id, start_at, end_at, created_at, updated_at,
                   (SELECT group_concat(channel_id ORDER BY channel_id)
                      FROM reservation_channel
                     WHERE reservation_id = reservation.id)
              FROM reservation
            """ + OF + "ORDER BY id";
    private static final String GROUP_RESERVATIONS = """
            SELECT person_id, id, start_at, end_at, ended_at, created_at, updated_at,
                   (SELECT group_concat(group_id ORDER BY group_id)
                      FROM group_reservation_group
                     WHERE group_reservation_id = group_reservation.id)
              FROM group_reservation
            """ + OF + "ORDER BY id";

    private PeopleHere() {}

    /// Those of `ids` who are here, by id; without their pictures.
    public static Map<Long, PersonRow> of(Sql sql, List<Long> ids) {
        String list = ids.toString();
        Map<Long, List<Long>> groups = PersonStore.givenGroupIds(sql, ids);
        Map<Long, List<Long>> roles = PersonStore.roleIds(sql, ids);
        Map<Long, List<CredentialRow>> credentials = by(sql, CREDENTIALS, list, PeopleHere::credential);
        Map<Long, List<ReservationRow>> reservations = by(sql, RESERVATIONS, list, PeopleHere::reservation);
        Map<Long, List<GroupReservationRow>> ofGroups = by(sql, GROUP_RESERVATIONS, list, PeopleHere::groupReservation);
        var people = new HashMap<Long, PersonRow>();
        sql.each(
                PEOPLE,
                row -> {
                    long id = row.number(1);
                    people.put(
                            id,
                            new PersonRow(
                                    id,
                                    texts(row),
                                    row.flag(2),
                                    row.nullableText(3),
                                    row.nullableText(4),
                                    row.flag(5),
                                    row.flag(6),
                                    null,
                                    new Stamps(row.number(7), row.number(8)),
                                    groups.getOrDefault(id, List.of()),
                                    roles.getOrDefault(id, List.of()),
                                    credentials.getOrDefault(id, List.of()),
                                    reservations.getOrDefault(id, List.of()),
                                    ofGroups.getOrDefault(id, List.of())));
                },
                list);
        return people;
    }

    /// `row` as this version keeps it, so that two that say the same are equal: lists by id, without texts that
    /// it has no column for, and without what refers to what is not in `known`.
    static PersonRow normal(PersonRow row, Known known) {
        var texts = new LinkedHashMap<String, String>();
        row.texts().forEach((name, text) -> {
            if (PersonStore.TEXTS.contains(name) && !text.isEmpty()) texts.put(name, text);
        });
        return new PersonRow(
                row.id(),
                texts,
                row.enabled(),
                row.validFrom(),
                row.validTo(),
                row.extendedUnlock(),
                row.firstResponder(),
                null,
                row.stamps(),
                kept(row.groups(), known.groups()::contains),
                kept(row.roles(), known.roles()::contains),
                row.credentials().stream()
                        .filter(one -> known.types().contains(one.typeId()))
                        .sorted(Comparator.comparingLong(CredentialRow::id))
                        .toList(),
                row.reservations().stream()
                        .map(one -> new ReservationRow(
                                one.id(),
                                one.startMs(),
                                one.endMs(),
                                kept(one.channels(), known.channels()::contains),
                                one.stamps()))
                        .sorted(Comparator.comparingLong(ReservationRow::id))
                        .toList(),
                row.groupReservations().stream()
                        .map(one -> new GroupReservationRow(
                                one.id(),
                                one.startMs(),
                                one.endMs(),
                                one.endedMs(),
                                kept(one.groups(), known.groups()::contains),
                                one.stamps()))
                        .sorted(Comparator.comparingLong(GroupReservationRow::id))
                        .toList());
    }

    /// Whether `row` refers to nothing that is not in `known`.
    static boolean whole(PersonRow row, Known known) {
        Stream<Long> groups = Stream.concat(
                row.groups().stream(), row.groupReservations().stream().flatMap(one -> one.groups().stream()));
        return groups.allMatch(known.groups()::contains)
                && known.roles().containsAll(row.roles())
                && row.credentials().stream().allMatch(one -> known.types().contains(one.typeId()))
                && row.reservations().stream().allMatch(one -> known.channels().containsAll(one.channels()));
    }

    /// What of the policy is here for people to refer to, by id.
    public record Known(Set<Long> groups, Set<Long> roles, Set<Long> types, Set<Long> channels) {
        public static Known of(Sql sql) {
            return new Known(
                    ids(sql, "people_group"), ids(sql, "role"), ids(sql, "credential_type"), ids(sql, "channel"));
        }

        private static Set<Long> ids(Sql sql, String table) {
            return Set.copyOf(sql.list("SELECT id FROM " + table + " WHERE account_id = 1", row -> row.number(1)));
        }
    }

    private static List<Long> kept(List<Long> ids, Predicate<Long> known) {
        return ids.stream().filter(known).distinct().sorted().toList();
    }

    private static <T> Map<Long, List<T>> by(Sql sql, String query, String list, Row.Mapper<T> mapper) {
        var all = new HashMap<Long, List<T>>();
        sql.each(
                query,
                row -> all.computeIfAbsent(row.number(1), _ -> new ArrayList<>())
                        .add(mapper.map(row)),
                list);
        return all;
    }

    private static Map<String, String> texts(Row row) {
        var texts = new LinkedHashMap<String, String>();
        for (int i = 0; i < PersonStore.TEXTS.size(); i++) {
            String text = row.nullableText(TEXTS_FROM + i);
            if (text != null && !text.isEmpty()) texts.put(PersonStore.TEXTS.get(i), text);
        }
        return texts;
    }

    static CredentialRow credential(Row row) {
        return new CredentialRow(
                row.number(2),
                row.number(3),
                row.text(4),
                row.nullableNumber(5),
                row.nullableNumber(6),
                row.text(7),
                new Stamps(row.number(8), row.number(9)),
                SentLimits.read(row, 10));
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
