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
    private record Last(Shown shown, long first, long atNs) {}

    /// Notes a read. Returns the presentation that it belongs to; null where it is one of its own: another card, the
    /// same one after a pause, a PIN, a phone, or what the box shows at the second door of an airlock.
    @Nullable
    Long read(Presentation read) {
        boolean held = read.shown() instanceof Shown.Card || read.shown() instanceof Shown.Text;
        if (!held || read.isRepeated()) return null;
        var reader = ReaderPlace.of(read);
        Last last = readers.get(reader);
        if (last != null && last.shown.equals(read.shown()) && read.atNs() - last.atNs < Doors.APART_NS) {
            readers.put(reader, new Last(read.shown(), last.first, read.atNs()));
            return last.first;
        }
        readers.put(reader, new Last(read.shown(), read.id(), read.atNs()));
        return null;
    }

    /// The read was not decided on in time: the next one of the same card is decided on.
    void forget(Presentation read) {
        readers.remove(ReaderPlace.of(read));
    }
}
