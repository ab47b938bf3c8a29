package dev.lintel.tools;

import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.Installer.Status;
import dev.lintel.controller.update.Journal;
import dev.lintel.controller.update.Release;
import dev.lintel.controller.update.UpdateException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// A box of an image: which version runs, whether it is of late, what became of the last update.
final class UpdateChecks {
    private static final String CHECK = "version";

    private UpdateChecks() {}

    /// Nothing on a machine that no image made.
    ///
    /// @param root of the machine: `/`, but for tests
    static List<Finding> all(Path root, Installer installer, Instant now) {
        if (!Files.exists(root.resolve(Release.FILE))) return List.of();
        try {
            return List.of(of(installer.status(), now));
        } catch (UpdateException e) {
            return List.of(Finding.warn(CHECK, String.valueOf(e.getMessage()), "ask as root: sudo lintel doctor"));
        }
    }

    private static Finding of(Status status, Instant now) {
        Release running = status.running();
        String found = "Lintel " + running.version() + " of " + running.built() + " in slot " + status.slot();
        Journal last = status.last();
        if (last != null && last.state() == Journal.State.FAILED) {
            return Finding.warn(
                    CHECK,
                    found + "; the update to " + last.version() + " failed: " + last.why(),
                    "look at 'journalctl -u lintel-settle', then try again or another version");
        }
        if (status.onTrial()) return Finding.ok(CHECK, found + ", on trial");
        if (!now.isBefore(running.expires())) {
            return Finding.warn(CHECK, found + " is past its date", "install a newer one: lintel bundle install");
        }
        return Finding.ok(CHECK, found);
    }
}
