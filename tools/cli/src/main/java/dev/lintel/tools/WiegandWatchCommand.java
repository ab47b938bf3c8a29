package dev.lintel.tools;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel wiegand watch`: what comes over a reader's data lines, as it comes.
@Command(
        name = "watch",
        description = {
            "Shows every burst on a reader's data lines as it comes, and gives hints on the wiring.",
            "Of a burst: its bits, its timing, what became of it, which formats explain it.",
            "Ends with Ctrl-C. The door goes on working meanwhile.",
            "Timing is from falling edge to falling edge: how long a pulse stays low is not measured."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel wiegand watch --channel 2                   a reader of the running process",
            "  lintel wiegand watch --chip /dev/gpiochip0 --d0 14 --d1 15 --formats C1k35s,H10301,raw",
            "  lintel wiegand watch --channel 2 --json            an object for each burst and hint"
        })
final class WiegandWatchCommand implements Callable<Integer> {
    @Mixin
    WiegandLines lines = new WiegandLines();

    @Option(names = "--keys", description = "Show which keys are pressed: they may be somebody's PIN.")
    boolean keys;

    @Option(names = "--count", paramLabel = "N", description = "Ends after N bursts.")
    @Nullable
    Integer count;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        lines.check();
        lines.follow(keys, new Shown());
        return 0;
    }

    private final class Shown implements WiegandLines.Watcher {
        private int bursts;

        @Override
        public void opened() {
            if (!output.json) output.line("Watching; present cards, and end with Ctrl-C.");
        }

        @Override
        public boolean on(Map<String, @Nullable Object> sight) {
            output.print(sight, WiegandWatchCommand::text);
            if ("burst".equals(sight.get("type"))) bursts++;
            return count == null || bursts < count;
        }
    }

    static String text(Map<String, @Nullable Object> sight) {
        return switch (String.valueOf(sight.get("type"))) {
            case "burst" -> burst(sight);
            case "hint" -> hint(sight);
            case "missed" -> "(" + sight.get("bursts") + " bursts were not shown: they came too fast)";
            default ->
                "Watching " + Output.inLine(sight.get("reader")) + ", formats " + words(sight.get("formats"))
                        + "; present cards, and end with Ctrl-C.";
        };
    }

    private static String hint(Map<String, @Nullable Object> hint) {
        boolean raised = Boolean.TRUE.equals(hint.get("raised"));
        return raised
                ? "HINT   " + hint.get("sentence") + "\n       -> " + hint.get("advice")
                : "over   " + hint.get("sentence");
    }

    /// Two lines: the bits with their outcome, and the timing; for a card, what it may be.
    private static String burst(Map<String, @Nullable Object> burst) {
        Object bits = burst.get("bits");
        String outcome = String.valueOf(burst.get("outcome"));
        var text = new StringBuilder(String.format(Locale.ROOT, "%-7s", outcome));
        text.append(bits == null ? "(bits of keys are not shown)" : bits);
        text.append(" (").append(burst.get("count")).append(" bits)");
        if (burst.get("reason") instanceof String reason) text.append(": ").append(reason(reason));
        if (outcome.equals("ignored")) text.append(": too short for any card or key");
        if (burst.get("keys") instanceof String keys) text.append(": ").append(keys);
        text.append("\n       ").append(timing(burst));
        if (outcome.equals("card")) text.append("\n       ").append(card(burst));
        return text.toString();
    }

    private static String timing(Map<String, @Nullable Object> burst) {
        if (!(burst.get("interval_us") instanceof Map<?, ?> interval)
                || !(burst.get("duration_us") instanceof Long us)
                || us == 0) {
            return "one edge";
        }
        return "lasted " + ms(us) + ", from bit to bit " + ms(interval.get("min")) + " / " + ms(interval.get("median"))
                + " / " + ms(interval.get("max")) + " (shortest / median / longest)";
    }

    private static String ms(@Nullable Object us) {
        return us instanceof Long value ? String.format(Locale.ROOT, "%.2f ms", value / 1e3) : "-";
    }

    private static String card(Map<String, @Nullable Object> card) {
        var text = new StringBuilder();
        Object format = card.get("format");
        text.append(
                format == null ? "no format of the list fits" : "read as " + format + ", number " + card.get("value"));
        var fits = new StringJoiner(", ");
        if (card.get("fits") instanceof List<?> all) {
            for (Object fit : all) if (fit instanceof Map<?, ?> reading) fits.add(reading(reading));
        }
        if (fits.length() > 0) text.append("; fits ").append(fits);
        if (card.get("fits_inverted") instanceof List<?> inverted && !inverted.isEmpty() && fits.length() == 0) {
            text.append("; with D0 and D1 exchanged it would fit ").append(words(inverted));
        }
        return text.toString();
    }

    private static String reading(Map<?, ?> reading) {
        Object facility = reading.get("facility");
        return reading.get("format") + " " + (facility == null ? "" : facility + ":") + reading.get("number");
    }

    private static String reason(String word) {
        return switch (word) {
            case "lost-edge" -> "an edge was lost: a busy board, an expander, or ringing";
            case "too-close" -> "edges closer together than a reader sends: ringing or crosstalk";
            case "too-long" -> "more bits than any card has";
            case "late" -> "edges that belong to the burst before";
            case "no-key" -> "as long as a key, but none of this keypad";
            default -> word;
        };
    }

    private static String words(@Nullable Object list) {
        if (!(list instanceof List<?> all)) return "";
        var words = new StringJoiner(", ");
        for (Object word : all) words.add(Output.inLine(word));
        return words.toString();
    }
}
