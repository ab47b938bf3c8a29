package dev.lintel.tools;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `lintel commission release`: lets a lock go once, for whoever stands there to hear it.
@Command(
        name = "release",
        description = {
            "Lets the lock of a door go, as for somebody who is let in by hand: for its usual time.",
            "The log has it as an admission. Say what you saw with 'lintel commission say UNIT strike passed'."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExample:", "  lintel commission release 1"})
final class CommissionReleaseCommand implements Callable<Integer> {
    @Parameters(paramLabel = "UNIT", description = "The door's unit.")
    long unit;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var answer = new ControlClient(data.folder).askOne(Map.of("command", "commission release", "unit", unit));
        output.print(
                answer,
                _ -> "its lock is let go: open it, then 'lintel commission say " + unit + " strike passed', or failed");
        return 0;
    }
}
