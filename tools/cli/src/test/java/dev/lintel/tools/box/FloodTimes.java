package dev.lintel.tools.box;

import java.util.List;

/// What a box with strangers took for cards and answers, sorted.
///
/// @param cardUs from the command line to the decision
/// @param strikeUs from the card at the reader to the strike
/// @param healthMs of new connections from another address
record FloodTimes(List<Long> cardUs, List<Long> strikeUs, List<Long> healthMs) {
    FloodTimes {
        cardUs = cardUs.stream().sorted().toList();
        strikeUs = strikeUs.stream().sorted().toList();
        healthMs = healthMs.stream().sorted().toList();
    }

    String row() {
        return String.format(
                "strike p50 %.1f ms, max %.1f ms; card p50 %.1f ms, max %.1f ms; /health p50 %d ms, max %d ms",
                middle(strikeUs) / 1e3,
                last(strikeUs) / 1e3,
                middle(cardUs) / 1e3,
                last(cardUs) / 1e3,
                middle(healthMs),
                last(healthMs));
    }

    static long middle(List<Long> sorted) {
        return sorted.get(sorted.size() / 2);
    }

    static long last(List<Long> sorted) {
        return sorted.getLast();
    }
}
