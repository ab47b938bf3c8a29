package dev.lintel.tools;

import dev.lintel.controller.update.Trust;
import dev.lintel.controller.update.UpdateException;
import dev.lintel.tools.image.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What images and bundles are made of, and say of themselves.
final class OriginOptions {
    private static final int DAYS_MAX = 3650;

    @Option(
            names = "--expires",
            paramLabel = "DAYS",
            description = "So long after its build it may be installed (default: 365).")
    int days = Origin.DAYS;

    @Option(
            names = "--release",
            paramLabel = "N",
            description = "Orders versions: a box takes only higher ones (default: the time of the build, or of its"
                    + " Debian where that is later, in seconds).")
    @Nullable
    Long release;

    @Option(
            names = "--fresh",
            description = "Lay Debian out anew, though the archive holds what the kept one was made of.")
    boolean fresh;

    @Option(
            names = "--reproducible",
            description =
                    "Make the same bytes from the same commit and the same lists of Debian's archive: with Lintel's"
                            + " package of 'lintel package --release', which has no start-up cache. Stops if files"
                            + " differ from the commit or the archive does not answer.")
    boolean reproducible;

    /// Throws [CommandFailed] and [UpdateException] in words.
    Origin of(@Nullable Path trust) {
        if (days < 1 || days > DAYS_MAX) throw new CommandFailed("--expires is 1 to " + DAYS_MAX + " days");
        if (release != null && release < 1) throw new CommandFailed("--release is a number from 1 on");
        if (trust == null) return new Origin(null, days, release);
        try {
            Trust keys = Trust.parse(Files.readString(trust));
            if (!keys.isSignedBy(keys)) {
                throw new UpdateException(trust + " is not signed by " + keys.threshold() + " of its own keys yet");
            }
            return new Origin(keys, days, release);
        } catch (IOException e) {
            throw new UpdateException("the trusted keys cannot be read: " + e.getMessage(), e);
        }
    }
}
