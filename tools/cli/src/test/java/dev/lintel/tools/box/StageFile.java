package dev.lintel.tools.box;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;

/// What `sync.db` of a box says of a snapshot, read by the SQLite driver alone, also while the box runs.
final class StageFile {
    private static final String READ =
            "SELECT up_to, complete, swapping, following, (SELECT count(*) FROM staged)" + " FROM stage";

    private final Path file;

    StageFile(Path data) {
        this.file = data.resolve("sync.db");
    }

    /// How far a snapshot is.
    ///
    /// @param upTo people up to this id are there; 0: no part of it is whole yet
    /// @param following the cursor from which it is brought up to date
    /// @param people who are there
    record Stage(long upTo, boolean complete, boolean swapping, String following, long people) {
        static final Stage NONE = new Stage(0, false, false, "", 0);

        /// Within its first part.
        boolean begins() {
            return people > 0 && upTo == 0 && !complete;
        }

        /// One part is whole, and another is not.
        boolean isBetweenParts() {
            return upTo > 0 && !complete;
        }
    }

    Stage read() throws SQLException {
        if (!Files.exists(file)) return Stage.NONE;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 20000");
            try (ResultSet row = statement.executeQuery(READ)) {
                if (!row.next()) return Stage.NONE;
                return new Stage(
                        row.getLong(1), row.getBoolean(2), row.getBoolean(3), row.getString(4), row.getLong(5));
            }
        }
    }
}
