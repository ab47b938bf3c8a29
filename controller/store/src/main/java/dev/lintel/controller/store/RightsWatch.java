package dev.lintel.controller.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.sqlite.Function;

/// Notes whose rights a connection changes, for [RightsChanges]: temporary triggers on the tables of people, which
/// nobody else sees, and the text of statements for tables that concern all. What was undone is noted as well: one too
/// many is only read again. The writer's thread.
final class RightsWatch {
    /// Tables of people, and how a row names its person. What goes with a row by a reference has a trigger as well.
    private static final List<String[]> TABLES = List.of(
            new String[] {"person", "%s.id"},
            new String[] {"credential", "%s.person_id"},
            new String[] {"person_group", "%s.person_id"},
            new String[] {"person_role", "%s.person_id"},
            new String[] {"reservation", "%s.person_id"},
            new String[] {"reservation_channel", "(SELECT person_id FROM reservation WHERE id = %s.reservation_id)"},
            new String[] {"group_reservation", "%s.person_id"},
            new String[] {
                "group_reservation_group",
                "(SELECT person_id FROM group_reservation WHERE id = %s.group_reservation_id)"
            },
            new String[] {"box_withheld", "%s.person_id"},
            new String[] {"box_withheld_right", "%s.person_id"});

    /// A statement that changes a table of which a row concerns many people. No trigger fires for the rows that
    /// REPLACE removes.
    private static final Pattern OF_ALL = Pattern.compile(
            "(?is)\\breplace\\b|\\b(?:insert\\s+(?:or\\s+\\w+\\s+)?into|update(?:\\s+or\\s+\\w+)?|delete\\s+from)\\s+"
                    + "(?:main\\.)?\"?(?:account|site|shift|channel|role|role_channel|people_group|group_role"
                    + "|credential_type)\\b");

    /// SQLite's SQLITE_NULL, for which the driver has no name: the row that named the person is gone, and its own
    /// trigger has fired.
    private static final int NULL_TYPE = 5;

    private static final String FUNCTION = "lintel_concerned";

    private final Set<Long> people = new HashSet<>();
    private boolean all;

    /// Whether a statement may concern all. Found once for each statement.
    static boolean isOfAll(String sql) {
        return OF_ALL.matcher(sql).find();
    }

    /// Has a new connection noted. Writes to nothing but its own memory.
    void on(Connection connection) throws SQLException {
        Function.create(connection, FUNCTION, new Function() {
            @Override
            protected void xFunc() throws SQLException {
                if (value_type(0) != NULL_TYPE) concern(value_long(0));
            }
        });
        try (var statement = connection.createStatement()) {
            for (String[] table : TABLES) {
                statement.executeUpdate(trigger(table, "INSERT", "NEW"));
                statement.executeUpdate(trigger(table, "DELETE", "OLD"));
                statement.executeUpdate(trigger(table, "UPDATE", "OLD", "NEW"));
            }
        }
    }

    private static String trigger(String[] table, String on, String... rows) {
        var sql = new StringBuilder("CREATE TEMP TRIGGER concerned_" + table[0] + "_" + on + " AFTER " + on
                + " ON main." + table[0] + " BEGIN ");
        for (String row : rows) {
            String person = table[1].formatted(row);
            sql.append("SELECT ").append(FUNCTION).append('(').append(person).append("); ");
        }
        return sql.append("END").toString();
    }

    private void concern(long person) {
        if (people.size() < RightsChanges.PEOPLE_MAX) people.add(person);
        else all = true;
    }

    void concernAll() {
        all = true;
    }

    /// Forgets what was noted: a transaction begins.
    void clear() {
        people.clear();
        all = false;
    }

    /// Tells what was noted since it was cleared.
    void tell(RightsChanges changes) {
        if (all) changes.concernAll();
        else if (!people.isEmpty()) changes.concern(people);
        clear();
    }
}
