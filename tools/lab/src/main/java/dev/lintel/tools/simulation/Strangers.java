package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// Unknown cards at each reader: which of them have an answer, and what the log says of the others. Worked out a
/// second time; shares no code with the box.
final class Strangers {
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long EACH_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int TOO_MANY = 10;

    private final Map<String, Cards> readers = new TreeMap<>();

    private static final class Cards {
        private List<Long> atNs = new ArrayList<>();
        private boolean many;
        private long answeredNs;
        private long silent;
        private long all;
    }

    /// A process begins, and knows of none.
    void begins() {
        readers.clear();
    }

    /// What the log must say now of readers at which it is over.
    List<String> over(long nowNs) {
        var over = new ArrayList<String>();
        readers.forEach((reader, cards) -> {
            if (!cards.many || nowNs - cards.atNs.getLast() < MINUTE_NS) return;
            over.add("over at " + reader + ": " + cards.all + ", unreported " + cards.silent);
            cards.many = false;
            cards.atNs = new ArrayList<>();
        });
        return over;
    }

    /// One of them.
    ///
    /// @param answered whether it has an answer
    /// @param unreported how many before it had none
    /// @param begins what the log must say besides
    record Due(boolean answered, long unreported, List<String> begins) {}

    /// An unknown card at that reader.
    Due card(String reader, long nowNs) {
        Cards cards = readers.computeIfAbsent(reader, _ -> new Cards());
        cards.atNs.removeIf(before -> nowNs - before >= MINUTE_NS);
        cards.atNs.add(nowNs);
        if (!cards.many) {
            if (cards.atNs.size() < TOO_MANY) return new Due(true, 0, List.of());
            cards.many = true;
            cards.answeredNs = nowNs;
            cards.silent = 0;
            cards.all = TOO_MANY;
            return new Due(true, 0, List.of("many at " + reader));
        }
        cards.all++;
        if (nowNs - cards.answeredNs < EACH_NS) {
            cards.silent++;
            return new Due(false, 0, List.of());
        }
        var due = new Due(true, cards.silent, List.of());
        cards.answeredNs = nowNs;
        cards.silent = 0;
        return due;
    }

    /// As the log says it.
    static String told(EventDraft event) {
        Map<String, Object> facts = event.additional();
        String reader = event.subject().channelId() + String.valueOf(facts.get("reader"));
        if (event.kind() == EventKind.UNKNOWN_CARDS) return "many at " + reader;
        return "over at " + reader + ": " + facts.get("cards") + ", unreported " + facts.get("unreported");
    }
}
