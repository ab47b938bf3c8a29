package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel key`: keys for the HTTP API.
@Command(
        name = "key",
        description = "Makes, lists and revokes API keys.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {KeyCommand.Create.class, KeyCommand.ListAll.class, KeyCommand.Revoke.class})
final class KeyCommand {
    /// As they are written on the command line.
    enum Shape {
        documented,
        sdk
    }

    /// As they are written on the command line.
    enum Listing {
        A,
        B
    }

    /// `lintel key create`.
    @Command(
            name = "create",
            description = {
                "Makes an API key and prints it: it is shown this once.",
                "A client sends it as the user name of HTTP Basic, with an empty password."
            },
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel key create --email me@example.com"})
    static final class Create implements Callable<Integer> {
        @Option(
                names = "--email",
                required = true,
                paramLabel = "E",
                description = "Whose key it is; a user that is not there is made.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String email;

        @Option(names = "--shape", paramLabel = "S", description = "Shape of answers: documented (default) or sdk.")
        Shape shape = Shape.documented;

        @Option(names = "--listing", paramLabel = "L", description = "Listing of event codes: A (default) or B.")
        Listing listing = Listing.A;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, Object> request = new LinkedHashMap<>();
            request.put("command", "key create");
            request.put("email", email);
            request.put("shape", shape.name());
            request.put("listing", listing.name());
            output.print(new ControlClient(data.folder).askOne(request), key -> String.valueOf(key.get("api_key")));
            return 0;
        }
    }

    /// `lintel key list`.
    @Command(name = "list", description = "Lists API keys, without their secrets.", mixinStandardHelpOptions = true)
    static final class ListAll implements Callable<Integer> {
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            new ControlClient(data.folder)
                    .ask(Map.of("command", "key list"), key -> output.print(key, ListAll::sentence));
            return 0;
        }

        private static String sentence(Map<String, @Nullable Object> key) {
            Object used = key.get("last_used_at");
            return key.get("id") + "  " + key.get("email") + "  " + key.get("shape") + "  listing "
                    + key.get("listing") + "  made " + key.get("created_at") + ", "
                    + (used == null ? "never used" : "last used " + used);
        }
    }

    /// `lintel key revoke`.
    @Command(
            name = "revoke",
            description = "Revokes an API key: it is refused from now on.",
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel key revoke 3"})
    static final class Revoke implements Callable<Integer> {
        @Parameters(paramLabel = "ID", description = "The key's id, from 'lintel key list'.")
        long id;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            var answer = new ControlClient(data.folder).askOne(Map.of("command", "key revoke", "id", id));
            output.print(answer, key -> "key " + key.get("id") + " is revoked");
            return 0;
        }
    }
}
