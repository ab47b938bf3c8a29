package dev.lintel.controller;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;

/// Damages the first page of a table or an index in a database file that no process has open.
final class BrokenPages {
    private static final int PAGE_BYTES = 4096;

    private BrokenPages() {}

    /// Nothing of it can be read any more.
    static void erase(Path database, String name) throws IOException, SQLException {
        int end = page(database, name) * PAGE_BYTES;
        byte[] file = Files.readAllBytes(database);
        Arrays.fill(file, end - PAGE_BYTES, end, (byte) 0);
        Files.write(database, file);
    }

    /// Changes the key of an index entry: only a look at the whole file finds that.
    static void misplace(Path database, String index) throws IOException, SQLException {
        byte[] file = Files.readAllBytes(database);
        file[page(database, index) * PAGE_BYTES - 1]++;
        Files.write(database, file);
    }

    private static int page(Path database, String name) throws SQLException {
        try (var sqlite = DriverManager.getConnection("jdbc:sqlite:" + database);
                var found = sqlite.createStatement()
                        .executeQuery("SELECT rootpage FROM sqlite_schema WHERE name = '" + name + "'")) {
            found.next();
            return found.getInt(1);
        }
    }
}
