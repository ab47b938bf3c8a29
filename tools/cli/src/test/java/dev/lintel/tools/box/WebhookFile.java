package dev.lintel.tools.box;

import dev.lintel.controller.event.EventClass;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.box.WebhookStorm.Chain;
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

/// What a box's files say of events, cards and deliveries, read by the SQLite driver alone; also while the box runs.
final class WebhookFile {
    private final Path data;

    WebhookFile(Path data) {
        this.data = data;
    }

    private Connection open(String file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + data.resolve(file));
    }

    /// Items in `webhooks.db` that were neither delivered nor given up.
    long waiting() throws SQLException {
        return number("webhooks.db", "SELECT count(*) FROM item WHERE open = 1");
    }

    long number(String file, String sql) throws SQLException {
        try (Connection connection = open(file);
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 10000");
            try (ResultSet row = statement.executeQuery(sql)) {
                return row.getLong(1);
            }
        }
    }

    /// How many deliveries there are by state.
    Map<String, Long> deliveries() throws SQLException {
        try (Connection connection = open("webhooks.db");
                var statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT state, count(*) FROM delivery GROUP BY state")) {
            var states = new TreeMap<String, Long>();
            while (row.next()) states.put(row.getString(1), row.getLong(2));
            return states;
        }
    }

    /// The ids of events of access and perimeters above `after`.
    Set<Long> events(long after) throws SQLException {
        var kinds = new ArrayList<String>();
        for (EventKind kind : EventKind.values()) {
            boolean heard = kind.eventClass() == EventClass.ACCESS || kind.eventClass() == EventClass.PERIMETER;
            if (heard) kinds.add(Integer.toString(kind.number()));
        }
        var ids = new TreeSet<Long>();
        try (Connection connection = open("lintel.db");
                var statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id FROM event WHERE id > " + after + " AND kind IN ("
                        + String.join(",", kinds) + ")")) {
            while (row.next()) ids.add(row.getLong(1));
        }
        return ids;
    }

    /// What was done to each card, by its id: what was answered, and what a kill cut off where the file has it.
    Map<Long, List<String>> changes(List<Chain> chains) throws SQLException {
        var changes = new TreeMap<Long, List<String>>();
        try (Connection connection = open("lintel.db");
                var find = connection.prepareStatement("SELECT id, value FROM credential WHERE person_id = ?")) {
            for (Chain chain : chains) {
                var done = new ArrayList<>(chain.done);
                String asked = chain.asked;
                if (asked != null) {
                    find.setLong(1, chain.personId);
                    try (ResultSet row = find.executeQuery()) {
                        boolean there = row.next();
                        boolean happened = asked.equals("DESTROY")
                                ? !there
                                : there && row.getString(2).equals(chain.value);
                        if (happened) done.add(asked);
                        if (asked.equals("CREATE") && happened) chain.id = row.getLong(1);
                    }
                }
                if (!done.isEmpty()) changes.put(chain.id, done);
            }
        }
        return changes;
    }
}
