package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel passback`: where passback believes people to be.
@Command(
        name = "passback",
        description = "Lets people begin anywhere again whom passback keeps out, or in.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = PassbackCommand.Forgive.class)
final class PassbackCommand {
    /// `lintel passback forgive`.
    @Command(
            name = "forgive",
            description = {
                "Forgets in which area a person is, or everybody: their next pass counts from wherever it is.",
                "The event log keeps who was forgiven."
            },
            mixinStandardHelpOptions = true,
            footer = {"%nExamples:", "  lintel passback forgive --person 7", "  lintel passback forgive --all"})
    static final class Forgive implements Callable<Integer> {
        @ArgGroup(multiplicity = "1")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        Whom whom;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        /// Exactly one of these.
        static final class Whom {
            @Option(names = "--person", paramLabel = "ID", description = "This person.")
            @Nullable
            Long person;

            @Option(names = "--all", description = "Everybody, as after a fire drill.")
            boolean all;
        }

        @Override
        public Integer call() {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "passback forgive");
            request.put("person", whom.person);
            request.put("all", whom.all);
            output.print(new ControlClient(data.folder).askOne(request), Forgive::sentence);
            return 0;
        }

        private static String sentence(Map<String, @Nullable Object> answer) {
            if (answer.get("people") != null) return "everybody is forgiven: " + answer.get("people") + " known places";
            List<?> areas = answer.get("areas") instanceof List<?> list ? list : List.of();
            String known = areas.stream().map(String::valueOf).collect(Collectors.joining(" and "));
            return answer.get("name") + " (person " + answer.get("person_id") + ") is forgiven: "
                    + (areas.isEmpty() ? "no place was known" : "was in " + known);
        }
    }
}
