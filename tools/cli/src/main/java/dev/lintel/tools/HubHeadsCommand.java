package dev.lintel.tools;

import dev.lintel.controller.json.Json;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lintel hub heads`: what the hub has of the log of a box, for `lintel events verify --heads` on that box.
@Command(
        name = "heads",
        description = {
            "Prints hashes of a box's events as this hub received them, as JSON lines: the last of each thousand"
                    + " events.",
            "'lintel events verify --heads' on the box, and the script verify-events, compare its log with them.",
            "A box that was restored from a backup has several branches; a log fits the lines of its own ones."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExample:", "  lintel hub heads Gate > gate-heads"})
final class HubHeadsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "From 'lintel hub boxes', or of a box that has left.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String name;

    @Mixin
    DataOption data = new DataOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        var request = Map.of("command", "hub heads", "name", name);
        new ControlClient(data.folder).ask(request, line -> out.println(Output.harmless(Json.write(line))));
        out.flush();
        return 0;
    }
}
