package dev.lintel.controller.system;

import dev.lintel.controller.json.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What became of the last request.
///
/// @param id of the request; empty when it could not be read
/// @param kind of it, as [SystemRequest#kind()]; empty when it could not be read
/// @param text a sentence, or what is being done in a few words
/// @param atNs when this was written, by the machine's monotonic clock
public record Answer(String id, String kind, State state, String text, long atNs) {
    private static final String FILE = "answer.json";
    private static final int TEXT_MAX = 4000;

    /// How it stands.
    public enum State {
        /// It is being carried out.
        WORKING,
        /// It is done.
        DONE,
        /// It is done by the restart of the machine that follows now.
        RESTARTING,
        /// It is not done: nothing has changed, or what has is harmless.
        REFUSED
    }

    /// Null where there was none since the machine started.
    static @Nullable Answer read(SystemFolders folders) {
        String text = PublicFile.read(folders.published().resolve(FILE));
        if (text == null) return null;
        try {
            Fields fields = Fields.parse(FILE, text);
            return new Answer(
                    fields.text("id", TEXT_MAX),
                    fields.text("kind", TEXT_MAX),
                    State.valueOf(fields.text("state", TEXT_MAX)),
                    fields.text("text", TEXT_MAX),
                    fields.number("at_ns"));
        } catch (SystemException | IllegalArgumentException e) { // a newer version wrote it
            return null;
        }
    }

    void write(SystemFolders folders) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("kind", kind);
        json.put("state", state.name());
        json.put("text", text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) : text);
        json.put("at_ns", atNs);
        try {
            PublicFile.write(folders.published().resolve(FILE), Json.write(json));
        } catch (IOException e) {
            throw new SystemException("the answer cannot be written: " + e.getMessage(), e);
        }
    }
}
