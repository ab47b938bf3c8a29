package dev.lintel.tools;

import dev.lintel.controller.hub.CodeLife;
import java.io.Console;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// `lintel hub`: the boxes that follow this one.
@Command(
        name = "hub",
        description = "Lets other boxes follow this one, lists them and turns them away.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            HubCommand.Code.class,
            HubCommand.Boxes.class,
            HubHeadsCommand.class,
            HubKeepCommand.class,
            HubWritesCommand.class,
            HubCommand.Revoke.class,
            HubCommand.Publish.class,
            HubCommand.Approve.class,
            HubRestoredCommand.class
        })
final class HubCommand {
    /// `lintel hub code`.
    @Command(
            name = "code",
            description = {
                "Makes a join code and prints it: it lets one box join, once, within 15 minutes, or as many days as"
                        + " --days says.",
                "A restart of this Lintel ends all codes.",
                "The first one makes this Lintel a hub."
            },
            mixinStandardHelpOptions = true,
            footer = {
                "%nExamples:",
                "  lintel hub code --box Gate",
                "  lintel hub code --box Gate --may-write",
                "  lintel hub code --box Gate --days 7",
                "  lintel hub code --withdraw Gate"
            })
    static final class Code implements Callable<Integer> {
        @ArgGroup(multiplicity = "1")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        What what;

        /// One of them.
        static final class What {
            @Option(
                    names = "--box",
                    required = true,
                    paramLabel = "NAME",
                    description = "The box's name, as channels in site.yaml have it under 'box'.")
            @Nullable
            String box;

            @Option(
                    names = "--withdraw",
                    required = true,
                    paramLabel = "NAME",
                    description = {
                        "Instead: nobody joins under that name after all, neither by the code that stands nor who has"
                                + " used it and not come yet. A box that follows goes on."
                    })
            @Nullable
            String withdraw;
        }

        @Option(names = "--everything", description = "It gets all people, not only those of its own doors.")
        boolean everything;

        @ArgGroup
        @Nullable
        Rights rights;

        /// One of them.
        static final class Rights {
            @Option(
                    names = "--may-write",
                    required = true,
                    description = {
                        "API clients of the box may change people at this hub: those of the box's own doors. Without"
                                + " this the box only reads."
                    })
            boolean mayWrite;

            @Option(names = "--read-only", required = true, description = "The box only reads: the default.")
            boolean readOnly;
        }

        @Option(
                names = "--days",
                paramLabel = "N",
                description = "How long it is good, 1 to 30 days: for a card that is made before the box is there.")
        @Nullable
        Integer days;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            String box = what.box;
            if (box == null) {
                if (!everything && rights == null && days == null) return withdraw(String.valueOf(what.withdraw));
                throw new ParameterException(
                        output.spec.commandLine(),
                        "--days, --everything, --may-write and --read-only are of a code that is made");
            }
            Map<String, Object> request = new LinkedHashMap<>();
            request.put("command", "hub code");
            request.put("box", box);
            request.put("everything", everything);
            request.put("may_write", rights != null && rights.mayWrite);
            if (days != null) request.put("days", days.longValue());
            output.print(new ControlClient(data.folder).askOne(request), Code::lines);
            return 0;
        }

        private int withdraw(String name) {
            var answer = new ControlClient(data.folder).askOne(Map.of("command", "hub withdraw", "name", name));
            output.print(answer, done -> "nobody joins as " + Output.inLine(done.get("name")) + " by that code");
            return 0;
        }

        private static String lines(Map<String, @Nullable Object> made) {
            Object url = made.get("url");
            Object code = made.get("code");
            String lines = code + "\nOn the box, within " + life(made.get("minutes")) + ":\n  lintel join "
                    + (url == null ? "https://THIS-HUB:8443" : url) + " --code " + code
                    + "\nThe box " + (Boolean.TRUE.equals(made.get("read_only")) ? "only reads." : "may write.")
                    + " A restart of this hub ends the code.";
            if (!Long.valueOf(0).equals(made.get("channels")) || Boolean.TRUE.equals(made.get("everything"))) {
                return lines;
            }
            return lines + "\nNo channel of site.yaml has 'box: " + made.get("box") + "' yet: it would get nobody.";
        }
    }

    private static String life(@Nullable Object minutes) {
        return minutes instanceof Number number ? CodeLife.words(number.longValue()) : minutes + " minutes";
    }

    /// `lintel hub boxes`.
    @Command(
            name = "boxes",
            description = "Lists the boxes that follow: whether they are there, how far they are, what troubles them.",
            mixinStandardHelpOptions = true)
    static final class Boxes implements Callable<Integer> {
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            List<Map<String, @Nullable Object>> boxes =
                    new ControlClient(data.folder).ask(Map.of("command", "hub boxes"));
            if (boxes.isEmpty() && !output.json) output.line("no box follows this one");
            for (var box : boxes) output.print(box, Boxes::sentence);
            return 0;
        }

        static String sentence(Map<String, @Nullable Object> box) {
            if (box.containsKey("expected")) return expected(box);
            if (box.containsKey("refused")) return Output.inLine(box.get("refused"));
            if (!box.containsKey("name")) return "Held back: " + Output.inLine(box.get("held"));
            var text = new StringBuilder(Output.inLine(box.get("name")));
            Object last = box.get("last_contact_at");
            boolean online = Boolean.TRUE.equals(box.get("online")) && !Boolean.TRUE.equals(box.get("lost"));
            text.append(online ? "  online" : "  offline, last contact " + (last == null ? "never" : last));
            text.append("  ").append(lag(box.get("lag")));
            text.append("  version ").append(Output.inLine(box.get("version")));
            if (box.get("skew_ms") instanceof Number skew) {
                text.append(String.format(Locale.ROOT, "  clock %+.1f s", skew.doubleValue() / 1000));
            }
            text.append(Boolean.TRUE.equals(box.get("everything")) ? "  everything," : " ")
                    .append(" channels ")
                    .append(box.get("channels"));
            text.append(Boolean.TRUE.equals(box.get("read_only")) ? "  read-only" : "  may write");
            text.append("  certificate until ").append(box.get("certificate_ends_at"));
            if (box.get("problem") != null) text.append("\n  Problem: ").append(Output.inLine(box.get("problem")));
            if (box.get("copies") instanceof List<?> copies)
                text.append(copies(Output.inLine(box.get("name")), copies));
            if (box.get("held") != null) {
                text.append("\n  It holds a snapshot back that takes many people away: 'lintel hub approve ")
                        .append(Output.inLine(box.get("name")))
                        .append("' lets it through");
            }
            return text.toString();
        }

        private static String copies(String name, List<?> copies) {
            var text = new StringBuilder(
                            "\n  Two boxes have this identity, a data folder was copied. 'lintel hub keep ")
                    .append(name)
                    .append(" RUN' says which one stays. Runs:");
            for (Object one : copies) {
                if (!(one instanceof Map<?, ?> copy)) continue;
                text.append("\n    ")
                        .append(Output.inLine(copy.get("run")))
                        .append("  from ")
                        .append(Output.inLine(copy.get("address")))
                        .append("  since ")
                        .append(copy.get("since"))
                        .append("  last contact ")
                        .append(copy.get("last_contact_at"));
            }
            return text.toString();
        }

        private static String expected(Map<String, @Nullable Object> one) {
            String name = Output.inLine(one.get("expected"));
            Object minutes = one.get("minutes");
            String what = "code".equals(one.get("by"))
                    ? "a code stands for " + life(minutes)
                    : "has joined by a code and has not come yet"
                            + (minutes == null
                                    ? ""
                                    : "; until it comes the code lets in whoever has it, for " + life(minutes)
                                            + " more");
            return name + "  not here yet: " + what + ", made by " + Output.inLine(one.get("let_in_by"))
                    + "; 'lintel hub code --withdraw " + name + "' ends that";
        }

        private static String lag(@Nullable Object lag) {
            if (lag == null) return "has nothing yet";
            return Long.valueOf(0).equals(lag) ? "has everything" : lag + " changes behind";
        }
    }

    /// `lintel hub revoke`.
    @Command(
            name = "revoke",
            description = {
                "Turns a box away: its certificate is good for nothing from now on, and no code of its name either.",
                "Its doors go on with what they have, until the box is set up anew.",
                "Lists what the box wrote at this hub."
            },
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel hub revoke Gate"})
    static final class Revoke implements Callable<Integer> {
        @Parameters(paramLabel = "NAME", description = "From 'lintel hub boxes'.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String name;

        @Option(names = "--yes", description = "Do not ask.")
        boolean yes;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            if (!yes && !agreed("Turn the box " + name + " away? It follows this hub no more.")) {
                throw new CommandFailed("nothing was done: say --yes to turn " + name + " away");
            }
            var answer = new ControlClient(data.folder).askOne(Map.of("command", "hub revoke", "name", name));
            output.print(
                    answer, box -> "the box " + box.get("name") + " is turned away\n" + HubWritesCommand.lines(box));
            return 0;
        }
    }

    @SuppressWarnings("SystemConsoleNull") // from JDK 25 on it is null again when nobody is there
    private static boolean agreed(String question) {
        @Nullable Console console = System.console();
        if (console == null || !console.isTerminal()) return false;
        String said = console.readLine("%s [y/N] ", question);
        return said != null && said.strip().equalsIgnoreCase("y");
    }

    /// `lintel hub publish`.
    @Command(
            name = "publish",
            description = {
                "Lets through what this hub holds back: changes that disabled or deleted very many people at once.",
                "Until then boxes get no changes, but for people who are taken away singly.",
                "Says of whom, and asks first."
            },
            mixinStandardHelpOptions = true)
    static final class Publish implements Callable<Integer> {
        @Option(names = "--yes", description = "Do not ask.")
        boolean yes;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            var client = new ControlClient(data.folder);
            var held = client.askOne(Map.of("command", "hub held"));
            if (!output.json) output.line(lines(held));
            if (!yes && !agreed("Let it through? No door of a box opens for them then.")) {
                throw new CommandFailed("nothing was done: say --yes to let it through");
            }
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "hub publish");
            for (String name : List.of("from", "to", "people", "at")) request.put(name, held.get(name));
            output.print(client.askOne(request), done -> "boxes hear of the " + done.get("people") + " people now");
            return 0;
        }

        private static String lines(Map<String, @Nullable Object> held) {
            var text = new StringBuilder()
                    .append(held.get("people"))
                    .append(" people were deleted or disabled at once; held back since ")
                    .append(held.get("since"))
                    .append("; ")
                    .append(held.get("still"))
                    .append(" of them still are:");
            if (!(held.get("first") instanceof List<?> names)) return text.toString();
            for (Object name : names) text.append("\n  ").append(Output.inLine(name));
            if (held.get("still") instanceof Number still && still.longValue() > names.size()) {
                text.append("\n  and ").append(still.longValue() - names.size()).append(" more");
            }
            return text.toString();
        }
    }

    /// `lintel hub approve`.
    @Command(
            name = "approve",
            description = {
                "Lets a box have the snapshot that it holds back because it takes many people away.",
                "Says how many, and asks first."
            },
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel hub approve Gate"})
    static final class Approve implements Callable<Integer> {
        @Parameters(paramLabel = "NAME", description = "From 'lintel hub boxes'.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String name;

        @Option(names = "--yes", description = "Do not ask.")
        boolean yes;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            var client = new ControlClient(data.folder);
            var held = client.askOne(Map.of("command", "hub held", "name", name));
            if (!output.json) output.line(line(held));
            if (!yes && !agreed("Let it through?")) {
                throw new CommandFailed("nothing was done: say --yes to let it through");
            }
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "hub approve");
            request.put("name", name);
            request.put("held", held.get("held"));
            output.print(client.askOne(request), box -> "the box " + box.get("name") + " takes its snapshot now");
            return 0;
        }

        private static String line(Map<String, @Nullable Object> held) {
            if (held.get("people") == null) return "It takes very many people away there; how many is not known here.";
            return "It takes " + held.get("people") + " of " + held.get("of")
                    + " people away there, as the box said at " + held.get("since") + ".";
        }
    }
}
