package dev.lintel.controller.backup;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a backup says of itself, in `backup.json`.
///
/// @param version of the Lintel that made it
/// @param made when, by that box's clock
/// @param box its machine's name
public record Contents(String version, Instant made, String box) {
    static final String FILE = "backup.json";

    static Contents parse(String text) {
        try {
            Map<String, @Nullable Object> json = Json.parseObject(text);
            if (!Long.valueOf(1).equals(json.get("format"))) {
                throw new BackupException("the backup is of a newer version of Lintel");
            }
            return new Contents(
                    String.valueOf(json.get("version")),
                    Instant.parse(String.valueOf(json.get("made"))),
                    String.valueOf(json.get("box")));
        } catch (JsonException | DateTimeException e) {
            throw new BackupException("the backup does not say what it is: " + e.getMessage(), e);
        }
    }

    String write() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", 1);
        json.put("version", version);
        json.put("made", made.toString());
        json.put("box", box);
        return Json.write(json);
    }
}
