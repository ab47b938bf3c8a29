package dev.lintel.tools;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lintel why`: what would happen at a door, and why.
@Command(
        name = "why",
        description = {
            "Says what would happen if somebody showed a credential, and why. Nothing opens, nothing is logged.",
            "Where two factors are wanted, the second is taken to be right."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel why --channel 1 --card 1001",
            "  lintel why --channel 2 --person 7 --at 2026-12-24T18:00:00+01:00",
            "  lintel why --channel 1 --pin - --reader exit --json"
        })
final class WhyCommand implements Callable<Integer> {
    @Mixin
    AtReader where = new AtReader();

    @Option(names = "--at", paramLabel = "TIME", description = "When, as 2026-03-02T10:00:00Z (default: now).")
    @Nullable
    String at;

    @Option(
            names = "--threat-level",
            paramLabel = "N",
            description = "At this threat level of the site, 0 to 5 (default: as it is now).")
    @Nullable
    Long threatLevel;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Shown shown;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    /// Exactly one of these.
    static final class Shown {
        @Option(
                names = {"--card", "--fob"},
                paramLabel = "N",
                description = "The number of a card or fob.")
        @Nullable
        Long card;

        @Option(
                names = "--pin",
                paramLabel = "-",
                description = "A PIN: you are asked for it, or it is the first line of standard input. Only '-' is"
                        + " accepted here, because other users of this machine can see a command line.")
        @Nullable
        String pin;

        @Option(names = "--person", paramLabel = "ID", description = "A person, whatever they show.")
        @Nullable
        Long person;
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    CommandSpec spec;

    @Override
    public Integer call() {
        Map<String, @Nullable Object> request = where.request("why");
        request.put("at", at);
        request.put("threat_level", threatLevel);
        request.put("card", shown.card);
        request.put("pin", shown.pin == null ? null : pin(shown.pin));
        request.put("person", shown.person);
        output.print(new ControlClient(data.folder).askOne(request), WhyCommand::sentence);
        return 0;
    }

    private String pin(String given) {
        if (given.equals("-")) return new SecretInput(output).read("PIN");
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "--pin takes no PIN, because other users of this machine can see a command line: use --pin -, and"
                        + " type the PIN or pass it on standard input");
    }

    private static String sentence(Map<String, @Nullable Object> answer) {
        return answer.get("decision") + ": " + answer.get("words") + " (code " + answer.get("event_code") + ")";
    }
}
