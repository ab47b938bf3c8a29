package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel user`: people who sign in to the pages.
@Command(
        name = "user",
        description = "Makes users, who sign in to the pages, and sets their passwords.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {UserCommand.Create.class, UserCommand.Password.class})
final class UserCommand {
    /// `lintel user create`.
    @Command(
            name = "create",
            description = "Makes a user.",
            mixinStandardHelpOptions = true,
            footer = {
                "%nExamples:",
                "  lintel user create --email me@example.com                      asks for the password",
                "  lintel user create --email me@example.com --password-stdin <pw takes it from a file"
            })
    static final class Create implements Callable<Integer> {
        @Option(names = "--email", required = true, paramLabel = "E", description = "The address to sign in with.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String email;

        @Mixin
        PasswordOption password = new PasswordOption();

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "user create");
            request.put("email", email);
            request.put("password", password.read(output.spec.commandLine()));
            var answer = new ControlClient(data.folder).askOne(request);
            output.print(answer, user -> "user " + user.get("id") + ", " + user.get("email") + ", can sign in");
            return 0;
        }
    }

    /// `lintel user password`.
    @Command(
            name = "password",
            description = "Sets a user's password and signs them out everywhere.",
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel user password --email me@example.com"})
    static final class Password implements Callable<Integer> {
        @Option(names = "--email", required = true, paramLabel = "E", description = "The user's address.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String email;

        @Mixin
        PasswordOption password = new PasswordOption();

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, Object> request = new LinkedHashMap<>();
            request.put("command", "user password");
            request.put("email", email);
            request.put("password", password.read(output.spec.commandLine()));
            var answer = new ControlClient(data.folder).askOne(request);
            output.print(answer, user -> "the password of " + user.get("email") + " is set");
            return 0;
        }
    }
}
