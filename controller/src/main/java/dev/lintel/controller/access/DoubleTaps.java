package dev.lintel.controller.access;

import dev.lintel.controller.access.Presentation.Shown;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The card that was admitted last at each reader: the same one soon after makes a double tap. Monotonic time. The
/// decision thread only.
final class DoubleTaps {
    /// Long enough to hold a card to the reader once more, and too short for coming back.
    static final long WITHIN_NS = TimeUnit.SECONDS.toNanos(3);

    private final Map<ReaderPlace, Tap> taps = new HashMap<>();

    private record Tap(long personId, long atNs) {}

    /// The person was admitted by what was presented; returns whether that is the second tap of one who may do it. Only
    /// cards at the entry reader count.
    boolean second(Presentation read, Decision.Admitted admitted) {
        if (read.isRepeated()) return false; // no person has tapped
        ReaderPlace reader = ReaderPlace.of(read);
        Tap before = taps.remove(reader);
        boolean card = read.shown() instanceof Shown.Card && read.side().equals(Gates.ENTRY);
        if (!card || !admitted.company().doubleTap()) return false;
        long personId = admitted.holder().personId();
        boolean second = before != null && before.personId == personId && read.atNs() - before.atNs <= WITHIN_NS;
        if (!second) taps.put(reader, new Tap(personId, read.atNs()));
        return second;
    }
}
