package dev.lintel.controller.update;

import dev.lintel.controller.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a root file system says of itself, in `usr/lib/lintel-os/release.json`.
///
/// @param board as [Manifest#board()]
/// @param version as [Manifest#version()]
/// @param number as [Manifest#release()]
/// @param built as [Manifest#built()]
/// @param expires as [Manifest#expires()]: by then there should be a newer one
public record Release(String board, String version, long number, Instant built, Instant expires) {
    /// Where it is in a root file system.
    public static final String FILE = "usr/lib/lintel-os/release.json";

    private static final Pattern WORD = Pattern.compile("[0-9A-Za-z.+~-]{1,64}");

    /// Of the root at `root`. Throws [UpdateException] where that is none of an image's.
    public static Release of(Path root) {
        Path file = root.resolve(FILE);
        if (!Files.exists(file)) {
            throw new UpdateException("this machine does not run from a Lintel image (" + file
                    + " is not there): there Lintel is a package, and apt or dpkg brings new versions");
        }
        return read(file);
    }

    /// From its file. Throws [UpdateException].
    public static Release read(Path file) {
        try {
            Fields fields = Fields.parse(file.toString(), Files.readString(file));
            return new Release(
                    fields.text("board", WORD),
                    fields.text("version", WORD),
                    fields.number("release", 1, Long.MAX_VALUE),
                    fields.time("built"),
                    fields.time("expires"));
        } catch (IOException e) {
            throw new UpdateException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /// As [#of] reads it.
    public String write() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", 1);
        json.put("board", board);
        json.put("version", version);
        json.put("release", number);
        json.put("built", built.toString());
        json.put("expires", expires.toString());
        return Json.pretty(json) + "\n";
    }

    /// Throws [UpdateException] unless this box may take that bundle now.
    ///
    /// @param now by the box's clock; where that is behind this version's own build, the build counts
    void requireFit(Manifest manifest, Instant now) {
        if (!manifest.board().equals(board)) {
            throw new UpdateException(
                    "the bundle is for the board " + manifest.board() + ", and this box is a " + board);
        }
        if (manifest.release() == number) {
            throw new UpdateException("Lintel " + version + " of " + built + " is what runs already");
        }
        if (manifest.release() < number) {
            throw new UpdateException("the bundle (Lintel " + manifest.version() + " of " + manifest.built()
                    + ") is older than what runs (Lintel " + version + " of " + built
                    + "); 'lintel bundle rollback' goes back to the version before");
        }
        Instant atLeast = now.isBefore(built) ? built : now;
        if (!atLeast.isBefore(manifest.expires())) {
            throw new UpdateException(
                    "the bundle was to be installed before " + manifest.expires() + ": fetch a newer one");
        }
    }
}
