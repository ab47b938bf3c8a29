package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `lintel io test`: an output is on for some seconds.
@Command(
        name = "test",
        description = {
            "Switches an output of a running box on for some seconds, to see or hear that it is wired.",
            "A reader shows a colour or beeps, and then what its door shows; a sounder sounds. Not at a door that is"
                    + " locked down. A strike is tried by letting somebody in:"
                    + " 'lintel commission release', or the page of the door.",
            "The event log tells that it was tried."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel io test --channel 1 --output led --colour amber",
            "  lintel io test --channel 1 --output buzzer --reader exit",
            "  lintel io test --channel 2 --output sounder",
            "  lintel io test --name siren"
        })
final class IoTestCommand implements Callable<Integer> {
    /// Required where no output of the box is named, as --output is.
    @Option(names = "--channel", paramLabel = "C", description = "The channel's id.")
    @Nullable
    Long channel;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "A named output of the box, in place of --channel and --output.")
    @Nullable
    String name;

    @Option(
            names = "--output",
            paramLabel = "OUTPUT",
            description = "sounder, led or buzzer: the latter two are the reader's.")
    @Nullable
    Tried tried;

    @Option(names = "--colour", paramLabel = "COLOUR", description = "red, green (default) or amber.")
    @Nullable
    Colour colour;

    @Option(names = "--reader", paramLabel = "SIDE", description = "entry (default) or exit.")
    AtReader.@Nullable Side side;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    /// As it is written on the command line.
    enum Tried {
        sounder,
        led,
        buzzer
    }

    /// As it is written on the command line.
    enum Colour {
        red,
        green,
        amber
    }

    @Override
    public Integer call() {
        if (name != null) return testNamed(name);
        if (channel == null) throw misused("Missing required option: '--channel=C'");
        if (tried == null) throw misused("Missing required option: '--output=OUTPUT'");
        if (colour != null && tried != Tried.led) throw misused("--colour is of --output led");
        if (side != null && tried == Tried.sounder) throw misused("--reader is of --output led and buzzer");
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("command", "io test");
        request.put("channel", channel);
        request.put("output", tried.name());
        request.put("colour", colour == null ? null : colour.name());
        request.put("reader", side == null ? null : side.name());
        Map<String, @Nullable Object> answer = new ControlClient(data.folder).askOne(request);
        output.print(answer, a -> "the " + tried + " of channel " + channel + " is on for " + a.get("seconds") + " s");
        return 0;
    }

    private int testNamed(String named) {
        if (channel != null || tried != null || colour != null || side != null) {
            throw misused("--name is an output of the box: leave out --channel, --output, --colour and --reader");
        }
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("command", "io test");
        request.put("name", named);
        Map<String, @Nullable Object> answer = new ControlClient(data.folder).askOne(request);
        output.print(answer, a -> "output " + named + " is on for " + a.get("seconds") + " s");
        return 0;
    }

    private ParameterException misused(String why) {
        return new ParameterException(output.spec.commandLine(), why);
    }
}
