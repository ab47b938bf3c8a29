package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Presentations.One;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Reads of a card that stays at its reader: less than 0.7 s after the last read of the same card there. They belong to
/// one presentation, and have no answer. Shares no rules with the box.
final class HeldReads {
    private static final long AWAY_NS = TimeUnit.MILLISECONDS.toNanos(700);

    private final Map<String, One> last = new HashMap<>(); // by reader

    /// A process begins.
    void begins() {
        last.clear();
    }

    /// The presentation that this read belongs to; null where it is one of its own.
    @Nullable
    One read(One shown) {
        if (!shown.what.card() || shown.passedBy != null) return null;
        One before = last.put(shown.channelId + shown.side, shown);
        if (before == null || before.what.number() != shown.what.number()) return null;
        if (shown.atNs - before.atNs >= AWAY_NS) return null;
        boolean away = before.isTurnedAway() || (before.heldSince != null && before.heldSince.isTurnedAway());
        if (away) return null;
        shown.heldSince = before.heldSince == null ? before : before.heldSince;
        return shown.heldSince;
    }

    /// The box has not decided on it, or too late: the next read is decided on.
    void undecided(One shown) {
        last.remove(shown.channelId + shown.side);
    }
}
