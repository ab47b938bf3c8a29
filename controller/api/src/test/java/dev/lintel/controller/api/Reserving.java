package dev.lintel.controller.api;

/// What the tests of reservations of both kinds share: person 7, and bodies that reserve something for her.
public final class Reserving {
    private Reserving() {}

    /// Puts person 7 into the box, with the times of a change long ago.
    public static void addPerson(ApiBox box) {
        box.database.write(sql -> sql.run("INSERT INTO person (id, account_id, first_name, last_name, email,"
                + " enabled, created_at, updated_at) VALUES (7, 1, 'Ada', 'Demo', 'ada7@example.com', 1, 0, 0)"));
    }

    /// @param name of the array of ids
    /// @param ids as JSON
    static String body(String name, String ids, String start, String end) {
        return "{\"person_id\":7,\"%s\":%s,\"start_time\":\"%s\",\"end_time\":\"%s\"}".formatted(name, ids, start, end);
    }

    /// From noon to one in the account's zone, on the day on which the box's clock stands, of the thing with id 1.
    static String noon(String name) {
        return body(name, "[1]", "2026-03-02T12:00:00+01:00", "2026-03-02T13:00:00+01:00");
    }
}
