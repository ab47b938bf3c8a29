package dev.lintel.controller.fleet;

import dev.lintel.controller.store.Database;

/// A site with two boxes for tests: `Gate` has channels 2 and 3, `Barn` has 4, the hub itself has 1.
///
/// ```
///   role 1: 1     role 2: 2     role 3: 3, 4     role 4: 4
///   group 1: role 1     group 2: role 2     group 3: role 3
///
///   1  role 2                      Gate              6  group 2 by a reservation    Gate
///   2  group 3                     Gate, Barn        7  the same, ended             nobody
///   3  role 1                      nobody            8  role 4, disabled            Barn
///   4  nothing                     nobody            9  role 2, deleted             nobody
///   5  channel 4 by a reservation  Barn             10  channel 2, until 2026-10    Gate, until that is forgotten
/// ```
public final class HubSite {
    private static final String ROWS = """
            INSERT INTO account VALUES (1, 'Test', 'Europe/Berlin', 0, 0);
            INSERT INTO site (id, account_id, name, time_zone, created_at, updated_at)
              VALUES (1, 1, 'Yard', 'Europe/Berlin', 0, 0);
            INSERT INTO credential_type (id, account_id, label, slug, code)
              VALUES (1, 1, 'Card', 'credentials_number', 200), (3, 1, 'PIN', 'pin', 10);
            INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms, extended_unlock_ms,
                extended_open_ms, warning_ms, relock, forced, created_at, updated_at)
              VALUES (1, 1, 1, 1, 'Office', 'door', 5000, 10000, 30000, 20000, 'open', 1, 0, 0),
                     (2, 1, 1, -2, 'Gate in', 'door', 5000, 10000, 30000, 20000, 'open', 1, 0, 0),
                     (3, 1, 1, -3, 'Gate out', 'door', 5000, 10000, 30000, 20000, 'open', 1, 0, 0),
                     (4, 1, 1, -4, 'Barn', 'door', 5000, 10000, 30000, 20000, 'open', 1, 0, 0);
            INSERT INTO channel_accept (channel_id, side, position, means)
              VALUES (1, 'entry', 0, 'card,pin'), (2, 'entry', 0, 'card,pin'), (3, 'entry', 0, 'card,pin'),
                     (4, 'entry', 0, 'card,pin');
            INSERT INTO channel_box VALUES (2, 'Gate', 1), (3, 'Gate', 2), (4, 'Barn', 1);
            INSERT INTO role (id, account_id, name, created_at, updated_at)
              VALUES (1, 1, 'One', 0, 0), (2, 1, 'Two', 0, 0), (3, 1, 'Three', 0, 0), (4, 1, 'Four', 0, 0);
            INSERT INTO role_channel VALUES (1, 1), (2, 2), (3, 3), (3, 4), (4, 4);
            INSERT INTO people_group (id, account_id, name, created_at, updated_at)
              VALUES (1, 1, 'Staff', 0, 0), (2, 1, 'Guests', 0, 0), (3, 1, 'Drivers', 0, 0);
            INSERT INTO group_role VALUES (1, 1), (2, 2), (3, 3);
            INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)
              SELECT value, 1, 'P' || value, 'Q', value <> 8, 1000, 2000 FROM json_each('[1,2,3,4,5,6,7,8,9,10]');
            INSERT INTO person_role VALUES (1, 2), (3, 1), (8, 4), (9, 2), (1, 1);
            INSERT INTO person_group VALUES (2, 3), (2, 1);
            INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number, pin_number,
                                    status, created_at, updated_at)
              VALUES (1, 1, 1, 1, '4711', 4711, NULL, 'active', 0, 0),
                     (2, 1, 1, 3, '1234', NULL, 1234, 'disabled', 0, 0);
            INSERT INTO reservation (id, person_id, start_at, end_at, created_at, updated_at)
              VALUES (1, 5, 0, 4000000000000, 0, 0), (2, 10, 0, 1790000000000, 0, 0);
            INSERT INTO reservation_channel VALUES (1, 4), (1, 1), (2, 2);
            INSERT INTO group_reservation (id, person_id, start_at, end_at, ended_at, created_at, updated_at)
              VALUES (1, 6, 0, 4000000000000, NULL, 0, 0), (2, 7, 0, 4000000000000, 1000, 0, 0);
            INSERT INTO group_reservation_group VALUES (1, 2), (1, 1), (2, 2);
            UPDATE person SET deleted_at = 3000, updated_at = 3000 WHERE id = 9""";

    private HubSite() {}

    /// Changes are counted from now on.
    static void hub(Database database) {
        database.write(sql -> {
            EraStore.begin(sql, "test");
            return true;
        });
    }

    public static void write(Database database) {
        database.write(sql -> {
            for (String statement : ROWS.split(";", -1)) sql.run(statement);
            return true;
        });
    }

    /// Adds enabled people with role 2 (box Gate), from `first` on.
    public static void guests(Database database, long first, int count) {
        database.write(sql -> {
            for (long id = first; id < first + count; id++) {
                sql.run(
                        "INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                                + " VALUES (?, 1, 'Guest', 'G', 1, 0, 0)",
                        id);
                sql.run("INSERT INTO person_role VALUES (?, 2)", id);
            }
            return true;
        });
    }
}
