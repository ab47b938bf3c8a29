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

/// The newest version that has passed its test on this box, beside the trusted keys. Whoever has the box
/// go back may not have it take one in between, which may have what the newest mended.
///
/// ```
///   had 5, runs 3     takes 5, 6, …     not 4
/// ```
///
/// @param version as [Manifest#version()]
/// @param release as [Manifest#release()]
public record Newest(String version, long release) {
    private static final Logger LOG = System.getLogger(Newest.class.getName());
    private static final String FILE = "newest.json";
    private static final Pattern WORD = Pattern.compile("[0-9A-Za-z.+~-]{1,64}");

    /// The one in that folder; null where no update has passed its test yet, or the note is damaged: a
    /// box whose disk lost it must be updated still.
    static @Nullable Newest read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            if (!Files.exists(file)) return null;
            Fields fields = Fields.parse(FILE, Files.readString(file));
            return new Newest(fields.text("version", WORD), fields.number("release", 1, Long.MAX_VALUE));
        } catch (IOException | UpdateException e) {
            LOG.log(Level.WARNING, file + " is not heeded: " + e.getMessage());
            return null;
        }
    }

    /// Keeps `passed` where it is newer than what is there.
    static void keep(Path folder, Release passed, StateFiles files) throws IOException {
        Newest kept = read(folder);
        if (kept != null && kept.release >= passed.number()) return;
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", 1);
        json.put("version", passed.version());
        json.put("release", passed.number());
        files.write(folder.resolve(FILE), Json.pretty(json));
    }

    /// Throws [UpdateException] for a version that is older.
    void requireFit(Manifest manifest) {
        if (manifest.release() >= release) return;
        throw new UpdateException("the bundle (Lintel " + manifest.version() + " of " + manifest.built()
                + ") is older than Lintel " + version
                + ", which this box has gone back from: it takes that one, and newer"
                + " ones");
    }
}
