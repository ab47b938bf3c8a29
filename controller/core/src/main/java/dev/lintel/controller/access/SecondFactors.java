package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Means;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Who stands at which reader with the first of two factors accepted. One at a reader; monotonic time. The decision
/// thread only.
final class SecondFactors {
    /// How long a person has from the first factor to the end of the second.
    static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(10);

    private final Map<ReaderPlace, Awaited> waiting = new HashMap<>();

    /// @param read the first factor's presentation
    /// @param first what it was
    /// @param decision whose it was, and what is wanted
    record Awaited(Presentation read, Evidence first, Decision.Awaiting decision) {
        long untilNs() {
            return read.atNs() + WINDOW_NS;
        }

        /// Whether `evidence` is of the kind that is awaited: right or wrong, it ends the wait.
        boolean takes(Evidence evidence) {
            return decision.means() == Means.CARD_THEN_PIN
                    ? evidence instanceof Evidence.Pin
                    : evidence instanceof Evidence.Card;
        }

        /// Whether `evidence` is the card again whose PIN is awaited: people hold it longer, or once more when
        /// nothing seems to happen. That is no other presentation, and moves no time: a card that stays on its
        /// reader holds no wait open.
        boolean isRepeatedBy(Evidence evidence) {
            return decision.means() == Means.CARD_THEN_PIN && evidence.equals(first);
        }
    }

    void await(ReaderPlace reader, Awaited awaited) {
        waiting.put(reader, awaited);
    }

    /// Ends the wait of the person of that presentation.
    void forget(long presentation) {
        waiting.values().removeIf(awaited -> awaited.read.id() == presentation);
    }

    /// Ends the wait at a reader; null when there was none, or its time was over. The door lane tells of a time-out.
    @Nullable
    Awaited take(ReaderPlace reader, long nowNs) {
        Awaited awaited = waiting.remove(reader);
        return awaited == null || awaited.untilNs() - nowNs < 0 ? null : awaited;
    }
}
