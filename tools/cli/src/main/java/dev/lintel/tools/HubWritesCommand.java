package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel hub writes`: what a box wrote at this hub, and whether it may.
@Command(
        name = "writes",
        description = {
            "Lists what a box wrote at this hub for its API clients, the newest first. Works for a box that was"
                    + " turned away as well.",
            "With --allow or --refuse it sets whether the box may write from now on."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExamples:", "  lintel hub writes Gate", "  lintel hub writes Gate --refuse"})
final class HubWritesCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "From 'lintel hub boxes'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String name;

    @ArgGroup
    @Nullable
    Change change;

    /// One of them.
    static final class Change {
        @Option(names = "--allow", required = true, description = "The box may write, for people of its doors.")
        boolean allow;

        @Option(names = "--refuse", required = true, description = "The box only reads from now on.")
        boolean refuse;
    }

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("command", "hub writes");
        request.put("name", name);
        if (change != null) request.put(change.allow ? "allow" : "refuse", true);
        output.print(new ControlClient(data.folder).askOne(request), HubWritesCommand::all);
        return 0;
    }

    private static String all(Map<String, @Nullable Object> answer) {
        Object may = answer.get("may_write");
        String changed = may == null
                ? ""
                : "the box " + Output.inLine(answer.get("name"))
                        + (Boolean.TRUE.equals(may) ? " may write\n" : " only reads from now on\n");
        return changed + lines(answer);
    }

    static String lines(Map<String, @Nullable Object> answer) {
        return listed(answer) + before(answer);
    }

    /// The list lacks writes from before the event log begins.
    private static String before(Map<String, @Nullable Object> answer) {
        if (!(answer.get("log_begins_with") instanceof Number first)) return "";
        return "\nthe event log begins with event " + first + " of " + answer.get("log_begins_at")
                + ": earlier writes are not listed. If a damaged database was replaced, they are in the file"
                + " lintel.db.damaged-... of the data folder";
    }

    private static String listed(Map<String, @Nullable Object> answer) {
        if (!(answer.get("writes") instanceof Number count) || count.longValue() == 0) return "it wrote nothing here";
        var text = new StringBuilder("it wrote " + count + " times; users are what the box says:");
        if (!(answer.get("newest") instanceof List<?> newest)) return text.toString();
        for (Object one : newest) {
            if (!(one instanceof Map<?, ?> write)) continue;
            text.append("\n  ").append(write.get("at")).append("  ").append(Output.inLine(write.get("words")));
        }
        if (count.longValue() > newest.size()) text.append("\n  and older ones, in the event log");
        return text.toString();
    }
}
