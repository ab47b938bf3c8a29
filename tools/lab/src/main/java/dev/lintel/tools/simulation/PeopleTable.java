package dev.lintel.tools.simulation;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import dev.lintel.tools.simulation.Somebody.Reservation;
import org.jspecify.annotations.Nullable;

/// Writes simulated people into the box's own tables.
final class PeopleTable {
    private static final int CARD = 1;
    private static final int PIN = 2;
    private static final int SECOND_PIN = 3;

    private PeopleTable() {}

    static void insert(Database database, Premises premises) {
        database.write(sql -> {
            for (Somebody who : premises.people()) insert(sql, who);
            return 0;
        });
    }

    /// What may change of a person.
    static void update(Database database, Somebody who) {
        database.write(sql -> {
            sql.run(
                    "UPDATE person SET enabled = ?2, valid_from = ?3, valid_to = ?4 WHERE id = ?1",
                    who.id,
                    who.enabled,
                    text(who.validFrom),
                    text(who.validTo));
            sql.run("DELETE FROM person_role WHERE person_id = ?", who.id);
            roles(sql, who);
            String status = status(who);
            limits(sql, who);
            return sql.run(
                    "UPDATE credential SET status = ?2 WHERE person_id = ?1 AND credential_type_id = ?3",
                    who.id,
                    status,
                    CARD);
        });
    }

    private static void insert(Sql sql, Somebody who) {
        sql.run(
                "INSERT INTO person (id, account_id, first_name, last_name, enabled, valid_from, valid_to,"
                        + " extended_unlock, first_responder, created_at, updated_at)"
                        + " VALUES (?, 1, ?, 'Simulated', ?, ?, ?, ?, ?, 0, 0)",
                who.id,
                "Person " + who.id,
                who.enabled,
                text(who.validFrom),
                text(who.validTo),
                who.extended,
                who.responder);
        credential(sql, who, CARD, Long.toString(who.card), status(who));
        limits(sql, who);
        if (who.pin != null) credential(sql, who, PIN, who.pin, "active");
        if (who.secondPin != null) credential(sql, who, SECOND_PIN, who.secondPin, "active");
        roles(sql, who);
        for (int group : who.groups) sql.run("INSERT INTO person_group VALUES (?, ?)", who.id, group);
        if (who.reservation != null) reservation(sql, who.id, who.reservation);
    }

    private static void limits(Sql sql, Somebody who) {
        CardLimits limits = who.limits;
        sql.run(
                "UPDATE credential SET valid_from_at = ?2, valid_to_at = ?3, suspended_from = ?4, suspended_to = ?5,"
                        + " uses_max = nullif(?6, 0), unused_days = nullif(?7, 0), uses_from = ?8, unused_from = ?8"
                        + " WHERE person_id = ?1 AND credential_type_id = 1",
                who.id,
                limits.validFromMs(),
                limits.validToMs(),
                text(limits.suspendedFrom()),
                text(limits.suspendedTo()),
                limits.usesMax(),
                limits.unusedDays(),
                limits.countedFromMs());
    }

    private static void roles(Sql sql, Somebody who) {
        for (int role : who.roles) sql.run("INSERT INTO person_role VALUES (?, ?)", who.id, role);
    }

    private static void credential(Sql sql, Somebody who, int type, String value, String status) {
        sql.run(
                "INSERT INTO credential (account_id, person_id, credential_type_id, value, card_number, pin_number,"
                        + " status, created_at, updated_at) VALUES (1, ?, ?, ?, ?, ?, ?, 0, 0)",
                who.id,
                type,
                value,
                type == CARD ? (Long) who.card : null,
                type == PIN ? Long.valueOf(value) : null,
                status);
    }

    private static void reservation(Sql sql, long person, Reservation reserved) {
        if (!reserved.channels().isEmpty()) {
            sql.run(
                    "INSERT INTO reservation (id, person_id, start_at, end_at, created_at, updated_at)"
                            + " VALUES (?, ?, ?, ?, 0, 0)",
                    reserved.id(),
                    person,
                    reserved.fromMs(),
                    reserved.untilMs());
            for (int channel : reserved.channels()) {
                sql.run("INSERT INTO reservation_channel VALUES (?, ?)", reserved.id(), channel);
            }
            return;
        }
        sql.run(
                "INSERT INTO group_reservation (id, person_id, start_at, end_at, created_at, updated_at)"
                        + " VALUES (?, ?, ?, ?, 0, 0)",
                reserved.id(),
                person,
                reserved.fromMs(),
                reserved.untilMs());
        for (int group : reserved.groups()) {
            sql.run("INSERT INTO group_reservation_group VALUES (?, ?)", reserved.id(), group);
        }
    }

    private static String status(Somebody who) {
        return who.cardActive ? "active" : "disabled";
    }

    private static @Nullable String text(@Nullable Object date) {
        return date == null ? null : date.toString();
    }
}
