package dev.lintel.controller.access;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Cards and codes at each reader that nobody has. A device that emulates cards can show many in a second: after too
/// many the reader answers an unknown one only now and then, and the log gets a number in place of an event each.
/// Known cards are decided as ever. Monotonic time. The decision thread only.
///
/// ```
///   unknown   x  x xxxxxxx x       xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx  |-- a minute without --|
///   the log   x  x xxxxxxx x       x         x         x         x                          over, with how many
///                          UNKNOWN_CARDS     |<- 10 s->|                      UNKNOWN_CARDS_OVER
/// ```
final class UnknownCards {
    /// People whose cards are not enrolled yet come one after the other, at ten seconds each or more.
    static final long MAX = 10;

    static final long WITHIN_NS = TimeUnit.MINUTES.toNanos(1);

    /// 8,640 events a day at most, which is 4 MB.
    static final long EACH_NS = TimeUnit.SECONDS.toNanos(10);

    private final Map<ReaderPlace, Flood> readers = new HashMap<>(); // those that are wired, at most

    /// At one reader. It is over a minute after the last card.
    private static final class Flood {
        private final ArrayDeque<Long> seenNs = new ArrayDeque<>();
        private boolean on;
        private long lastNs;
        private long answeredNs;
        private long unreported;
        private long cards;
    }

    /// What becomes of an unknown card.
    ///
    /// @param answered whether it has an answer and an event
    /// @param unreported how many before it had none, since the last that had one
    /// @param begins whether it is the one too many
    record Seen(boolean answered, long unreported, boolean begins) {
        /// One like any other rejection.
        static final Seen ONE = new Seen(true, 0, false);
    }

    /// No more came at that reader.
    ///
    /// @param cards how many had come
    /// @param unreported how many of them no event has counted
    record Over(ReaderPlace reader, long cards, long unreported) {}

    Seen seen(ReaderPlace reader, long nowNs) {
        Flood flood = readers.computeIfAbsent(reader, _ -> new Flood());
        flood.lastNs = nowNs;
        if (flood.on) return more(flood, nowNs);
        while (!flood.seenNs.isEmpty() && nowNs - flood.seenNs.getFirst() >= WITHIN_NS) flood.seenNs.removeFirst();
        flood.seenNs.addLast(nowNs);
        if (flood.seenNs.size() < MAX) return Seen.ONE;
        flood.on = true;
        flood.answeredNs = nowNs;
        flood.unreported = 0;
        flood.cards = flood.seenNs.size();
        flood.seenNs.clear();
        return new Seen(true, 0, true);
    }

    private static Seen more(Flood flood, long nowNs) {
        flood.cards++;
        if (nowNs - flood.answeredNs < EACH_NS) {
            flood.unreported++;
            return new Seen(false, 0, false);
        }
        var seen = new Seen(true, flood.unreported, false);
        flood.answeredNs = nowNs;
        flood.unreported = 0;
        return seen;
    }

    /// The readers at which it is over, each once. Before the next [#seen].
    List<Over> over(long nowNs) {
        List<Over> over = List.of();
        for (Map.Entry<ReaderPlace, Flood> each : readers.entrySet()) {
            Flood flood = each.getValue();
            if (!flood.on || nowNs - flood.lastNs < WITHIN_NS) continue;
            flood.on = false;
            if (over.isEmpty()) over = new ArrayList<>();
            over.add(new Over(each.getKey(), flood.cards, flood.unreported));
        }
        return over;
    }
}
