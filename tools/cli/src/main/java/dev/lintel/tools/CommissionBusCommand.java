package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lintel commission bus`: a line of OSDP readers.
@Command(
        name = "bus",
        description = {
            "Writes a line of OSDP readers, or gives one that is there another port or speed.",
            "With --remove, takes one away that no reader is on: says what goes, and asks first."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel commission bus rs485-1 --port /dev/ttyAMA0 --baud 9600",
            "  lintel commission bus rs485-2 --remove"
        })
final class CommissionBusCommand implements Callable<Integer> {
    private static final int BAUD = 9600;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "What readers name it by, such as rs485-1.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String bus;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "A serial port such as /dev/ttyUSB0, or tcp://HOST:PORT.")
    @Nullable
    String port;

    @Option(names = "--baud", paramLabel = "N", description = "The line's speed (default: " + BAUD + ").")
    @Nullable
    Integer baud;

    @Option(names = "--remove", description = "Take the line out of the wiring.")
    boolean remove;

    @Mixin
    YesOption yes = new YesOption();

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        if (remove && (port != null || baud != null)) {
            throw new ParameterException(spec.commandLine(), "--remove takes the line away: without --port and --baud");
        }
        if (!remove && port == null) {
            throw new ParameterException(
                    spec.commandLine(), "Missing required option: '--port=PORT', or '--remove' to take the line away");
        }
        var client = new ControlClient(data.folder);
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("command", remove ? "commission remove-bus" : "commission bus");
        request.put("bus", bus);
        if (remove) agree(client);
        else request.put("port", port);
        if (!remove) request.put("baud", (long) (baud == null ? BAUD : baud));
        output.print(client.askOne(request), CommissionCommand::written);
        return 0;
    }

    private void agree(ControlClient client) {
        var plan = client.askOne(Map.of("command", "commission plan-remove-bus", "bus", bus));
        if (!output.json && plan.get("changes") instanceof List<?> changes) {
            for (Object change : changes) output.line(Output.inLine(change));
        }
        if (!yes.agreed(output, "Remove the line?")) throw new CommandFailed("nothing was done");
    }
}
