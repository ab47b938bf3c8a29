package dev.lintel.controller;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.health.Housekeeping;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a box has to say on its own screens: while there is no administrator, the link that makes the
/// first one. Who reset a box, or lost its card's paper, reads it there. Not of a box whose doors work by
/// what somebody else says: that one needs no administrator, and would show the link for years. And what
/// is broken, where its disk is. In a file, which root's part of an image shows on each screen and serial
/// console; elsewhere nobody looks at it. On the housekeeping's thread.
///
/// ```
///   here ──► /run/lintel/screen ──lintel-screen.path──► /run/issue.d/lintel.issue ──► agetty
/// ```
final class Screen {
    /// Somebody who has become the administrator still stands before it.
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

    private static final Logger LOG = System.getLogger(Screen.class.getName());

    private final Path file;
    private final Shown from;
    private @Nullable String shown;

    /// What it shows.
    ///
    /// @param url where the box is served; null while it is not
    /// @param link that is good; null: there is an administrator
    /// @param alone whether the box needs one: it follows nobody, and works from its own disk
    /// @param broken what the box had to start without; null: nothing
    record Shown(
            Supplier<@Nullable String> url,
            Supplier<FirstLink.@Nullable Link> link,
            BooleanSupplier alone,
            @Nullable String broken) {}

    Screen(Path file, Shown from) {
        this.file = file;
        this.from = from;
    }

    /// Where there is such a file.
    static void begin(Housekeeping housekeeping, Front.Parts parts, Shown from) {
        Path file = parts.surroundings().screen();
        if (file == null) return;
        housekeeping.every("screen", Duration.ZERO, LOOK_EVERY, new Screen(file, from)::look);
    }

    /// Writes it where it is another than before.
    void look() {
        String text = text();
        if (text.equals(shown)) return;
        try {
            DataFolder.writePrivate(file, text.getBytes(StandardCharsets.UTF_8));
            shown = text;
        } catch (IOException e) { // the next time
            LOG.log(Level.WARNING, file + " is not written: " + e.getMessage());
        }
    }

    private String text() {
        String broken = from.broken == null ? "" : "  This box needs somebody: " + from.broken + ".\n\n";
        return broken + link();
    }

    private String link() {
        String url = from.url.get();
        FirstLink.Link link = url == null || !from.alone.getAsBoolean() ? null : from.link.get();
        if (url == null || link == null) return "";
        return "  This box has no administrator yet. Whoever opens this link becomes the first:\n\n  " + url
                + link.line() + "\n";
    }
}
