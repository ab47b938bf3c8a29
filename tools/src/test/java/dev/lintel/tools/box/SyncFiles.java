package dev.lintel.tools.box;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the database files of a hub and of a box say of people, rights and events, read by the SQLite driver
/// alone; also while both run. It knows nothing of how they got there.
final class SyncFiles {
    private static final int BUSY_MS = 20_000;

    /// Every table that belongs to a person, as one text a row; `%s` narrows to the people meant.
    private static final List<String> PEOPLE = List.of(
            "SELECT 'person', id, first_name, last_name, salutation, job_title, department, organisation_id, system_id,"
                    + " email, mobile, telephone, notes, barcode, custom_1, custom_2, custom_3, custom_4, custom_5,"
                    + " enabled, valid_from, valid_to, extended_unlock, first_responder, created_at, updated_at"
                    + " FROM person WHERE id IN (%s)",
            "SELECT 'credential', id, person_id, credential_type_id, value, card_number, pin_number, status,"
                    + " created_at, updated_at FROM credential WHERE person_id IN (%s)",
            "SELECT 'role', person_id, role_id FROM person_role WHERE person_id IN (%s)",
            "SELECT 'group', person_id, group_id FROM person_group WHERE person_id IN (%s)",
            "SELECT 'reservation', r.id, person_id, start_at, end_at, channel_id FROM reservation r"
                    + " JOIN reservation_channel c ON c.reservation_id = r.id WHERE person_id IN (%s)",
            "SELECT 'group reservation', r.id, person_id, start_at, end_at, ended_at, group_id FROM group_reservation r"
                    + " JOIN group_reservation_group g ON g.group_reservation_id = r.id WHERE person_id IN (%s)");

    /// Those with some right: boxes get nobody else.
    private static final String LIVE = "SELECT id FROM person WHERE deleted_at IS NULL AND account_id = 1"
            + " AND id IN (SELECT person_id FROM person_group)";

    private final Path data;

    SyncFiles(Path data) {
        this.data = data;
    }

    private Connection open() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("lintel.db"));
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = " + BUSY_MS);
        }
        return connection;
    }

    /// All that stands of people, a text a row, in an order of its own.
    Set<String> people() throws SQLException {
        var rows = new TreeSet<String>();
        for (String query : PEOPLE) rows.addAll(rows(query.formatted(LIVE)));
        return rows;
    }

    List<String> rows(String query) throws SQLException {
        var rows = new ArrayList<String>();
        try (Connection connection = open();
                var statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                var text = new StringBuilder();
                for (int column = 1; column <= columns; column++)
                    text.append(row.getString(column)).append('|');
                rows.add(text.toString());
            }
        }
        return rows;
    }

    long number(String query) throws SQLException {
        return Long.parseLong(rows(query).getFirst().replace("|", ""));
    }

    /// The events of this box's own log, by id: what happened, where, when and to whom.
    Map<Long, String> events() throws SQLException {
        var events = new TreeMap<Long, String>();
        for (String row : rows("SELECT id, kind, channel_id, person_id, person_name, credentials_number, occurred_at"
                + " FROM event ORDER BY id")) {
            int cut = row.indexOf('|');
            events.put(Long.parseLong(row.substring(0, cut)), row.substring(cut + 1));
        }
        return events;
    }

    /// At a hub: the events that came from `box`, in the order in which they stand, by the id that they have there.
    /// An event that is there twice is twice in the list.
    List<String> eventsOf(String box) throws SQLException {
        return rows("SELECT json_extract(additional, '$.box_event_id'), kind, channel_id, person_id, person_name,"
                + " credentials_number, occurred_at FROM event WHERE json_extract(additional, '$.box') = '" + box
                + "' AND json_extract(additional, '$.box_event_id') IS NOT NULL ORDER BY id");
    }
}
