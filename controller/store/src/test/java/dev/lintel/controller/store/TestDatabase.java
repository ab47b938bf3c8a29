package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Opens databases for tests. A new one is a copy of an empty database with this version's schema, which is made once a
/// JVM: its migrations take 20 ms of processor time, a copy takes one.
public final class TestDatabase {
    private static final byte[] EMPTY = empty();

    private TestDatabase() {}

    /// As [Database#open]. The migrations themselves are tested by `SchemaTest` and `DatabaseTest`.
    public static Database open(DataFolder folder, Time time) {
        try {
            if (!Files.exists(folder.database())) DataFolder.writePrivate(folder.database(), EMPTY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Database.open(folder, time);
    }

    /// A connection to a new file without tables, for tests of single statements.
    public static Sql connect(Path file) {
        try {
            return Database.connect(Files.createFile(file), false, Database.OTHERS_CACHE_KIB);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Brings a database to this version's schema.
    public static void migrate(Sql sql) {
        Migrations.run(sql, Migrations.BOX, null);
    }

    /// Brings a database to the schema of an earlier version.
    public static void migrateTo(Sql sql, int version) {
        Migrations.run(sql, new Migrations.Series("", version), null);
    }

    private static byte[] empty() {
        try {
            Path folder = Files.createTempDirectory("lintel-empty-");
            Path file = folder.resolve("lintel.db");
            Sql sql = Database.connect(file, false, Database.OTHERS_CACHE_KIB);
            try {
                Migrations.run(sql, Migrations.BOX, null);
            } finally {
                sql.close(); // the write-ahead log is carried over into the file
            }
            byte[] content = Files.readAllBytes(file);
            Files.delete(file);
            Files.delete(folder);
            return content;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
