package dev.lintel.tools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel commission pass`: has a group pass doors.
@Command(
        name = "pass",
        description = {
            "Has a group pass doors, from now on. A group of that name is made where there is none.",
            "What the group passes at other hours stays. Without a unit it passes none at these hours any more."
                    + " Prints what it passes then. Everything else is the site's file's: 'lintel site export'."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExamples:", "  lintel commission pass Staff 1 2", "  lintel commission pass Cleaners 1 --shift 3"})
final class CommissionPassCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "GROUP", description = "The group's name.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String group;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "UNIT", description = "The doors, by unit.")
    List<Long> units = List.of();

    @Option(names = "--shift", paramLabel = "ID", description = "A shift of the site's, by id (default: at all times).")
    @Nullable
    Long shift;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("command", "commission pass");
        request.put("group", group);
        request.put("units", units.stream().map(String::valueOf).toList());
        request.put("shift", shift);
        output.print(new ControlClient(data.folder).askOne(request), CommissionPassCommand::words);
        return 0;
    }

    private static String words(Map<String, @Nullable Object> answer) {
        var lines = new ArrayList<String>();
        if (answer.get("passes") instanceof List<?> passes) {
            for (Object one : passes) if (one instanceof Map<?, ?> pass) lines.add(line(answer.get("group"), pass));
        }
        return lines.isEmpty() ? answer.get("group") + " passes no door of this box" : String.join("\n", lines);
    }

    private static String line(@Nullable Object group, Map<?, ?> pass) {
        String doors = pass.get("doors") instanceof List<?> names
                ? names.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : "";
        return group + " passes " + doors + ", " + pass.get("hours");
    }
}
