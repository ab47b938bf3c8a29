package dev.lintel.tools.box;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// What the files of a hub and of a box say of people, rights, pictures, the policy and events, read by the SQLite
/// driver alone; also while both run. It knows nothing of how they got there.
public final class SyncFiles {
    private static final int BUSY_MS = 20_000;

    /// Every table that belongs to a person, as one text a row; what is in brackets depends on the side.
    private static final List<String> PEOPLE = List.of(
            "SELECT 'person', id, first_name, last_name, salutation, job_title, department, organisation_id, system_id,"
                    + " email, mobile, telephone, notes, barcode, custom_1, custom_2, custom_3, custom_4, custom_5,"
                    + " enabled, valid_from, valid_to, extended_unlock, first_responder, created_at, updated_at"
                    + " FROM person WHERE id IN [people]",
            "SELECT 'credential', id, person_id, credential_type_id, value, card_number, pin_number, status,"
                    + " created_at, updated_at FROM credential WHERE person_id IN [people]",
            "SELECT 'role', person_id, role_id FROM person_role WHERE person_id IN [people] AND role_id IN [roles]",
            "SELECT 'group', person_id, group_id FROM person_group"
                    + " WHERE person_id IN [people] AND group_id IN [groups]",
            "SELECT 'reservation', r.id, person_id, start_at, end_at, created_at, updated_at, channel_id"
                    + " FROM reservation r JOIN reservation_channel c ON c.reservation_id = r.id"
                    + " WHERE person_id IN [people] AND channel_id IN [channels]",
            "SELECT 'group reservation', r.id, person_id, start_at, end_at, ended_at, created_at, updated_at, group_id"
                    + " FROM group_reservation r JOIN group_reservation_group g ON g.group_reservation_id = r.id"
                    + " WHERE person_id IN [people] AND group_id IN [groups]");

    /// What `site.yaml` says. The box's unit stands apart at a hub.
    private static final List<String> POLICY = List.of(
            "SELECT 'account', id, name, time_zone FROM account",
            "SELECT 'limit', account_id, group_reservation_max_ms FROM account_limits",
            "SELECT 'site', id, name, time_zone, notes FROM site WHERE id IN [sites]",
            "SELECT 'type', id, label, slug, code, number_expression FROM credential_type",
            "SELECT 'shift', id, name, notes FROM shift",
            "SELECT 'times', shift_id, position, days, from_minute, to_minute FROM shift_time",
            "SELECT 'holiday', name, date, yearly FROM holiday",
            "SELECT 'on holiday', shift_id, holiday, position, from_minute, to_minute FROM shift_holiday",
            "SELECT 'right', id, name, notes, shift_id, max_stale_ms FROM role WHERE id IN [roles]",
            "SELECT 'opens', role_id, channel_id FROM role_channel WHERE channel_id IN [channels]",
            "SELECT 'members', id, name, notes, global_across_sites FROM people_group WHERE id IN [groups]",
            "SELECT 'gives', group_id, role_id FROM group_role WHERE group_id IN [groups] AND role_id IN [roles]",
            "SELECT 'channel', id, site_id,"
                    + " coalesce((SELECT unit FROM channel_box WHERE channel_id = channel.id), unit),"
                    + " name, kind, unlock_ms, extended_unlock_ms, extended_open_ms, warning_ms, relock, forced,"
                    + " passback_mode, passback_from, passback_to, passback_window_ms, passback_forgive_minute,"
                    + " clock_held, clock_wrong, duress, auto_unlock_shift_id, auto_unlock_first_card"
                    + " FROM channel WHERE id IN [channels]",
            "SELECT 'accepts', channel_id, side, position, shift_id, means FROM channel_accept"
                    + " WHERE channel_id IN [channels]",
            "SELECT 'interlock', channel_id, other_id FROM channel_interlock WHERE channel_id IN [channels]",
            "SELECT 'airlock', outer_id, inner_id, exits_obey, entering, leaving, delay_ms FROM channel_airlock"
                    + " WHERE outer_id IN [channels]",
            "SELECT 'floor', elevator_id, floor_id FROM channel_floor WHERE elevator_id IN [channels]");

    /// At a hub, for its box `[box]`, each in place of its name and in this order: boxes get nobody without some right
    /// at their doors.
    private static final List<List<String>> AT_HUB = List.of(
            List.of("[people]", """
                    (SELECT id FROM person p WHERE deleted_at IS NULL AND (
                         EXISTS (SELECT 1 FROM person_role WHERE person_id = p.id AND role_id IN [roles])
                      OR EXISTS (SELECT 1 FROM person_group WHERE person_id = p.id AND group_id IN [groups])
                      OR EXISTS (SELECT 1 FROM reservation r
                                   JOIN reservation_channel c ON c.reservation_id = r.id
                                  WHERE person_id = p.id AND channel_id IN [channels])
                      OR EXISTS (SELECT 1 FROM group_reservation r
                                   JOIN group_reservation_group g ON g.group_reservation_id = r.id
                                  WHERE person_id = p.id AND ended_at IS NULL AND group_id IN [groups])))"""),
            List.of("[groups]", "(SELECT group_id FROM group_role WHERE role_id IN [roles])"),
            List.of("[roles]", "(SELECT role_id FROM role_channel WHERE channel_id IN [channels])"),
            List.of("[sites]", "(SELECT site_id FROM channel WHERE id IN [channels])"),
            List.of("[channels]", "(SELECT channel_id FROM channel_box WHERE box = '[box]')"));

    /// A box has what is its own, and nothing else.
    private static final List<List<String>> AT_BOX = List.of(
            List.of("[people]", "(SELECT id FROM person WHERE deleted_at IS NULL)"),
            List.of("[groups]", "(SELECT id FROM people_group)"),
            List.of("[roles]", "(SELECT id FROM role)"),
            List.of("[sites]", "(SELECT id FROM site)"),
            List.of("[channels]", "(SELECT id FROM channel)"));

    private static final String PICTURES =
            "SELECT person_id, shown FROM person_image WHERE person_id IN [people] AND shown IS NOT NULL";

    private final Path data;

    /// Of the process whose data folder that is, or was.
    public SyncFiles(Path data) {
        this.data = data;
    }

    private Connection open() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("lintel.db"));
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = " + BUSY_MS);
        }
        return connection;
    }

    /// At a hub: what a box is to have of people and of the policy, a text a row, in an order of its own.
    public Set<String> givenTo(String box) throws SQLException {
        return all(AT_HUB, box);
    }

    /// At a box: what it has.
    public Set<String> held() throws SQLException {
        return all(AT_BOX, "");
    }

    private Set<String> all(List<List<String>> names, String box) throws SQLException {
        var rows = new TreeSet<String>();
        for (String query : PEOPLE) rows.addAll(rows(sided(query, names, box)));
        for (String query : POLICY) rows.addAll(rows(sided(query, names, box)));
        return rows;
    }

    private static String sided(String query, List<List<String>> names, String box) {
        String sided = query;
        for (List<String> name : names) sided = sided.replace(name.getFirst(), name.getLast());
        return sided.replace("[box]", box);
    }

    /// At a hub: the pictures that a box is to have, with what their files hold. Null while one is being made.
    @Nullable
    Set<String> picturesFor(String box) throws SQLException {
        if (number("SELECT count(*) FROM person_image WHERE wanted IS NOT NULL") > 0) return null;
        return pictures(AT_HUB, box);
    }

    /// At a box: the pictures that it has.
    Set<String> pictures() throws SQLException {
        return pictures(AT_BOX, "");
    }

    private Set<String> pictures(List<List<String>> names, String box) throws SQLException {
        var pictures = new TreeSet<String>();
        for (String row : rows(sided(PICTURES, names, box))) {
            String name = row.split("[|]", -1)[1];
            pictures.add(row + sum(name + ".jpg") + '|' + sum(name + "-small.jpg"));
        }
        return pictures;
    }

    private String sum(String file) {
        try {
            byte[] content = Files.readAllBytes(data.resolve("images").resolve(file));
            var sum = new CRC32();
            sum.update(content);
            return content.length + ":" + Long.toHexString(sum.getValue());
        } catch (NoSuchFileException e) {
            return "no file";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    /// The events of this box's own log, by id: what happened, where, when and to whom. Before a policy of the
    /// hub's held the numbers were the box's own, and nobody's at the hub.
    public Map<Long, String> events() throws SQLException {
        var events = new TreeMap<Long, String>();
        for (String row : rows(
                "SELECT event.id, kind, iif(event.id < own_before, NULL, channel_id), iif(event.id < own_before, NULL,"
                        + " person_id), person_name, credentials_number, occurred_at"
                        + " FROM event, sync_cursor ORDER BY event.id")) {
            int cut = row.indexOf('|');
            events.put(Long.parseLong(row.substring(0, cut)), row.substring(cut + 1));
        }
        return events;
    }

    /// At a hub: the events that came from `box`, in the order in which they stand, by the id that they
    /// have there. An event that is there twice is twice in the list. Its time is the box's word, also
    /// where that was ahead of the hub's.
    public List<String> eventsOf(String box) throws SQLException {
        return rows("SELECT json_extract(additional, '$.box_event_id'), kind, channel_id, person_id, person_name,"
                + " credentials_number, coalesce(json_extract(additional, '$.box_occurred_at'), occurred_at) FROM event"
                + " WHERE json_extract(additional, '$.box') = '" + box
                + "' AND json_extract(additional, '$.box_event_id') IS NOT NULL ORDER BY id");
    }
}
