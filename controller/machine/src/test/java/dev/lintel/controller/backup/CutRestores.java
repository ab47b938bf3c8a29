package dev.lintel.controller.backup;

import dev.lintel.controller.time.Time;
import java.nio.file.Path;

/// Restores whose process ends in the middle, for tests of whole boxes.
public final class CutRestores {
    /// Steps to where the old database is out and the new one not in: the mark, a folder, and the
    /// database's move.
    private static final int STEPS = 3;

    private static final BackupKeys KEYS = new KnownKeys();

    private CutRestores() {}

    /// The power goes.
    private static final class Cut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// Restores `backup` into `data` up to there. Throws AssertionError where it had fewer steps.
    ///
    /// @param keepWiring as the command's option
    public static void cut(Path backup, String passphrase, Path data, boolean keepWiring, Time time) {
        int[] left = {STEPS};
        var restores = new Restores(
                _ -> {},
                _ -> {
                    if (left[0]-- == 0) throw new Cut();
                },
                KEYS);
        try {
            restores.restore(backup, passphrase, data, keepWiring, time);
        } catch (Cut e) {
            return;
        }
        throw new AssertionError("it came to its end in " + (STEPS - left[0]) + " steps");
    }
}
