package dev.lintel.tools;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `lintel leave`: this box follows no hub and no service any more.
@Command(
        name = "leave",
        description = {
            "Makes this box leave its hub, or the service that it follows. Everything stays as it is: people, roles and"
                    + " doors' settings can be changed at this box from then on.",
            "A hub that is away cannot be told: revoke the box there. A service is given its permission back; the files"
                    + " with it are removed here."
        },
        mixinStandardHelpOptions = true)
final class LeaveCommand implements Callable<Integer> {
    @Mixin
    YesOption yes = new YesOption();

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        if (!yes.agreed(output, "Leave what this box follows?")) throw new CommandFailed("nothing was changed");
        output.print(new ControlClient(data.folder).askOne(Map.of("command", "leave")), LeaveCommand::sentence);
        return 0;
    }

    private static String sentence(Map<String, @Nullable Object> left) {
        Object untold = left.get("untold");
        return "This box follows nobody any more; what stood goes on."
                + (untold == null ? "" : "\nIt could not be told there (" + untold + "): revoke this box there.");
    }
}
