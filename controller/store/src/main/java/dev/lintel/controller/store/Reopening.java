package dev.lintel.controller.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/// Opens a database again after the disk failed an operation. Never makes a file, and never opens another one that has
/// taken the first one's place: the connections of one process must all be to the same file.
///
/// @param key names the file that was opened first, whatever its path
/// @param properties of the first connection
record Reopening(Path file, Object key, boolean readOnly, Properties properties) implements Sql.Opener {
    static final String QUERY_ONLY = "PRAGMA query_only = ON";

    private static final int OPEN_CREATE = 0x4;

    /// Null where the file system does not name its files: then nothing is opened again.
    static @Nullable Reopening of(Path file, boolean readOnly, Properties properties) {
        Object key = key(file);
        if (key == null) return null;
        var existing = new Properties();
        existing.putAll(properties);
        String mode = SQLiteConfig.Pragma.OPEN_MODE.pragmaName;
        int usual = Integer.parseInt(properties.getProperty(mode));
        existing.setProperty(mode, Integer.toString(usual & ~OPEN_CREATE));
        return new Reopening(file, key, readOnly, existing);
    }

    private static @Nullable Object key(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            return null; // it is gone
        }
    }

    @Override
    public Connection open() throws SQLException {
        if (!Objects.equals(key(file), key)) throw new SQLException(file.getFileName() + " is gone or another file");
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, properties);
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT count(*) FROM sqlite_schema").close(); // whether the disk gives anything
            if (readOnly) statement.executeUpdate(QUERY_ONLY);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }
}
