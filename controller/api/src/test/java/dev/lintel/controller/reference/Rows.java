package dev.lintel.controller.reference;

import dev.lintel.controller.reference.World.Credential;
import dev.lintel.controller.reference.World.Limit;
import dev.lintel.controller.reference.World.Person;
import dev.lintel.controller.reference.World.Reserved;
import dev.lintel.controller.reference.World.Whereabouts;
import dev.lintel.controller.store.Sql;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Writes a world's people into the box's own tables.
final class Rows {
    private Rows() {}

    /// Nobody is left of the world before, so that its policy may go too.
    static int clear(Sql sql) {
        sql.run("INSERT OR IGNORE INTO account VALUES (2, 'Test', 'UTC', 0, 0)");
        sql.run("DELETE FROM person_area");
        return sql.run("DELETE FROM person");
    }

    static int insert(Sql sql, World world) {
        for (Person person : world.people()) insert(sql, person);
        return world.people().size();
    }

    private static void insert(Sql sql, Person person) {
        sql.run(
                "INSERT INTO person (id, account_id, first_name, last_name, enabled, valid_from, valid_to,"
                        + " first_responder, created_at, updated_at, deleted_at)"
                        + " VALUES (?, ?, 'Made', 'Up', ?, ?, ?, ?, 0, 0, ?)",
                person.id(),
                account(person),
                person.enabled(),
                text(person.from()),
                text(person.to()),
                person.responder(),
                person.deleted() ? (Integer) 1 : null);
        for (Credential one : person.credentials()) {
            sql.run(
                    "INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number,"
                            + " pin_number, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0)",
                    one.id(),
                    account(person),
                    person.id(),
                    one.type(),
                    Long.toString(one.value()),
                    one.pin() ? null : (Long) one.value(),
                    one.code() == 10 ? (Long) one.value() : null,
                    one.status());
            if (!one.limit().equals(Limit.NONE)) insert(sql, one.id(), one.limit());
        }
        for (long role : person.roles()) sql.run("INSERT INTO person_role VALUES (?, ?)", person.id(), role);
        for (long group : person.groups()) sql.run("INSERT INTO person_group VALUES (?, ?)", person.id(), group);
        for (Reserved one : person.reserved()) insert(sql, person.id(), one);
        for (Whereabouts one : person.places()) {
            sql.run(
                    "INSERT INTO person_area VALUES (?, ?, ?)",
                    person.id(),
                    one.area(),
                    one.since().toEpochMilli());
        }
    }

    private static void insert(Sql sql, long credential, Limit one) {
        sql.run(
                "UPDATE credential SET valid_from_at = ?2, valid_to_at = ?3, suspended_from = ?4, suspended_to = ?5,"
                        + " uses_max = ?6, unused_days = ?7, uses_from = ?8, unused_from = ?8 WHERE id = ?1",
                credential,
                ms(one.from()),
                ms(one.until()),
                text(one.away()),
                text(one.back()),
                one.entries(),
                one.days(),
                ms(one.since()));
        sql.run(
                "INSERT INTO credential_use VALUES (?, ?, ?, ?)",
                credential,
                ms(one.before() ? one.since().minusMillis(1) : one.since()),
                one.used(),
                ms(one.last()));
    }

    private static @Nullable Long ms(@Nullable Instant at) {
        return at == null ? null : (Long) at.toEpochMilli();
    }

    private static void insert(Sql sql, long person, Reserved one) {
        long from = one.from().toEpochMilli();
        long until = one.until().toEpochMilli();
        if (one.groups().isEmpty()) {
            sql.run(
                    "INSERT INTO reservation (id, person_id, start_at, end_at, created_at, updated_at)"
                            + " VALUES (?, ?, ?, ?, 0, 0)",
                    one.id(),
                    person,
                    from,
                    until);
            for (long channel : one.channels()) {
                sql.run("INSERT INTO reservation_channel VALUES (?, ?)", one.id(), channel);
            }
            return;
        }
        sql.run(
                "INSERT INTO group_reservation (id, person_id, start_at, end_at, ended_at, created_at, updated_at)"
                        + " VALUES (?, ?, ?, ?, ?, 0, 0)",
                one.id(),
                person,
                from,
                until,
                one.ended() == null ? null : (Long) one.ended().toEpochMilli());
        for (long group : one.groups()) sql.run("INSERT INTO group_reservation_group VALUES (?, ?)", one.id(), group);
    }

    private static int account(Person person) {
        return person.ours() ? 1 : 2;
    }

    private static @Nullable String text(@Nullable Object date) {
        return date == null ? null : date.toString();
    }
}
