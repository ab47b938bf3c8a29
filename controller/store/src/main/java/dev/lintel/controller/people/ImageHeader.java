package dev.lintel.controller.people;

/// What an image says of itself. Immutable.
///
/// @param width in pixels, as stored
/// @param height in pixels, as stored
/// @param orientation as EXIF counts: 1 as stored, 2 to 8 mirrored or turned
/// @param inks how four channels are meant
public record ImageHeader(Kind kind, int width, int height, int orientation, Inks inks) {
    /// What decodes it.
    public enum Kind {
        JPEG("jpeg"),
        PNG("png");

        private final String format;

        Kind(String format) {
            this.format = format;
        }

        /// The name that the JDK's readers go by.
        String format() {
            return format;
        }
    }

    /// Of a JPEG with four channels.
    public enum Inks {
        /// There are no four.
        NONE,
        /// Cyan, magenta, yellow and black, each as it is.
        CMYK,
        /// The same, each stored as 255 less it: what Adobe's programs write.
        CMYK_INVERTED,
        /// Adobe's, with the first three as luminance and two colour differences.
        YCCK_INVERTED
    }
}
