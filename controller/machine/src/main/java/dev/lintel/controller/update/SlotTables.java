package dev.lintel.controller.update;

import dev.lintel.controller.json.Json;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the tables of the versions in both slots are, noted when one was installed: the slot that does not run is not
/// mounted, and its version cannot be asked. By the titles of their boot entries, for a version from before this note
/// that installs another one leaves the note as it is.
final class SlotTables {
    private static final Logger LOG = System.getLogger(SlotTables.class.getName());
    private static final String FILE = "tables.json";
    private static final int SLOTS_MAX = 2;
    private static final Pattern TITLE = Pattern.compile("[\\x20-\\x7E]{1,100}");

    private SlotTables() {}

    /// As [Manifest#schemas]; empty where nobody knows it.
    static Map<String, Integer> of(Path folder, String title) {
        Path file = folder.resolve(FILE);
        try {
            if (!Files.exists(file)) return Map.of();
            Fields fields = Fields.parse(FILE, Files.readString(file));
            for (Fields slot : fields.objects("slots", SLOTS_MAX)) {
                if (!slot.text("title", TITLE).equals(title)) continue;
                return slot.numbers("schemas", Manifest.DATABASE, Manifest.SCHEMAS_MAX);
            }
            return Map.of();
        } catch (IOException | UpdateException e) {
            LOG.log(Level.WARNING, file + " is not heeded: " + e.getMessage());
            return Map.of();
        }
    }

    /// Takes the place of what was noted before.
    static void note(Path folder, Map<String, Map<String, Integer>> byTitle, StateFiles files) throws IOException {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", 1);
        json.put(
                "slots",
                byTitle.entrySet().stream()
                        .map(slot -> Map.of("title", slot.getKey(), "schemas", slot.getValue()))
                        .toList());
        files.write(folder.resolve(FILE), Json.pretty(json));
    }
}
