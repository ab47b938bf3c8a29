package dev.lintel.tools.image;

import dev.lintel.controller.update.Release;
import dev.lintel.controller.update.Trust;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Where a root file system comes from, as it says itself.
///
/// @param trust whose updates a box with it takes; null: nobody's
/// @param days from its build on that it may be installed, and after which `doctor` asks for a newer one
/// @param number that orders versions; null: the seconds of its build
public record Origin(
        @Nullable Trust trust, int days, @Nullable Long number) {
    /// A year: two versions a year are enough to be never late.
    public static final int DAYS = 365;

    Release release(Board board, String version, Instant built) {
        long release = number == null ? built.getEpochSecond() : number;
        return new Release(board.title(), version, release, built, built.plus(Duration.ofDays(days)));
    }
}
