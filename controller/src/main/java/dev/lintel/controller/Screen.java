package dev.lintel.controller;

import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.UserStore;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a box has to say on its own screens: while there is no administrator, the link that makes the first one. Who
/// reset a box, or lost its card's paper, reads it there. In a file, which root's part of an image shows on each screen
/// and serial console; elsewhere nobody looks at it. On the housekeeping's thread.
///
/// ```
///   here ──► /run/lintel/screen ──lintel-screen.path──► /run/issue.d/lintel.issue ──► agetty
/// ```
final class Screen {
    /// Somebody who has become the administrator still stands before it.
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

    private static final Logger LOG = System.getLogger(Screen.class.getName());

    private final Path file;
    private final Supplier<Welcome> welcome;
    private final Database database;
    private @Nullable String shown;

    Screen(Path file, Supplier<Welcome> welcome, Database database) {
        this.file = file;
        this.welcome = welcome;
        this.database = database;
    }

    /// Where there is such a file.
    static void begin(Housekeeping housekeeping, Front.Parts parts, Supplier<Welcome> welcome) {
        Path file = parts.surroundings().screen();
        if (file == null) return;
        housekeeping.every("screen", Duration.ZERO, LOOK_EVERY, new Screen(file, welcome, parts.database())::look);
    }

    /// Writes it where it is another than before.
    void look() {
        String text = text(welcome.get());
        if (text.equals(shown)) return;
        try {
            DataFolder.writePrivate(file, text.getBytes(StandardCharsets.UTF_8));
            shown = text;
        } catch (IOException e) { // the next time
            LOG.log(Level.WARNING, file + " is not written: " + e.getMessage());
        }
    }

    private String text(Welcome now) {
        boolean waits = now.url() != null && now.setupPath() != null;
        if (!waits || new UserStore(database).hasAdministrator()) return "";
        return "  This box has no administrator yet. Whoever opens this link becomes the first:\n\n  " + now.url()
                + now.setupPath() + "\n";
    }
}
