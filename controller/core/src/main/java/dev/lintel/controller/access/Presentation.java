package dev.lintel.controller.access;

import dev.lintel.reader.CardBits;
import org.jspecify.annotations.Nullable;

/// What somebody showed at a reader: a card's bits, a code's text, a whole PIN, or a phone.
///
/// @param id unique within this process
/// @param channelId the door it was shown at
/// @param side `entry` or `exit`
/// @param atNs monotonic time of its last byte, edge or key
/// @param passedBy the person whom the first door of an airlock has admitted with it, where the box shows it at the
///     second door; null: a person shows it
public record Presentation(
        long id,
        long channelId,
        String side,
        Shown shown,
        long atNs,
        @Nullable Long passedBy) {
    /// Shown by a person.
    public Presentation(long id, long channelId, String side, Shown shown, long atNs) {
        this(id, channelId, side, shown, atNs, null);
    }

    /// Whether the box shows at the second door of an airlock what was shown at the first one.
    boolean isRepeated() {
        return passedBy != null;
    }

    /// At which reader they stand, as the door takes it. A phone may be anywhere: what a door grants to who stands at
    /// its exit reader, and nobody else, is not for phones that say that they leave.
    String standsAt() {
        return shown instanceof Shown.Phone ? "entry" : side;
    }

    public sealed interface Shown {
        record Card(CardBits bits) implements Shown {}

        /// One line without control characters: a code that was `scanned`, such as a QR code, or a card's number as
        /// its reader writes it.
        record Text(String text, boolean scanned) implements Shown {}

        /// A phone that has proved to be the one that this credential is of: at no reader, but as if there.
        ///
        /// @param request names this asking in the event that answers it
        record Phone(long credentialId, String request) implements Shown {}

        /// The digits as typed. Never logged.
        record Pin(String digits) implements Shown {
            @Override
            public String toString() {
                return "Pin[****]";
            }
        }
    }
}
