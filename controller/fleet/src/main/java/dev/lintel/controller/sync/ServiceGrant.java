package dev.lintel.controller.sync;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.cloud.Grant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The refresh token of an operator's permission, in one file for its owner only: `{"refresh_token": "…", "under_way":
/// false}`. Token and mark stand in one file, so that a kill leaves what stood before or what stands after, and never
/// one of them without the other. One caller at a time (`this` guards it).
///
/// ```
///   underWay   old token, true   on disk ──► the request is sent ──► rotated   new token, false   on disk
///   a kill in between: old token, true. The next refusal is told as an answer that was lost
/// ```
final class ServiceGrant implements Grant {
    /// Longer than any token.
    static final int TOKEN_CHARS_MAX = 8_192;

    private static final String TOKEN = "refresh_token";
    private static final String UNDER_WAY = "under_way";

    private final Path file;
    private String token;
    private boolean underWay;
    private boolean unwritten;

    private ServiceGrant(Path file, String token, boolean underWay) {
        this.file = file;
        this.token = token;
        this.underWay = underWay;
    }

    /// As the file has it. Throws [IOException] and [IllegalArgumentException] for one that cannot be read.
    static ServiceGrant read(Path file) throws IOException {
        try {
            Map<String, @Nullable Object> state =
                    Json.parseObject(Files.readString(file).strip());
            if (state.get(TOKEN) instanceof String token && state.get(UNDER_WAY) instanceof Boolean underWay) {
                return new ServiceGrant(file, token, underWay);
            }
        } catch (JsonException e) {
            throw new IllegalArgumentException(file.getFileName() + " is no JSON", e);
        }
        throw new IllegalArgumentException(file.getFileName() + " has no " + TOKEN);
    }

    /// A new one, on disk when this returns.
    static ServiceGrant create(Path file, String token) {
        var grant = new ServiceGrant(file, token, false);
        grant.write();
        return grant;
    }

    @Override
    public synchronized String refreshToken() {
        return token;
    }

    @Override
    public synchronized void underWay() {
        if (underWay && !unwritten) return;
        underWay = true;
        write();
    }

    @Override
    public synchronized boolean isUnderWay() {
        return underWay;
    }

    /// A disk that takes nothing now: the token is kept in memory, and nothing is sent before it is on disk.
    @Override
    public synchronized void rotated(String refresh) {
        token = refresh;
        underWay = false;
        write();
    }

    private void write() {
        unwritten = true;
        String state = Json.write(Map.of(TOKEN, token, UNDER_WAY, underWay)) + "\n";
        try {
            DataFolder.writeDurably(file, state.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new TargetException("the service's permission cannot be written: " + e.getMessage(), e);
        }
        unwritten = false;
    }

    /// No token: this may end up in a log.
    @Override
    public String toString() {
        return "ServiceGrant[" + file.getFileName() + "]";
    }
}
