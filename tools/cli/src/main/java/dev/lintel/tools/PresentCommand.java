package dev.lintel.tools;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `lintel present`: a simulated reader reads a card or keys, and the answer is the decision.
@Command(
        name = "present",
        description = {
            "Holds a card to a simulated reader, or types a PIN, and waits for the decision.",
            "Exit code 0 when a decision was made, whatever it was; 1 when none came within 5 s."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel present --channel 1 --card 1001",
            "  lintel present --channel 2 --format H10301 --facility 12 --number 3456",
            "  lintel present --channel 1 --pin 4711 --json"
        })
final class PresentCommand implements Callable<Integer> {
    @Mixin
    AtReader at = new AtReader();

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Presented presented;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        Map<String, @Nullable Object> request = at.request("present");
        request.putAll(presented.asRequest(output.spec.commandLine()));
        output.print(new ControlClient(data.folder).askOne(request), PresentCommand::sentence);
        return 0;
    }

    private static String sentence(Map<String, @Nullable Object> answer) {
        Object reason = answer.get("reason");
        return "channel " + answer.get("channel_id") + ": " + answer.get("decision")
                + (reason == null ? "" : ", " + reason) + "; strike " + strike(answer) + " (event "
                + answer.get("event_id") + ", code " + answer.get("event_code") + ")";
    }

    /// A card that was turned away released nothing: somebody before it did.
    private static String strike(Map<String, @Nullable Object> answer) {
        boolean still = "rejected".equals(answer.get("decision")) && "released".equals(answer.get("strike"));
        return (still ? "still " : "") + answer.get("strike");
    }
}
