package dev.lintel.tools;

import dev.lintel.controller.system.SystemRequest;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `lintel system restart`.
@Command(
        name = "restart",
        description = "On a box, as root: restarts the whole board. Its doors are away for a minute.",
        mixinStandardHelpOptions = true)
final class SystemRestartCommand implements Callable<Integer> {
    private static final String NAME = "lintel system restart";

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    YesOption yes = new YesOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        if (!yes.agreed(output, "Restart the board? Its doors are away for a minute.")) {
            throw new CommandFailed("nothing was changed");
        }
        String done = SystemWorks.carryOut(NAME, data.folder, new SystemRequest.Restart());
        output.print(Map.of("what", done), _ -> done);
        return 0;
    }
}
