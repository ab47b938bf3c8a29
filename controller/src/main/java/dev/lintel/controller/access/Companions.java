package dev.lintel.controller.access;

import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.event.EventDraft;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Persons who may enter a door together with another one only, and wait at its reader for that one. One at a reader;
/// monotonic time. The decision thread only.
final class Companions {
    private final Map<ReaderPlace, Waiting> waiting = new HashMap<>();

    /// @param first the presentation that says who it is
    /// @param last the one that completed it
    record Waiting(Presentation first, Presentation last, Decision.Admitted decision) {
        long untilNs() {
            return last.atNs() + SecondFactors.WINDOW_NS;
        }

        long personId() {
            return decision.holder().personId();
        }

        int threatLevel() {
            return decision.trace().notes().threat().level();
        }

        /// The answer to this person where the other one does not enter.
        EventDraft alone(Presentation otherRead, Instant now) {
            return new AccessEvents(first, last, now).without(decision, otherRead.atNs());
        }

        /// The event of this person, who enters now together with `other`.
        EventDraft admitted(Decision.Admitted other, Presentation otherRead, Instant now) {
            return new AccessEvents(first, last, now).admitted(decision, other.holder(), otherRead.atNs());
        }
    }

    /// Returns the person who waited at the reader before, whose wait ends here; or null.
    @Nullable
    Waiting await(Presentation read, Waiting one) {
        Waiting before = at(read);
        waiting.put(ReaderPlace.of(read), one);
        return before;
    }

    /// The person with whom `admitted` may enter by what was presented now, and whose wait ends here; or null. A phone
    /// is at no reader. Who waited since before the threat level changed has to show their card again.
    @Nullable
    Waiting take(Presentation read, Decision.Admitted admitted) {
        Waiting one = read.shown() instanceof Shown.Phone ? null : at(read);
        if (one == null || one.personId() == admitted.holder().personId()) return null;
        if (!one.decision.company().suits(admitted.company())) return null;
        if (one.threatLevel() != admitted.trace().notes().threat().level()) return null; // decided at another level
        waiting.remove(ReaderPlace.of(read));
        return one;
    }

    /// One whose time is over is forgotten: the door lane reports that.
    private @Nullable Waiting at(Presentation read) {
        ReaderPlace reader = ReaderPlace.of(read);
        Waiting one = waiting.get(reader);
        if (one == null || one.untilNs() - read.atNs() >= 0) return one;
        waiting.remove(reader);
        return null;
    }
}
