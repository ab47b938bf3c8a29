package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;

/// `oauth.db` of a dead process, read by the SQLite driver alone.
final class TokenFile {
    private static final String UNSPENT = """
            SELECT count(*) FROM token
             WHERE spent_at IS NULL AND permission_id = (SELECT permission_id FROM token WHERE refresh_hash = ?)""";

    private TokenFile() {}

    /// Checks every page, that the pair is in it, and that of its permission one pair alone is unspent. Returns whether
    /// that is this pair; else another one has taken its place.
    static boolean isGood(Path database, BoxOAuth.Pair pair) throws SQLException {
        byte[] hash = sha256(pair.refresh());
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var check = connection.createStatement();
                var unspent = connection.prepareStatement(UNSPENT);
                var own = connection.prepareStatement("SELECT spent_at IS NULL FROM token WHERE refresh_hash = ?")) {
            try (ResultSet result = check.executeQuery("PRAGMA integrity_check")) {
                assertThat(result.getString(1)).isEqualTo("ok");
            }
            own.setBytes(1, hash);
            boolean good;
            try (ResultSet row = own.executeQuery()) {
                assertThat(row.next()).as("what was answered is on disk").isTrue();
                good = row.getBoolean(1);
            }
            unspent.setBytes(1, hash);
            try (ResultSet row = unspent.executeQuery()) {
                assertThat(row.getInt(1)).as("good pairs").isEqualTo(1);
            }
            return good;
        }
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
