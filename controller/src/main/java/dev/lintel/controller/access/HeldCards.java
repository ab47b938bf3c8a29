package dev.lintel.controller.access;

import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.Doors;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds reads of a card or code that stays at its reader: many readers read it again and again. A read less than
/// [Doors#APART_NS] after the last one of the same number at the same reader belongs to the same presentation.
/// Monotonic time. The decision thread only.
///
/// ```
///   reads of one card   x  x  x  x        x
///   presentations       1                 2      each read renews the time
/// ```
final class HeldCards {
    private final Map<ReaderPlace, Last> readers = new HashMap<>(); // those that are wired, at most

    /// The last card or code at a reader.
    ///
    /// @param first the presentation that the reads belong to
    /// @param newest the last one of these reads
    private record Last(Shown shown, long first, long newest, long atNs) {}

    /// Notes a read. Returns the presentation that it belongs to; null where it is one of its own: another card, the
    /// same one after a pause, a PIN, a phone, or what the box shows at the second door of an airlock.
    @Nullable
    Long read(Presentation read) {
        boolean held = read.shown() instanceof Shown.Card || read.shown() instanceof Shown.Text;
        if (!held || read.isRepeated()) return null;
        var reader = ReaderPlace.of(read);
        Last last = readers.get(reader);
        if (last != null && last.shown.equals(read.shown()) && read.atNs() - last.atNs < Doors.APART_NS) {
            readers.put(reader, new Last(read.shown(), last.first, read.id(), read.atNs()));
            return last.first;
        }
        readers.put(reader, new Last(read.shown(), read.id(), read.id(), read.atNs()));
        return null;
    }

    /// A read there was not decided on: the next one is.
    void forget(ReaderPlace reader) {
        readers.remove(reader);
    }

    /// The presentation was not decided on in time: the next read of the same card is decided on.
    void forget(long presentation) {
        readers.values().removeIf(last -> last.first == presentation || last.newest == presentation);
    }
}
