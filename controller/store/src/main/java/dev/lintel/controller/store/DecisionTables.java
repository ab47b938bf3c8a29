package dev.lintel.controller.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;

/// Looks through what decisions are made from, by SQLite's own check: each page, each row, and that each
/// index says what its table does. Not the events: they are most of a large file, and no door waits for
/// them.
///
/// Of 100,000 people (a file of 33 MB) it takes 1.2 s of a desktop's processor, and five times that where
/// others use it: it is for a thread that nobody waits for, once doors work. It ends soon after that thread
/// is interrupted.
final class DecisionTables {
    /// Who may pass, where and when; and what stands at the doors.
    static final List<String> NAMES = List.of(
            "account",
            "site",
            "site_threat",
            "shift",
            "shift_time",
            "holiday",
            "shift_holiday",
            "channel",
            "channel_accept",
            "channel_interlock",
            "channel_airlock",
            "action",
            "action_channel",
            "channel_floor",
            "channel_box",
            "area_limit",
            "door_state",
            "role",
            "role_channel",
            "people_group",
            "group_role",
            "credential_type",
            "credential",
            "person",
            "box_withheld",
            "box_withheld_right",
            "person_group",
            "person_role",
            "reservation",
            "reservation_channel",
            "group_reservation",
            "group_reservation_group",
            "person_area",
            "credential_use");

    /// Of SQLite's instructions between two looks at the thread: some milliseconds on a slow board.
    private static final int INSTRUCTIONS = 100_000;

    private DecisionTables() {}

    /// What is wrong in a sentence; null where nothing is, or the thread was interrupted. On a connection
    /// of its own, beside who reads and writes. A page that the disk does not give is damaged, as it is for a
    /// decision, to which SQLite says the same. Throws [StoreException] for a file that does not open.
    static @Nullable String fault(Path file) {
        try (Connection connection = Database.connectToRead(file)) {
            ProgressHandler.setHandler(connection, INSTRUCTIONS, new Stop());
            return fault(new Sql(connection));
        } catch (SQLException e) {
            throw Sql.failed("read " + file.getFileName(), e);
        }
    }

    private static @Nullable String fault(Sql sql) {
        for (String table : NAMES) {
            String found = found(sql, table);
            if (Thread.currentThread().isInterrupted()) return null;
            if (!found.equals("ok")) return "table " + table + " is damaged: " + found;
        }
        return null;
    }

    private static String found(Sql sql, String table) {
        try {
            return sql.get("PRAGMA integrity_check('" + table + "')", row -> row.text(1));
        } catch (StoreException e) {
            boolean damaged = e.reason() == StoreException.Reason.CORRUPT;
            if (damaged || Thread.currentThread().isInterrupted()) return String.valueOf(e.getMessage());
            throw e;
        }
    }

    /// SQLite asks between its instructions; another answer than 0 ends what it does.
    private static final class Stop extends ProgressHandler {
        @Override
        protected int progress() {
            return Thread.currentThread().isInterrupted() ? 1 : 0;
        }
    }
}
