package dev.lintel.controller.event;

import java.util.List;
import java.util.Map;

/// What events say of PINs and cards that somebody tries one after the other. Pure.
final class GuessWords {
    private GuessWords() {}

    static void add(EventDraft event, List<String> parts) {
        Map<String, Object> trace = event.additional();
        switch (event.kind()) {
            case PIN_GUESSING -> {
                boolean person = "person".equals(trace.get("of"));
                parts.add(number(trace, "wrong") + " wrong PINs");
                parts.add((person ? "no PIN of this person" : "no PIN at this door") + " is accepted for "
                        + minutes(number(trace, "rest_seconds") / 60));
            }
            case UNKNOWN_CARDS -> parts.add(number(trace, "cards") + " within a minute");
            case UNKNOWN_CARDS_OVER -> parts.add(number(trace, "cards") + " in all");
            default -> {
                // Only what follows.
            }
        }
        long unreported = number(trace, "unreported");
        if (unreported > 0) parts.add(unreported + " more without an event");
    }

    private static String minutes(long count) {
        return count == 1 ? "a minute" : count + " minutes";
    }

    private static long number(Map<String, Object> trace, String name) {
        return trace.get(name) instanceof Number number ? number.longValue() : 0;
    }
}
