package dev.lintel.tools;

import dev.lintel.controller.store.UserStore.Kind;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel user`: people who sign in to the pages.
@Command(
        name = "user",
        description = "Makes, invites, lists and removes users, who sign in to the pages; sets passwords, ends locks.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            UserCommand.Create.class,
            UserCommand.Invite.class,
            UserCommand.ListAll.class,
            UserCommand.Password.class,
            UserCommand.Unlock.class,
            UserCommand.Remove.class
        })
final class UserCommand {
    /// As they are written on the command line.
    static final class Kinds implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(Kind.values()).map(Kind::word).iterator();
        }
    }

    /// Whom a command is about.
    static final class Whom {
        @Option(names = "--email", required = true, paramLabel = "E", description = "The user's address.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String email;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        Map<String, @Nullable Object> ask(String command, Map<String, String> more) {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", command);
            request.put("email", email);
            request.putAll(more);
            return new ControlClient(data.folder).askOne(request);
        }
    }

    /// `lintel user create`.
    @Command(
            name = "create",
            description = "Makes a user who can sign in.",
            mixinStandardHelpOptions = true,
            footer = {
                "%nExamples:",
                "  lintel user create --email me@example.com                      asks for the password",
                "  lintel user create --email me@example.com --password-stdin <pw takes it from a file"
            })
    static final class Create implements Callable<Integer> {
        @Mixin
        Whom whom = new Whom();

        @Option(
                names = "--kind",
                paramLabel = "K",
                completionCandidates = Kinds.class,
                description = "operator (default): everything; user: doors and people; developer: makes applications.")
        String kind = Kind.OPERATOR.word();

        @Mixin
        PasswordOption password = new PasswordOption();

        @Override
        public Integer call() {
            String read = password.read(whom.output.spec.commandLine());
            var answer = whom.ask("user create", Map.of("kind", kind, "password", read));
            whom.output.print(
                    answer,
                    user -> user.get("kind") + " " + user.get("id") + ", " + user.get("email") + ", can sign in");
            return 0;
        }
    }

    /// `lintel user invite`.
    @Command(
            name = "invite",
            description = "Makes a user who chooses a password by a link, and prints the link: it is shown this once.",
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel user invite --email me@example.com --kind user"})
    static final class Invite implements Callable<Integer> {
        @Mixin
        Whom whom = new Whom();

        @Option(
                names = "--kind",
                paramLabel = "K",
                completionCandidates = Kinds.class,
                description = "user (default): doors and people; operator: everything; developer: makes applications.")
        String kind = Kind.USER.word();

        @Override
        public Integer call() {
            var answer = whom.ask("user invite", Map.of("kind", kind));
            whom.output.print(answer, user -> String.valueOf(user.get("link")));
            return 0;
        }
    }

    /// `lintel user list`.
    @Command(name = "list", description = "Lists who may sign in.", mixinStandardHelpOptions = true)
    static final class ListAll implements Callable<Integer> {
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            new ControlClient(data.folder)
                    .ask(Map.of("command", "user list"), user -> output.print(user, ListAll::sentence));
            return 0;
        }

        private static String sentence(Map<String, @Nullable Object> user) {
            Object at = user.get("signed_in_at");
            List<String> parts = Stream.of(
                            String.valueOf(user.get("id")),
                            Output.inLine(user.get("email")),
                            String.valueOf(user.get("kind")),
                            at == null ? "never signed in" : "last signed in " + at,
                            said(user, "two_step", "two-step sign-in"),
                            said(user, "locked", "locked"),
                            Boolean.FALSE.equals(user.get("password")) ? "no password" : null)
                    .filter(Objects::nonNull)
                    .toList();
            return String.join("  ", parts);
        }

        private static @Nullable String said(Map<String, @Nullable Object> user, String field, String word) {
            return Boolean.TRUE.equals(user.get(field)) ? word : null;
        }
    }

    /// `lintel user password`.
    @Command(
            name = "password",
            description = "Sets a user's password and signs them out everywhere.",
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel user password --email me@example.com"})
    static final class Password implements Callable<Integer> {
        @Mixin
        Whom whom = new Whom();

        @Mixin
        PasswordOption password = new PasswordOption();

        @Override
        public Integer call() {
            String read = password.read(whom.output.spec.commandLine());
            var answer = whom.ask("user password", Map.of("password", read));
            whom.output.print(answer, user -> "the password of " + user.get("email") + " is set");
            return 0;
        }
    }

    /// `lintel user unlock`.
    @Command(
            name = "unlock",
            description = "Ends the lock that too many failed sign-ins have brought.",
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel user unlock --email me@example.com"})
    static final class Unlock implements Callable<Integer> {
        @Mixin
        Whom whom = new Whom();

        @Override
        public Integer call() {
            var answer = whom.ask("user unlock", Map.of());
            whom.output.print(
                    answer,
                    user -> Boolean.TRUE.equals(user.get("unlocked"))
                            ? user.get("email") + " is no longer locked"
                            : user.get("email") + " was not locked");
            return 0;
        }
    }

    /// `lintel user remove`.
    @Command(
            name = "remove",
            description = "Removes a user with their sessions, API keys and codes.",
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel user remove --email me@example.com"})
    static final class Remove implements Callable<Integer> {
        @Mixin
        Whom whom = new Whom();

        @Override
        public Integer call() {
            var answer = whom.ask("user remove", Map.of());
            whom.output.print(answer, user -> user.get("email") + " is removed");
            return 0;
        }
    }
}
