package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel evacuation`: unlocks all doors of a site until an order ends it.
@Command(
        name = "evacuation",
        description = {
            "Unlocks the doors of a site for an evacuation, and ends it.",
            "Doors with 'evacuation: off' in site.yaml stay as they are."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {EvacuationCommand.Show.class, EvacuationCommand.Start.class, EvacuationCommand.End.class})
final class EvacuationCommand {
    /// Exit code where a door has not done what it was ordered.
    static final int INCOMPLETE = 1;

    private static final String COMMAND = "command";
    private static final String RESULT = "result";
    private static final List<Object> FINE = List.of("done", "off");

    /// `lintel evacuation show`.
    @Command(
            name = "show",
            description = "Shows which doors take part, and which an evacuation unlocks now.",
            mixinStandardHelpOptions = true)
    static final class Show implements Callable<Integer> {
        @Option(
                names = "--site",
                paramLabel = "ID",
                description = "The id of one site. Without it all sites are shown.")
        @Nullable
        Long site;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put(COMMAND, "evacuation show");
            request.put("site", site);
            new ControlClient(data.folder).ask(request, answer -> output.print(answer, EvacuationCommand::sentence));
            return 0;
        }
    }

    /// The site and the note of an order.
    static final class Order {
        @Option(names = "--site", paramLabel = "ID", required = true, description = "The id of the site.")
        long site;

        @Option(names = "--note", paramLabel = "TEXT", description = "Why, for the event log: up to 500 characters.")
        @Nullable
        String note;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        private int send(String command) {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put(COMMAND, command);
            request.put("site", site);
            request.put("note", note);
            List<Map<String, @Nullable Object>> answers = new ControlClient(data.folder).ask(request);
            for (Map<String, @Nullable Object> answer : answers) output.print(answer, EvacuationCommand::sentence);
            return answers.stream().allMatch(answer -> FINE.contains(answer.get(RESULT))) ? 0 : INCOMPLETE;
        }
    }

    /// `lintel evacuation start`.
    @Command(
            name = "start",
            description = {
                "Unlocks the doors of a site, whatever their lockdowns, modes and hours are.",
                "The doors stay unlocked, also over a restart, until 'lintel evacuation end'."
            },
            mixinStandardHelpOptions = true,
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:each door that takes part is unlocked", "1:at least one is not"},
            footer = {"%nExample:", "  lintel evacuation start --site 1 --note \"Gas leak\""})
    static final class Start implements Callable<Integer> {
        @Mixin
        Order order = new Order();

        @Override
        public Integer call() {
            return order.send("evacuation start");
        }
    }

    /// `lintel evacuation end`.
    @Command(
            name = "end",
            description = {"Ends the evacuation of the doors of a site.", "Lockdowns, modes and hours count again."},
            mixinStandardHelpOptions = true,
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:the evacuation has ended at each door", "1:at least one door did not confirm it"},
            footer = {"%nExample:", "  lintel evacuation end --site 1"})
    static final class End implements Callable<Integer> {
        @Mixin
        Order order = new Order();

        @Override
        public Integer call() {
            return order.send("evacuation end");
        }
    }

    private static String sentence(Map<String, @Nullable Object> answer) {
        String box = answer.get("box") == null ? "" : " at box " + answer.get("box");
        String door = answer.get("name") + " (channel " + answer.get("channel_id") + ")" + box + ": " + state(answer);
        Object result = answer.get(RESULT);
        if (result == null || FINE.contains(result)) return door;
        return door + "; order not done: " + answer.get("reason");
    }

    private static String state(Map<String, @Nullable Object> answer) {
        if (answer.get("evacuated") == null) return "state unknown";
        if (Boolean.TRUE.equals(answer.get("evacuated"))) return "unlocked by the evacuation";
        return "off".equals(answer.get("evacuation")) ? "stays as it is (evacuation: off)" : "no evacuation";
    }
}
