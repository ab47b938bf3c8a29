package dev.lintel.tools;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `lintel hub keep`: which one stays of two boxes that have one identity.
@Command(
        name = "keep",
        description = {
            "Two boxes run with copies of one data folder: says which one stays. It makes a new key.",
            "The other one is turned away and has to join again. The events of both are kept."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExample:", "  lintel hub keep Gate 1a2b3c4d"})
final class HubKeepCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", description = "From 'lintel hub boxes'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String name;

    @Parameters(index = "1", paramLabel = "RUN", description = "Of the box that stays, from 'lintel hub boxes'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String run;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var answer = new ControlClient(data.folder).askOne(Map.of("command", "hub keep", "name", name, "run", run));
        output.print(
                answer,
                kept -> "the box " + Output.inLine(kept.get("run")) + " stays as " + Output.inLine(kept.get("name"))
                        + "; on the other one: 'lintel leave', then 'lintel join' with a new code");
        return 0;
    }
}
