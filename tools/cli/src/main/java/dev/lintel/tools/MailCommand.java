package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel mail`: the letters that a box writes to people.
@Command(
        name = "mail",
        description = {
            "Shows the letters that the box writes to people, and tries out whether they arrive.",
            "The server is named in controller.yaml, under 'mail'. Without one letters wait, and 'show' says what each"
                    + " says."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            MailCommand.ListAll.class,
            MailCommand.Show.class,
            MailCommand.Test.class,
            MailCommand.Again.class,
            MailCommand.Drop.class
        })
final class MailCommand {
    /// As they are written on the command line.
    enum State {
        waiting,
        sent,
        failed,
        dropped
    }

    /// `lintel mail list`.
    @Command(
            name = "list",
            description = "Says how mail stands, and lists letters, the newest first.",
            mixinStandardHelpOptions = true)
    static final class ListAll implements Callable<Integer> {
        @Option(names = "--state", paramLabel = "S", description = "Only those: waiting, sent, failed or dropped.")
        @Nullable
        State state;

        @Option(names = "--n", paramLabel = "N", description = "So many at most (default 50, at most 1000).")
        @Nullable
        Integer n;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "mail list");
            if (state != null) request.put("state", state.name());
            if (n != null) request.put("n", n);
            new ControlClient(data.folder).ask(request, one -> output.print(one, ListAll::sentence));
            return 0;
        }

        private static String sentence(Map<String, @Nullable Object> one) {
            if (one.containsKey("server")) {
                String how = one.get("server") == null
                        ? "no mail server: letters wait"
                        : "by " + Output.inLine(one.get("server"));
                Object fault = one.get("fault");
                return how + "; " + one.get("waiting") + " waiting"
                        + (fault == null ? "" : "\nWrong: " + Output.inLine(fault));
            }
            Object fault = one.get("fault");
            return one.get("id") + "  " + one.get("made_at") + "  " + one.get("state") + "  "
                    + Output.inLine(one.get("address")) + "  " + one.get("kind") + "  by "
                    + Output.inLine(one.get("made_by")) + (fault == null ? "" : "  " + Output.inLine(fault));
        }
    }

    /// `lintel mail show`.
    @Command(
            name = "show",
            description = "Prints a letter, with what it says while it has not gone.",
            mixinStandardHelpOptions = true)
    static final class Show implements Callable<Integer> {
        @Parameters(paramLabel = "ID", description = "Its number, as in 'lintel mail list'.")
        long id;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            output.print(asked(data, "mail show", id), Show::lines);
            return 0;
        }

        private static String lines(Map<String, @Nullable Object> letter) {
            var text = new StringBuilder(ListAll.sentence(letter));
            if (letter.get("subject") != null) {
                text.append("\n\n").append(Output.inLine(letter.get("subject"))).append("\n\n");
                text.append(Output.harmless(String.valueOf(letter.get("text"))).stripTrailing());
            }
            return text.toString();
        }
    }

    /// `lintel mail test`.
    @Command(
            name = "test",
            description = {
                "Sends a letter that says that letters arrive.",
                "What became of it is in 'lintel mail list' a moment later."
            },
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel mail test ines@example.com"})
    static final class Test implements Callable<Integer> {
        @Parameters(paramLabel = "ADDRESS", description = "Who is to get it.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String address;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, Object> request = Map.of("command", "mail test", "address", address);
            output.print(
                    new ControlClient(data.folder).askOne(request),
                    made -> "letter " + made.get("id") + " is on its way: 'lintel mail list'");
            return 0;
        }
    }

    /// `lintel mail again`.
    @Command(
            name = "again",
            description = "Tries a letter now that waits or has failed.",
            mixinStandardHelpOptions = true)
    static final class Again implements Callable<Integer> {
        @Parameters(paramLabel = "ID", description = "Its number, as in 'lintel mail list'.")
        long id;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            output.print(asked(data, "mail again", id), made -> "letter " + made.get("id") + " is being sent");
            return 0;
        }
    }

    /// `lintel mail drop`.
    @Command(
            name = "drop",
            description = "Takes a letter out that waits or has failed: it is not sent.",
            mixinStandardHelpOptions = true)
    static final class Drop implements Callable<Integer> {
        @Parameters(paramLabel = "ID", description = "Its number, as in 'lintel mail list'.")
        long id;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            output.print(asked(data, "mail drop", id), made -> "letter " + made.get("id") + " is taken out");
            return 0;
        }
    }

    private static Map<String, @Nullable Object> asked(DataOption data, String command, long id) {
        return new ControlClient(data.folder).askOne(Map.of("command", command, "id", id));
    }
}
