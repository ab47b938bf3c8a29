package dev.lintel.tools;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `lintel reload`: the running box begins anew, with what its wiring file says now.
@Command(
        name = "reload",
        description = {
            "Has the running box begin anew with what controller.yaml says now. Doors are away for about a second.",
            "The file is checked first: with a fault in it nothing happens. Where the box does not start with it, the"
                    + " wiring of before comes back, and the new one is kept as controller.yaml.refused."
        },
        mixinStandardHelpOptions = true)
final class ReloadCommand implements Callable<Integer> {
    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var answer = new ControlClient(data.folder).askOne(Map.of("command", "reload"));
        output.print(answer, _ -> "the box begins anew");
        return 0;
    }
}
