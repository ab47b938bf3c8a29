package dev.lintel.controller.access;

import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.Doors;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Finds reads of a card or code that stays at its reader: many readers read it again and again. A read less than
/// [Doors#APART_NS] after the last one of the same number at the same reader belongs to the same presentation, also
/// where the reader reads other cards in between. After [#HELD_NS_MAX] the presentation is over, and the next read
/// begins another one. Monotonic time. The decision thread only.
///
/// ```
///   reads of one card   x  x  x  x        x  x  x  x  x  x  x  x
///   presentations       1                 2              3        each read renews the 0.7 s
///                                         |<--- 5 s ---->|
/// ```
final class HeldCards {
    /// A wallet has a few cards, and a reader reads at most eight within [Doors#APART_NS]: one takes it 0.1 s or more.
    static final int CARDS_MAX = 8;

    /// How long a presentation lasts. A person who was refused for a reason that is over, or whose unlock has ended
    /// unused, gets an answer without taking the card away; 5 s is the usual unlock time.
    static final long HELD_NS_MAX = TimeUnit.SECONDS.toNanos(5);

    private final Map<ReaderPlace, Map<Shown, Reads>> readers = new HashMap<>(); // of each the one read last is last

    /// The last presentation of a card or code at a reader.
    ///
    /// @param first the presentation that the reads belong to
    /// @param newest the last one of these reads
    /// @param sinceNs the beginning of the presentation
    /// @param over another card has ended the wait for the PIN of this one
    private record Reads(long first, long newest, long sinceNs, long atNs, boolean over) {}

    /// Whether the card or code was at the reader less than [Doors#APART_NS] ago. Before the read is noted.
    boolean stays(Presentation read) {
        return last(read) != null;
    }

    /// Notes a read. Returns the presentation that it belongs to; null where it is one of its own: a new card, the
    /// same one after a pause or after [#HELD_NS_MAX], a PIN, a phone, or what the box shows at the second door of an
    /// airlock. `waits`: another factor is awaited at the reader, and a card that stays does not end that wait.
    @Nullable
    Long read(Presentation read, boolean waits) {
        Reads last = last(read);
        boolean over = last != null && (last.over || read.atNs() - last.sinceNs >= HELD_NS_MAX);
        if (last == null || (over && !waits)) {
            begins(read);
            return null;
        }
        note(read, new Reads(last.first, read.id(), last.sinceNs, read.atNs(), last.over));
        return last.first;
    }

    /// A presentation begins with that read.
    void begins(Presentation read) {
        note(read, new Reads(read.id(), read.id(), read.atNs(), read.atNs(), false));
    }

    /// The read belongs to a card whose PIN is awaited: the presentation lasts [#HELD_NS_MAX] from the last such read.
    void awaited(Presentation read) {
        Reads last = last(read);
        long first = last == null ? read.id() : last.first;
        note(read, new Reads(first, read.id(), read.atNs(), read.atNs(), false));
    }

    /// Another card has ended the wait for the PIN of that card, which may stay at the reader: the next read begins.
    void gaveUp(Presentation read) {
        Map<Shown, Reads> cards = readers.get(ReaderPlace.of(read));
        if (cards == null) return;
        cards.computeIfPresent(
                read.shown(), (_, last) -> new Reads(last.first, last.newest, last.sinceNs, last.atNs, true));
    }

    /// A read there was not decided on: the next one of each card is.
    void forget(ReaderPlace reader) {
        readers.remove(reader);
    }

    /// The presentation was not decided on in time: the next read of the same card is decided on.
    void forget(long presentation) {
        for (Map<Shown, Reads> cards : readers.values())
            cards.values().removeIf(last -> last.first == presentation || last.newest == presentation);
    }

    private @Nullable Reads last(Presentation read) {
        if (!mayStay(read)) return null;
        Map<Shown, Reads> cards = readers.get(ReaderPlace.of(read));
        Reads last = cards == null ? null : cards.get(read.shown());
        return last == null || read.atNs() - last.atNs >= Doors.APART_NS ? null : last;
    }

    private void note(Presentation read, Reads now) {
        if (!mayStay(read)) return;
        Map<Shown, Reads> cards = readers.computeIfAbsent(ReaderPlace.of(read), _ -> new LinkedHashMap<>());
        cards.remove(read.shown());
        cards.put(read.shown(), now);
        if (cards.size() > CARDS_MAX) cards.remove(cards.keySet().iterator().next());
    }

    private static boolean mayStay(Presentation read) {
        boolean card = read.shown() instanceof Shown.Card || read.shown() instanceof Shown.Text;
        return card && !read.isRepeated();
    }
}
