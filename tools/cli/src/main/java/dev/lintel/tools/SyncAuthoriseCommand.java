package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel sync authorise`: this box follows the service that `controller.yaml` names from then on.
@Command(
        name = "authorise",
        description = {
            "Brings this box an operator's permission at the service that controller.yaml names (upstream: kind: api):"
                    + " people come from there from then on.",
            "Shows an address to be opened in a browser, and asks for the address that the browser is sent back to."
                    + " With --refresh-token it asks for a refresh token that the service has shown.",
            "What would be replaced is shown first, and a copy of the database is kept as lintel.db.before-join.",
            "What it asks for is read from a terminal, or line by line from standard input; it is never an argument,"
                    + " which others on this machine could see."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExample:", "  lintel sync authorise", "  lintel sync authorise --refresh-token --yes < token"})
final class SyncAuthoriseCommand implements Callable<Integer> {
    @Option(names = "--refresh-token", description = "Ask for a refresh token instead of going by a browser.")
    boolean refreshToken;

    @Mixin
    YesOption yes = new YesOption();

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        yes.needsSomebody();
        var client = new ControlClient(data.folder);
        Map<String, @Nullable Object> begun = client.askOne(Map.of("command", "service begin"));
        var secrets = new SecretInput(output);
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("command", "service plan");
        if (Boolean.TRUE.equals(begun.get("needs_secret"))) {
            request.put("client_secret", secrets.read("Client secret of " + begun.get("client_id")));
        }
        if (refreshToken) {
            request.put("refresh_token", secrets.read("Refresh token"));
        } else {
            secrets.say("Open this address in a browser, and allow it:\n  " + begun.get("address")
                    + "\nThe browser ends at an address that begins with " + begun.get("redirect")
                    + " and need not show a page: copy it.");
            request.put("address", secrets.read("Address"));
        }
        Map<String, @Nullable Object> plan = client.askOne(request);
        output.print(plan, SyncAuthoriseCommand::plan);
        if (!yes.agreed(output, "Follow it?")) {
            client.ask(Map.of("command", "service drop"));
            throw new CommandFailed("nothing was changed; the permission is still at the service: take it back there");
        }
        output.print(client.askOne(Map.of("command", "service confirm")), SyncAuthoriseCommand::follows);
        return 0;
    }

    private static String plan(Map<String, @Nullable Object> plan) {
        Object there = plan.get("people_there");
        String lines = "Service      " + Output.inLine(plan.get("service")) + "  " + plan.get("url") + "\nIt has       "
                + (there == null ? "people, it does not say how many" : there + " people");
        if (Boolean.TRUE.equals(plan.get("again"))) {
            return lines + "\nReplaced     nothing: this box follows it already, and gets another permission";
        }
        return lines + "\nReplaced     " + plan.get("people") + " people of this box, by the service's";
    }

    private static String follows(Map<String, @Nullable Object> done) {
        Object copy = done.get("copy");
        return "This box follows the service now; 'lintel sync status' tells how it goes."
                + (copy == null ? "" : "\nWhat stood before is in " + copy);
    }
}
