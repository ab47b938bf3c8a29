package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel app`: OAuth applications, which ask users for access to the HTTP API.
@Command(
        name = "app",
        description = "Registers OAuth applications, lists them and moves them on.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            AppCommand.Create.class,
            AppCommand.ListAll.class,
            AppCommand.SetState.class,
            AppCommand.RotateSecret.class,
            AppCommand.Delete.class
        })
final class AppCommand {
    /// As they are written on the command line.
    enum State {
        inactive,
        testing,
        live
    }

    /// `lintel app create`.
    @Command(
            name = "create",
            description = {
                "Registers an application and prints its client id and secrets: they are shown this once.",
                "It may ask for every scope. Users agree in the browser, at /oauth/authorize."
            },
            mixinStandardHelpOptions = true,
            footer = {
                "%nExamples:",
                "  lintel app create --name 'Front desk' --redirect-uri https://desk.example/callback --state live",
                "  lintel app create --name Tool --redirect-uri http://127.0.0.1/cb --public --state testing"
            })
    static final class Create implements Callable<Integer> {
        @Option(names = "--name", required = true, paramLabel = "N", description = "What users read when asked.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String name;

        @Option(
                names = "--redirect-uri",
                required = true,
                paramLabel = "U",
                description = "Where users are sent back to, exactly; may be given several times.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        List<String> redirectUris;

        @Option(names = "--webhook-url", paramLabel = "W", description = "Where changes and events are sent to.")
        @Nullable
        String webhookUrl;

        @Option(
                names = "--state",
                paramLabel = "S",
                description = "inactive (default), testing (the test account only) or live.")
        State state = State.inactive;

        @Option(names = "--shape", paramLabel = "S", description = "Shape of answers: documented (default) or sdk.")
        KeyCommand.Shape shape = KeyCommand.Shape.documented;

        @Option(names = "--listing", paramLabel = "L", description = "Listing of event codes: A (default) or B.")
        KeyCommand.Listing listing = KeyCommand.Listing.A;

        @Option(names = "--public", description = "Runs where no secret is safe (a phone, a desk): PKCE, no secret.")
        boolean open;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "app create");
            request.put("name", name);
            request.put("redirect_uris", redirectUris);
            request.put("webhook_url", webhookUrl);
            request.put("state", state.name());
            request.put("shape", shape.name());
            request.put("listing", listing.name());
            request.put("public", open);
            output.print(new ControlClient(data.folder).askOne(request), Create::lines);
            return 0;
        }

        private static String lines(Map<String, @Nullable Object> made) {
            Object secret = made.get("client_secret");
            return "client_id       " + made.get("client_id")
                    + "\nclient_secret   "
                    + (secret == null ? "none: a public application proves itself by PKCE" : secret)
                    + "\nwebhook_secret  " + made.get("webhook_secret");
        }
    }

    /// `lintel app list`.
    @Command(name = "list", description = "Lists applications, without their secrets.", mixinStandardHelpOptions = true)
    static final class ListAll implements Callable<Integer> {
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            new ControlClient(data.folder)
                    .ask(Map.of("command", "app list"), app -> output.print(app, ListAll::sentence));
            return 0;
        }

        private static String sentence(Map<String, @Nullable Object> app) {
            String kind = Boolean.TRUE.equals(app.get("public")) ? "public" : "confidential";
            return app.get("client_id") + "  " + app.get("name") + "  " + app.get("state") + "  " + kind + "  "
                    + app.get("shape") + "  listing " + app.get("listing") + "  made " + app.get("created_at");
        }
    }

    /// `lintel app set-state`.
    @Command(
            name = "set-state",
            description =
                    "Moves an application to another state: out of live, its tokens do not work until it is back.",
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel app set-state CLIENT_ID live"})
    static final class SetState implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "CLIENT_ID", description = "From 'lintel app list'.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String clientId;

        @Parameters(index = "1", paramLabel = "STATE", description = "inactive, testing or live.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        State state;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            var request = Map.of("command", "app set-state", "client_id", clientId, "state", state.name());
            output.print(
                    new ControlClient(data.folder).askOne(request), app -> app.get("name") + " is " + app.get("state"));
            return 0;
        }
    }

    /// `lintel app rotate-secret`.
    @Command(
            name = "rotate-secret",
            description = {
                "Makes a new client secret and prints it, this once. The old one ends at once.",
                "With --webhook, makes a new webhook secret instead: for 24 hours both sign, then it alone does."
            },
            mixinStandardHelpOptions = true,
            footer = {
                "%nExamples:",
                "  lintel app rotate-secret CLIENT_ID",
                "  lintel app rotate-secret CLIENT_ID --webhook",
                "  lintel app rotate-secret CLIENT_ID --webhook --now"
            })
    static final class RotateSecret implements Callable<Integer> {
        @Parameters(paramLabel = "CLIENT_ID", description = "From 'lintel app list'.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String clientId;

        @ArgGroup(exclusive = false)
        @Nullable
        Webhook webhook;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        /// What only a webhook secret has.
        static final class Webhook {
            @Option(
                    names = "--webhook",
                    required = true,
                    description = "A new webhook secret: deliveries are signed with the old one and with it for a day.")
            boolean wanted;

            @Option(
                    names = "--now",
                    description = "The new webhook secret alone signs at once: the old one is in wrong hands, say.")
            boolean now;
        }

        @Override
        public Integer call() {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "app rotate-secret");
            request.put("client_id", clientId);
            request.put("webhook", webhook != null);
            request.put("now", webhook != null && webhook.now);
            output.print(new ControlClient(data.folder).askOne(request), RotateSecret::lines);
            return 0;
        }

        private static String lines(Map<String, @Nullable Object> made) {
            if (!made.containsKey("webhook_secret")) return String.valueOf(made.get("client_secret"));
            Object until = made.get("until");
            return made.get("webhook_secret")
                    + (until == null ? "" : "\nuntil " + until + " the old one signs, too: 'Signature-Next' has both");
        }
    }

    /// `lintel app delete`.
    @Command(
            name = "delete",
            description = "Ends an application with all that users allowed it.",
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel app delete CLIENT_ID"})
    static final class Delete implements Callable<Integer> {
        @Parameters(paramLabel = "CLIENT_ID", description = "From 'lintel app list'.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String clientId;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            var request = Map.of("command", "app delete", "client_id", clientId);
            output.print(new ControlClient(data.folder).askOne(request), app -> app.get("name") + " is deleted");
            return 0;
        }
    }
}
