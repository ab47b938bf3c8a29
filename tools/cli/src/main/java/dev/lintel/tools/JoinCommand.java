package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel join`: this box follows a hub from then on.
@Command(
        name = "join",
        description = {
            "Makes this box follow a hub: people, roles, shifts and doors' settings come from there from then on.",
            "The code is from 'lintel hub code' at the hub; it is never sent. What would be replaced is shown first,"
                    + " and a copy of the database is kept as lintel.db.before-join.",
            "Exit code 75 when nobody answered, here or at the hub: the very same may work another time."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExample:", "  lintel join https://hub.example:8443 --code 7KQ2-M9XD"})
final class JoinCommand implements Callable<Integer> {
    @Parameters(paramLabel = "URL", description = "The hub's address.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String url;

    @Option(names = "--code", required = true, paramLabel = "C", description = "Eight letters and digits.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String code;

    @Mixin
    YesOption yes = new YesOption();

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        try {
            join();
            return 0;
        } catch (CommandFailed e) {
            throw e.told();
        }
    }

    private void join() {
        yes.needsSomebody();
        var client = new ControlClient(data.folder);
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("command", "join plan");
        request.put("url", url);
        request.put("code", code);
        Map<String, @Nullable Object> plan = client.askOne(request);
        output.print(plan, JoinCommand::plan);
        if (!yes.agreed(output, "Join?")) {
            client.ask(about(plan, "join drop"));
            throw new CommandFailed("nothing was changed");
        }
        output.print(client.askOne(about(plan, "join confirm")), JoinCommand::joined);
    }

    /// Of the plan that was shown, and of no other that somebody made meanwhile.
    private static Map<String, @Nullable Object> about(Map<String, @Nullable Object> plan, String command) {
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("command", command);
        for (String field : List.of("url", "fingerprint", "box")) request.put(field, plan.get(field));
        return request;
    }

    static String plan(Map<String, @Nullable Object> plan) {
        return "Hub          " + Output.inLine(plan.get("hub")) + "  " + Output.inLine(plan.get("url"))
                + "\nIts CA       " + plan.get("fingerprint")
                + "\nThis box is  " + Output.inLine(plan.get("box"))
                + "\nReplaced     " + plan.get("people") + " people and " + plan.get("roles")
                + " roles of this box, by the hub's";
    }

    private static String joined(Map<String, @Nullable Object> joined) {
        return "This box follows the hub now; 'lintel sync status' tells how it goes." + "\nWhat stood before is in "
                + joined.get("copy");
    }
}
