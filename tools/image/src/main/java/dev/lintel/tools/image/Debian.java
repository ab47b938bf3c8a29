package dev.lintel.tools.image;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// Which Debian is in an image or a bundle: told with each that is made, for what was mended since is not in it.
///
/// @param day the archive's, when the base was laid out
/// @param laid it was laid out just now
/// @param unasked why the archive could not be asked for anything newer; null where it was
public record Debian(LocalDate day, boolean laid, @Nullable String unasked) {
    /// A line for who made it.
    public String words() {
        String of = "Debian " + RootFs.SUITE + " as of " + day;
        if (unasked != null && laid) return of + "; its lists could not be looked at (" + unasked + ")";
        if (unasked != null)
            return of + ", which was laid out before: the archive could not be asked for anything newer (" + unasked
                    + ")";
        return laid ? of : of + ": the archive has nothing newer";
    }
}
