package dev.lintel.tools;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel commission try`: shows what the box sees while somebody tries a door, and notes what works.
@Command(
        name = "try",
        description = {
            "Shows what the box sees while you try a door: open and close it, press its buttons, present a card.",
            "What works is noted as soon as it is seen. Ends when there is nothing more that the box can see by"
                    + " itself.",
            "Begin with the door shut and nothing pressed: what is not at rest then is asked about, and not counted"
                    + " until you say that it is (--at-rest)."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExample:", "  lintel commission try 1"})
final class CommissionTryCommand implements Callable<Integer> {
    @Parameters(paramLabel = "UNIT", description = "The door's unit.")
    long unit;

    @Option(names = "--all", description = "Go on until Ctrl-C.")
    boolean all;

    @Option(
            names = "--at-rest",
            description = "Say that the door is shut and nothing is pressed: what was not at rest before counts again.")
    boolean atRest;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    private final Map<String, String> shown = new HashMap<>();

    @Override
    public Integer call() {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("command", "commission try");
        request.put("unit", unit);
        request.put("all", all);
        request.put("at_rest", atRest);
        new ControlClient(data.folder).ask(request, this::tell);
        return 0;
    }

    private void tell(Map<String, @Nullable Object> picture) {
        if (output.json) {
            output.print(picture, String::valueOf);
            return;
        }
        changed("leaf", picture.get("leaf"));
        changed("lock", picture.get("strike"));
        if (picture.get("readers") instanceof Map<?, ?> readers) {
            readers.forEach(
                    (side, online) -> changed(side + " reader", Boolean.TRUE.equals(online) ? "online" : "offline"));
        }
        if (!(picture.get("tests") instanceof List<?> tests)) return;
        for (Object each : tests) {
            if (each instanceof Map<?, ?> test) changed("  test of the " + test.get("title"), words(test));
        }
    }

    private static String words(Map<?, ?> test) {
        return switch (String.valueOf(test.get("state"))) {
            case "open" -> "to be tried";
            case "half" -> "now the other way";
            case "doubted" ->
                Output.inLine(test.get("question")) + " Then its level is the other: '"
                        + Output.inLine(test.get("remedy"))
                        + "', and 'lintel reload'. If not, bring it there first, and begin again with --at-rest.";
            case "passed" -> "works";
            case "failed" -> "failed: " + Output.inLine(test.get("note"));
            default -> "left out: " + Output.inLine(test.get("note"));
        };
    }

    private void changed(String what, @Nullable Object value) {
        String words = String.valueOf(value);
        if (words.equals(shown.put(what, words))) return;
        output.line(what + ": " + words);
    }
}
