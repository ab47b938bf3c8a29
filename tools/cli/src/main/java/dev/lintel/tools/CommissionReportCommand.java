package dev.lintel.tools;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `lintel commission report`: what the box is, how its doors are wired, and what was tried.
@Command(
        name = "report",
        description = "Prints what is handed over with the box; the page Commissioning has the same for paper.",
        mixinStandardHelpOptions = true)
final class CommissionReportCommand implements Callable<Integer> {
    private static final int TITLE_CHARACTERS = 34;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var answer = new ControlClient(data.folder).askOne(Map.of("command", "commission report"));
        output.print(answer, CommissionReportCommand::text);
        return 0;
    }

    private static String text(Map<String, @Nullable Object> report) {
        var text = new StringBuilder("Commissioning report, " + report.get("made"));
        Object by = report.get("finished_by");
        text.append(
                by == null ? "\nNot handed over yet." : "\nHanded over by " + by + ", " + report.get("finished_at"));
        pairs(text, report.get("box"));
        if (report.get("doors") instanceof List<?> doors) for (Object door : doors) door(text, door);
        text.append("\n\nOpen");
        if (report.get("open") instanceof List<?> open) {
            if (open.isEmpty()) text.append("\n  nothing");
            for (Object line : open) text.append("\n  ").append(Output.inLine(line));
        }
        return text.toString();
    }

    private static void door(StringBuilder text, @Nullable Object shown) {
        if (!(shown instanceof Map<?, ?> door)) return;
        text.append("\n\n")
                .append(Output.inLine(door.get("name")))
                .append(" (unit ")
                .append(door.get("unit"))
                .append(")");
        pairs(text, door.get("wiring"));
        if (!(door.get("tests") instanceof List<?> tests)) return;
        for (Object each : tests) {
            if (!(each instanceof Map<?, ?> test)) continue;
            String state = String.valueOf(test.get("state"));
            if (Boolean.TRUE.equals(test.get("seen_by_the_box"))) state += ", seen by the box";
            else if (test.get("by") != null) state += ", says " + Output.inLine(test.get("by"));
            Object note = test.get("note");
            if (note != null && !note.equals("")) state += ": " + Output.inLine(note);
            pair(text, "test of the " + test.get("title"), state);
        }
    }

    private static void pairs(StringBuilder text, @Nullable Object pairs) {
        if (pairs instanceof Map<?, ?> map) map.forEach((name, value) -> pair(text, String.valueOf(name), value));
    }

    private static void pair(StringBuilder text, String name, @Nullable Object value) {
        text.append("\n  ").append(name);
        text.repeat(' ', Math.max(2, TITLE_CHARACTERS - name.length())).append(Output.inLine(value));
    }
}
