package dev.lintel.controller.update;

import dev.lintel.controller.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What became of the last update, in a file beside the trusted keys: for `bundle status`, `doctor` and
/// the pages. It is never asked where to boot from: the boot partition alone says that.
///
/// @param state what became of it
/// @param slot that it went to
/// @param version that was installed
/// @param release its number
/// @param why of a failure, in words; empty otherwise
/// @param at when this was written, by the box's clock
/// @param faults names of what did not work before: the update is not to blame for those
public record Journal(
        State state, char slot, String version, long release, String why, Instant at, List<String> faults) {
    public Journal {
        faults = List.copyOf(faults);
    }

    /// What became of an update.
    public enum State {
        /// Being written.
        WRITING,
        /// Written; it starts next.
        TRYING,
        /// Its test passed.
        KEPT,
        /// Its test failed; the version before starts next.
        LEAVING,
        /// It failed, and the version before runs.
        FAILED
    }

    private static final String FILE = "last.json";
    /// As many as a box has parts that can fail, and two readers at each of 64 doors.
    private static final int FAULTS_MAX = 64 + 2 * 64;

    private static final Pattern LINE = Pattern.compile("(?s).{0,2000}");
    private static final Pattern WORD = Pattern.compile("[0-9A-Za-z.+~-]{1,64}");

    /// The one in that folder; null where there was no update, or its note is damaged: it decides
    /// nothing.
    public static @Nullable Journal read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            if (!Files.exists(file)) return null;
            Fields fields = Fields.parse(FILE, Files.readString(file));
            return new Journal(
                    State.valueOf(fields.text("state", WORD)),
                    fields.text("slot", Pattern.compile("[ab]")).charAt(0),
                    fields.text("version", WORD),
                    fields.number("release", 1, Long.MAX_VALUE),
                    fields.text("why", LINE),
                    fields.time("at"),
                    fields.objects("faults", FAULTS_MAX).stream()
                            .map(fault -> fault.text("name", LINE))
                            .toList());
        } catch (IOException | UpdateException | IllegalArgumentException e) {
            return null;
        }
    }

    Journal now(State next, String reason, Instant when) {
        return new Journal(next, slot, version, release, reason, when, faults);
    }

    void write(Path folder, StateFiles files) throws IOException {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", 1);
        json.put("state", state.name());
        json.put("slot", String.valueOf(slot));
        json.put("version", version);
        json.put("release", release);
        json.put("why", why);
        json.put("at", at.toString());
        json.put(
                "faults",
                faults.stream()
                        .limit(FAULTS_MAX)
                        .map(name -> Map.of("name", name))
                        .toList());
        files.write(folder.resolve(FILE), Json.pretty(json));
    }
}
