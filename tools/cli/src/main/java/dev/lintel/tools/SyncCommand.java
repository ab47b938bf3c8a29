package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lintel sync`: how this box follows its hub or a service.
@Command(
        name = "sync",
        description = "Tells how this box follows its hub or a service, and asks it for what is new.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            SyncCommand.Status.class,
            SyncCommand.Now.class,
            SyncCommand.Accept.class,
            SyncAuthoriseCommand.class,
            SyncWebhookCommand.class
        })
final class SyncCommand {
    /// `lintel sync status`.
    @Command(
            name = "status",
            description = "Tells whom this box follows, whether the hub is there, and what is missing.",
            mixinStandardHelpOptions = true)
    static final class Status implements Callable<Integer> {
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            output.print(new ControlClient(data.folder).askOne(Map.of("command", "sync status")), Status::lines);
            return 0;
        }

        private static String lines(Map<String, @Nullable Object> status) {
            if (!Boolean.TRUE.equals(status.get("follows"))) {
                Object problem = status.get("problem");
                return "this box follows no hub and no service"
                        + (problem == null ? "" : ": " + Output.inLine(problem));
            }
            Map<String, @Nullable Object> lines = new LinkedHashMap<>();
            boolean hub = status.get("hub") != null;
            String kind = hub ? "hub" : "service";
            lines.put(hub ? "Hub" : "Service", Output.inLine(status.get(kind)) + "  " + status.get("url"));
            lines.put("Its CA", status.get("fingerprint"));
            if (hub) lines.put("This box", status.get("box") + ", certificate until " + status.get("certificate_ends"));
            boolean online = Boolean.TRUE.equals(status.get("online"));
            lines.put("Contact", online ? "online" : "none since " + status.get("last_contact_at"));
            lines.put("Sync", status.get("phase") + ", " + status.get("doing"));
            lines.put("Complete at", status.get("completed_at"));
            if (hub) lines.put("Waiting", status.get("events_waiting") + " events");
            lines.put("Clock", skew(status.get("clock_skew_ms"), kind));
            lines.put("Held back", status.get("held"));
            lines.put("Problem", status.get("problem"));
            var text = new StringBuilder();
            lines.forEach((name, value) -> {
                if (value != null)
                    text.append("%-12s ".formatted(name)).append(value).append('\n');
            });
            if (status.get("notices") instanceof List<?> notices) {
                for (Object notice : notices)
                    text.append("%-12s ".formatted("Not taken"))
                            .append(Output.inLine(notice))
                            .append('\n');
            }
            return text.toString().stripTrailing();
        }

        private static @Nullable String skew(@Nullable Object skewMs, String kind) {
            return skewMs == null ? null : skewMs + " ms ahead of the " + kind + "'s";
        }
    }

    /// `lintel sync now`.
    @Command(
            name = "now",
            description = "Asks the hub or the service for all there is.",
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel sync now --wait"})
    static final class Now implements Callable<Integer> {
        @Option(names = "--wait", description = "Wait until it is done; the exit code is 1 when it failed.")
        boolean wait;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        CommandSpec spec;

        @Override
        public Integer call() {
            var progress = new TerminalProgress(spec);
            try {
                new ControlClient(data.folder).ask(Map.of("command", "sync now", "wait", wait), answer -> {
                    if (answer.containsKey("doing")) {
                        progress.show(String.valueOf(answer.get("doing")));
                        return;
                    }
                    progress.clear();
                    output.print(
                            answer,
                            done -> done.containsKey("completed")
                                    ? "this box has all there is"
                                    : "asked; 'lintel sync status' tells how it goes");
                });
            } finally {
                progress.clear();
            }
            return 0;
        }
    }

    /// `lintel sync accept`.
    @Command(
            name = "accept",
            description = {
                "Lets a snapshot through that is held back because it would remove or disable many people.",
                "'lintel sync status' says so while one is. Says how many, and asks first."
            },
            mixinStandardHelpOptions = true)
    static final class Accept implements Callable<Integer> {
        @Mixin
        YesOption yes = new YesOption();

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            var client = new ControlClient(data.folder);
            var held = client.askOne(Map.of("command", "sync held"));
            if (!output.json) output.line(line(held));
            if (!yes.agreed(output, "Let it through?")) throw new CommandFailed("nothing was changed");
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "sync accept");
            request.put("held", held.get("held"));
            output.print(client.askOne(request), done -> "snapshot " + done.get("accepted") + " is let through");
            return 0;
        }

        private static String line(Map<String, @Nullable Object> held) {
            if (held.get("people") == null) return "It would take very many people away; how many is not known here.";
            return "It would remove or disable " + held.get("people") + " of " + held.get("of")
                    + " people, as was found at " + held.get("since") + ".";
        }
    }
}
