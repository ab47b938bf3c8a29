package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Means;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The person whose card was refused last at each reader: who is forced to open a door that does not open types the
/// PIN under duress all the same. Only the PIN that follows is looked at, in the time that a second factor has. One
/// at a reader; monotonic time. The decision thread only.
final class RefusedCards {
    private final Map<ReaderPlace, Refused> last = new HashMap<>(); // at readers that are wired, at most

    /// @param first the card
    /// @param read the same, or the PIN after it that was refused
    record Refused(Presentation first, Presentation read, Holder holder, Decision.Rejected decision) {}

    /// Where a PIN is asked for after a card, and duress is on: the PIN that follows will be looked at.
    void refused(AccessFlow.Turn turn, Decision.Rejected decision, AccessPolicy policy) {
        Holder holder = decision.holder();
        boolean card = turn.question().first() instanceof Evidence.Card;
        if (holder == null || holder.byPhone() || !card) return;
        ChannelAccess access = policy.access(turn.reader().channelId());
        if (!access.duress() || !access.takes(turn.reader().side(), Means.CARD_THEN_PIN)) return;
        AccessEvents events = turn.events();
        last.put(turn.reader(), new Refused(events.first(), events.last(), holder, decision));
    }

    /// Whatever is presented next at the reader ends it. Null when there was none, or its time was over.
    @Nullable
    Refused take(ReaderPlace reader, long nowNs) {
        Refused refused = last.remove(reader);
        boolean late = refused != null && nowNs - refused.read.atNs() > SecondFactors.WINDOW_NS;
        return late ? null : refused;
    }
}
