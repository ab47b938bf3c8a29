package dev.lintel.controller.access;

import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.Doors;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Finds reads of a card or code that stays at its reader: many readers read it again and again. A read less than
/// [Doors#APART_NS] after the last one of the same number at the same reader belongs to the same presentation, also
/// where the reader reads other cards in between. Where the person was refused, the presentation is over after
/// [#HELD_NS_MAX], and the next read begins another one, until the card has stayed for [#STAYS_NS_MAX]. Monotonic time.
/// The decision thread only.
///
/// ```
///   reads of one card   x  x  x  x        x  x  x  x  x  x  x  x  x  x  x  x
///   presentations       1                 2              3                     each read renews the 0.7 s
///                                         |<--- 5 s ---->|<--- 5 s ---->|
///                                         refused        admitted
/// ```
final class HeldCards {
    /// A wallet has a few cards, and a reader reads at most eight within [Doors#APART_NS]: one takes it 0.1 s or more.
    static final int CARDS_MAX = 8;

    /// How long a presentation lasts whose person was refused: the reason may be over.
    static final long HELD_NS_MAX = TimeUnit.SECONDS.toNanos(5);

    /// A card that stays for longer has been left there: nothing is decided until it was away.
    static final long STAYS_NS_MAX = TimeUnit.SECONDS.toNanos(15);

    private final Map<ReaderPlace, Map<Shown, Reads>> readers = new HashMap<>(); // of each the one read last is last

    /// The last presentation of a card or code at a reader.
    ///
    /// @param first the presentation that the reads belong to
    /// @param newest the last one of these reads
    /// @param stayedNs since when the card stays at the reader
    /// @param sinceNs the beginning of the presentation
    /// @param over another card has ended the wait for the PIN of this one
    /// @param refused the person was refused
    private record Reads(
            long first, long newest, long stayedNs, long sinceNs, long atNs, boolean over, boolean refused) {
        Reads with(Presentation read) {
            return new Reads(first, read.id(), stayedNs, sinceNs, read.atNs(), over, refused);
        }

        boolean isOf(long presentation) {
            return first == presentation || newest == presentation;
        }

        boolean isOver(long nowNs) {
            boolean again = refused && nowNs - sinceNs >= HELD_NS_MAX && nowNs - stayedNs < STAYS_NS_MAX;
            return over || again;
        }
    }

    /// Whether the card or code was at the reader less than [Doors#APART_NS] ago. Before the read is noted.
    boolean stays(Presentation read) {
        return last(read) != null;
    }

    /// Notes a read. Returns the presentation that it belongs to; null where it is one of its own: a new card, the
    /// same one after a pause, or after [#HELD_NS_MAX] where it was refused, a PIN, a phone, or what the box shows
    /// at the second door of an airlock. `waits`: another factor is awaited at the reader, and a card that stays
    /// does not end that wait.
    @Nullable
    Long read(Presentation read, boolean waits) {
        Reads last = last(read);
        if (last == null || (last.isOver(read.atNs()) && !waits)) {
            begins(read);
            return null;
        }
        note(read, last.with(read));
        return last.first;
    }

    /// A presentation begins with that read.
    void begins(Presentation read) {
        Reads last = last(read);
        long stayedNs = last == null ? read.atNs() : last.stayedNs;
        note(read, new Reads(read.id(), read.id(), stayedNs, read.atNs(), read.atNs(), false, false));
    }

    /// The read belongs to a card whose PIN is awaited.
    void awaited(Presentation read) {
        Reads last = last(read);
        long first = last == null ? read.id() : last.first;
        long stayedNs = last == null ? read.atNs() : last.stayedNs;
        note(read, new Reads(first, read.id(), stayedNs, read.atNs(), read.atNs(), false, false));
    }

    /// The person of that read was refused.
    void refused(Presentation read) {
        change(read, last -> last.newest != read.id() ? last : refused(last));
    }

    /// The door has refused the person of that presentation.
    void refused(long presentation) {
        for (Map<Shown, Reads> cards : readers.values())
            cards.replaceAll((_, last) -> last.isOf(presentation) ? refused(last) : last);
    }

    private static Reads refused(Reads last) {
        return new Reads(last.first, last.newest, last.stayedNs, last.sinceNs, last.atNs, last.over, true);
    }

    /// Another card has ended the wait for the PIN of that card, which may stay at the reader: the next read begins.
    void gaveUp(Presentation read) {
        change(
                read,
                last -> new Reads(last.first, last.newest, last.stayedNs, last.sinceNs, last.atNs, true, last.refused));
    }

    private void change(Presentation read, UnaryOperator<Reads> to) {
        Map<Shown, Reads> cards = readers.get(ReaderPlace.of(read));
        if (cards != null) cards.computeIfPresent(read.shown(), (_, last) -> to.apply(last));
    }

    /// A read there was not decided on: the next one of each card is.
    void forget(ReaderPlace reader) {
        readers.remove(reader);
    }

    /// The presentation was not decided on in time: the next read of the same card is decided on.
    void forget(long presentation) {
        for (Map<Shown, Reads> cards : readers.values()) cards.values().removeIf(last -> last.isOf(presentation));
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
