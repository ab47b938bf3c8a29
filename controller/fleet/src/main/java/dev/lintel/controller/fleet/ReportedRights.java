package dev.lintel.controller.fleet;

import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.RevokedRights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Table `box_withheld_right`: single rights that boxes of a restored hub report as revoked since the backup, one row
/// each. No door of the hub grants them, nor does a box that does not know of the revocation, until an operator gives
/// them back. Each method runs in the caller's transaction.
final class ReportedRights {
    private static final String PUT = """
            INSERT INTO box_withheld_right (person_id, kind, item_id, box_id, day) VALUES (?, ?, ?, ?, ?)""";
    private static final String OTHERS = """
            SELECT person_id, box_id, kind, item_id, day FROM box_withheld_right
             WHERE person_id IN (SELECT value FROM json_each(?2)) AND box_id <> ?1
             ORDER BY person_id, box_id, kind, item_id""";

    /// This hub itself does not give the right any more.
    private static final String CONFIRMED = """
            NOT CASE kind
              WHEN 'credential' THEN EXISTS (SELECT 1 FROM credential c WHERE c.id = item_id
                                              AND c.person_id = w.person_id AND c.status = 'active')
              WHEN 'group' THEN EXISTS (SELECT 1 FROM person_group g
                                         WHERE g.person_id = w.person_id AND g.group_id = item_id)
              WHEN 'role' THEN EXISTS (SELECT 1 FROM person_role r
                                        WHERE r.person_id = w.person_id AND r.role_id = item_id)
              WHEN 'reservation' THEN EXISTS (SELECT 1 FROM reservation v
                                               WHERE v.id = item_id AND v.person_id = w.person_id)
              WHEN 'group_reservation' THEN EXISTS (SELECT 1 FROM group_reservation v
                                                     WHERE v.id = item_id AND v.person_id = w.person_id)
              ELSE EXISTS (SELECT 1 FROM person p WHERE p.id = w.person_id AND CASE kind
                     WHEN 'valid_from' THEN ifnull(p.valid_from, '') < w.day
                     WHEN 'valid_to' THEN ifnull(p.valid_to, '~') > w.day
                     WHEN 'extended_unlock' THEN p.extended_unlock
                     ELSE p.first_responder END)
            END
            OR NOT EXISTS (SELECT 1 FROM person p WHERE p.id = w.person_id AND p.deleted_at IS NULL)""";

    private ReportedRights() {}

    static boolean anyConfirmed(Sql sql) {
        return sql.get(
                "SELECT EXISTS (SELECT 1 FROM box_withheld_right w WHERE " + CONFIRMED + ")", row -> row.flag(1));
    }

    static void dropConfirmed(Sql sql) {
        sql.run("DELETE FROM box_withheld_right AS w WHERE " + CONFIRMED);
    }

    /// What the box reported, by person.
    static Map<Long, RevokedRights> of(Sql sql, long boxId) {
        var rows = new LinkedHashMap<Long, Rows>();
        sql.each(
                "SELECT person_id, kind, item_id, day FROM box_withheld_right WHERE box_id = ?"
                        + " ORDER BY person_id, kind, item_id",
                row -> rows.computeIfAbsent(row.number(1), _ -> new Rows())
                        .add(row.text(2), row.number(3), row.nullableText(4)),
                boxId);
        var rights = new HashMap<Long, RevokedRights>();
        rows.forEach((person, all) -> rights.put(person, all.rights(person)));
        return rights;
    }

    /// What other boxes than `boxId` report of `people`: one element of a person for each box.
    static List<RevokedRights> ofOthers(Sql sql, long boxId, List<Long> people) {
        record Key(long person, long box) {}
        var rows = new LinkedHashMap<Key, Rows>();
        sql.each(
                OTHERS,
                row -> rows.computeIfAbsent(new Key(row.number(1), row.number(2)), _ -> new Rows())
                        .add(row.text(3), row.number(4), row.nullableText(5)),
                boxId,
                people.toString());
        var rights = new ArrayList<RevokedRights>();
        rows.forEach((key, all) -> rights.add(all.rights(key.person)));
        return rights;
    }

    /// Replaces what the box reported of one person.
    static void put(Sql sql, long boxId, RevokedRights rights) {
        long person = rights.person();
        sql.run("DELETE FROM box_withheld_right WHERE person_id = ? AND box_id = ?", person, boxId);
        for (long id : rights.credentials()) sql.run(PUT, person, "credential", id, boxId, null);
        for (long id : rights.groups()) sql.run(PUT, person, "group", id, boxId, null);
        for (long id : rights.roles()) sql.run(PUT, person, "role", id, boxId, null);
        for (long id : rights.reservations()) sql.run(PUT, person, "reservation", id, boxId, null);
        for (long id : rights.groupReservations()) sql.run(PUT, person, "group_reservation", id, boxId, null);
        if (rights.validFrom() != null) sql.run(PUT, person, "valid_from", 0, boxId, rights.validFrom());
        if (rights.validTo() != null) sql.run(PUT, person, "valid_to", 0, boxId, rights.validTo());
        if (rights.extendedUnlock()) sql.run(PUT, person, "extended_unlock", 0, boxId, null);
        if (rights.firstResponder()) sql.run(PUT, person, "first_responder", 0, boxId, null);
    }

    /// The rows of one person and one box.
    private static final class Rows {
        private final Map<String, List<Long>> items = new HashMap<>();
        private @Nullable String validFrom;
        private @Nullable String validTo;

        void add(String kind, long item, @Nullable String day) {
            items.computeIfAbsent(kind, _ -> new ArrayList<>()).add(item);
            if (kind.equals("valid_from")) validFrom = day;
            if (kind.equals("valid_to")) validTo = day;
        }

        private List<Long> all(String kind) {
            return items.getOrDefault(kind, List.of());
        }

        RevokedRights rights(long person) {
            return new RevokedRights(
                    person,
                    all("credential"),
                    all("group"),
                    all("role"),
                    all("reservation"),
                    all("group_reservation"),
                    validFrom,
                    validTo,
                    items.containsKey("extended_unlock"),
                    items.containsKey("first_responder"));
        }
    }
}
