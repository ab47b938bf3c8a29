package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel events`: what the log holds.
@Command(
        name = "events",
        description = "Shows the log of events.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            EventsCommand.Tail.class,
            EventsVerifyCommand.class,
            EventsExportCommand.class,
            EventsKeyCommand.class
        })
final class EventsCommand {
    /// `lintel events tail`.
    @Command(
            name = "tail",
            description = "Shows the newest events, oldest first, and with --follow what comes after them.",
            mixinStandardHelpOptions = true,
            footer = {"%nExamples:", "  lintel events tail --n 20", "  lintel events tail --follow --json"})
    static final class Tail implements Callable<Integer> {
        @Option(names = "--n", paramLabel = "N", description = "How many of the newest (default: 10, at most 500).")
        int n = 10;

        @Option(
                names = {"-f", "--follow"},
                description = "Goes on until it is interrupted.")
        boolean follow;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, Object> request = new LinkedHashMap<>();
            request.put("command", "events tail");
            request.put("n", n);
            request.put("follow", follow);
            new ControlClient(data.folder).ask(request, event -> output.print(event, Tail::sentence));
            return 0;
        }

        static String sentence(Map<String, @Nullable Object> event) {
            var text = new StringBuilder();
            text.append(Output.inLine(event.get("occurred_at")))
                    .append("  ")
                    .append(event.get("id"))
                    .append("  ");
            text.append(Output.inLine(event.get("event_label")));
            text.append(" (").append(Output.inLine(event.get("event_code"))).append(')');
            if (event.get("additional_data") instanceof Map<?, ?> told && told.get("what") != null) {
                text.append(": ").append(Output.inLine(told.get("what")));
            }
            if (event.get("channel_id") != null)
                text.append("  channel ").append(Output.inLine(event.get("channel_id")));
            if (event.get("person_name") != null) text.append("  ").append(Output.inLine(event.get("person_name")));
            if (event.get("credentials_number") != null) {
                text.append("  [")
                        .append(Output.inLine(event.get("credentials_number")))
                        .append(']');
            }
            String why = why(event);
            if (!why.isEmpty()) text.append("  ").append(why);
            return text.toString();
        }

        /// By what right, with which second factor, or why not; of what is no decision the bare reason.
        private static String why(Map<String, @Nullable Object> event) {
            if (event.get("words") instanceof String words && !words.isEmpty()) return Output.inLine(words);
            if (!(event.get("additional_data") instanceof Map<?, ?> trace)) return "";
            Object reason = trace.get("reason");
            return reason == null ? "" : Output.inLine(reason);
        }
    }
}
