package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The database of a dead process, read by the SQLite driver alone: a second opinion on what the box says of itself.
public final class LogFile {
    private static final String EVENTS = """
            SELECT id, kind, channel_id, person_id, name_mac, credential_id, credentials_number, pin, occurred_at,
                   boot_id, monotonic_ns, additional, hash
              FROM event ORDER BY id""";
    private static final int HASH_COLUMN = 13;
    private static final int MAC_COLUMN = 5;
    private static final int PIN_COLUMN = 8;

    private LogFile() {}

    /// Checks every page, that ids rise by one from 1, and each event's hash over the one before. Returns the newest
    /// id.
    public static long requireWhole(Path database) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = connection.createStatement()) {
            try (ResultSet check = statement.executeQuery("PRAGMA integrity_check")) {
                assertThat(check.getString(1)).isEqualTo("ok");
            }
            byte[] before = new byte[32];
            long newest = 0;
            try (ResultSet row = statement.executeQuery(EVENTS)) {
                while (row.next()) {
                    assertThat(row.getLong(1)).isEqualTo(++newest);
                    byte[] hash = row.getBytes(HASH_COLUMN);
                    assertThat(hash).as("hash of event " + newest).isEqualTo(hash(before, row));
                    before = hash;
                }
            }
            return newest;
        }
    }

    /// The codes of all events, by their ids.
    public static Map<Long, Long> codes(Path database) throws SQLException {
        var codes = new TreeMap<Long, Long>();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id, kind FROM event")) {
            while (row.next()) codes.put(row.getLong(1), row.getLong(2));
        }
        return codes;
    }

    static void run(Path database, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /// As the first comment of the store's `EventChain` draws it, written down a second time.
    private static byte[] hash(byte[] before, ResultSet row) throws SQLException {
        try {
            var sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(before);
            for (int column = 1; column < HASH_COLUMN; column++) {
                String field = field(row, column);
                if (field != null) sha256.update(field.getBytes(StandardCharsets.UTF_8));
                sha256.update((byte) 0x1F);
            }
            return sha256.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable String field(ResultSet row, int column) throws SQLException {
        if (column == PIN_COLUMN) return row.getInt(column) == 1 ? "true" : "false";
        if (column != MAC_COLUMN) return row.getString(column);
        byte[] mac = row.getBytes(column);
        return mac == null ? null : HexFormat.of().formatHex(mac);
    }
}
