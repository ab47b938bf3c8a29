package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel restored`: what this box had still to send when the backup was made that it was restored from.
@Command(
        name = "restored",
        description = {
            "Lists the webhooks and emails that waited when the backup was made that this box was restored from.",
            "They may have arrived since: no webhook is sent until you send or drop them."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExamples:", "  lintel restored", "  lintel restored --drop"})
final class RestoredCommand implements Callable<Integer> {
    @ArgGroup
    @Nullable
    What what;

    /// One of them.
    static final class What {
        @Option(names = "--send", required = true, description = "Send them: receivers may get them twice.")
        boolean send;

        @Option(names = "--drop", required = true, description = "Never send them.")
        boolean drop;
    }

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("command", "restored");
        What asked = what;
        if (asked != null) request.put(asked.send ? "send" : "drop", true);
        output.print(new ControlClient(data.folder).askOne(request), RestoredCommand::line);
        return 0;
    }

    private static String line(Map<String, @Nullable Object> held) {
        String done = held.get("done") == null ? "held" : "send".equals(held.get("done")) ? "sent" : "dropped";
        return held.get("deliveries") + " webhook deliveries, " + held.get("items") + " items in none yet, "
                + held.get("emails") + " emails: " + done;
    }
}
