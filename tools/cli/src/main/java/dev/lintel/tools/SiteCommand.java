package dev.lintel.tools;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicySnapshot;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.wiring.WiringGuard;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel site`: the policy file.
@Command(
        name = "site",
        description = "Checks, plans, applies and exports the policy: shifts, roles, groups, doors' times.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            SiteCommand.Check.class,
            SiteCommand.Plan.class,
            SiteCommand.Apply.class,
            SiteCommand.Export.class
        })
final class SiteCommand {
    /// `lintel site check`.
    @Command(
            name = "check",
            description = {
                "Lists every fault of a policy file, and warnings. Needs no running process.",
                "Some faults and warnings need the wiring: name the file of the box with --config."
            },
            mixinStandardHelpOptions = true,
            footer = {
                "%nExamples:",
                "  lintel site check site.yaml",
                "  lintel site check site.yaml --config controller.yaml"
            })
    static final class Check implements Callable<Integer> {
        @Parameters(paramLabel = "FILE", description = "The policy file.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        Path file;

        @Option(names = "--config", paramLabel = "FILE", description = "Check also against this wiring.")
        @Nullable
        Path config;

        /// Every command takes it; this one looks at the file alone.
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            WiringGuard guard = config == null ? null : guard(config);
            SiteFile.Read read = SiteFile.read(file);
            for (Fault one : read.warnings()) output.print(json("warning", one), _ -> "warning: " + one);
            return switch (read.policy()) {
                case Checked.Valid<Policy>(Policy policy) -> {
                    List<String> warnings = guard == null ? List.of() : guard.warnings(policy);
                    for (String one : warnings) output.print(Map.of("warning", one), _ -> "warning: " + one);
                    List<String> faults = guard == null ? List.of() : guard.faults(PolicySnapshot.of(policy));
                    for (String one : faults) output.print(Map.of("fault", one), _ -> file + ": " + one);
                    if (!faults.isEmpty()) yield 1;
                    output.print(Map.of("ok", true, "file", file.toString()), _ -> file + " has no faults");
                    yield 0;
                }
                case Checked.Faulty<Policy>(var faults) -> {
                    for (Fault fault : faults) output.print(json("fault", fault), _ -> fault.toString());
                    yield 1;
                }
            };
        }

        private static WiringGuard guard(Path config) {
            return switch (ConfigFile.load(config)) {
                case Checked.Valid<ControllerConfig>(ControllerConfig wiring) -> new WiringGuard(wiring);
                case Checked.Faulty<ControllerConfig>(List<Fault> faults) ->
                    throw new CommandFailed(
                            faults.stream().map(Fault::toString).collect(Collectors.joining(System.lineSeparator())));
            };
        }

        private static Map<String, @Nullable Object> json(String kind, Fault fault) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put(kind, fault.sentence());
            json.put("file", fault.file());
            json.put("line", fault.line());
            json.put("key", fault.key());
            return json;
        }
    }

    /// `lintel site plan`.
    @Command(
            name = "plan",
            description = "Shows what applying a policy file would change. Changes nothing.",
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel site plan site.yaml"})
    static final class Plan implements Callable<Integer> {
        @Parameters(paramLabel = "FILE", description = "The policy file.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        Path file;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            return send("site plan", file, data, output);
        }
    }

    /// `lintel site apply`.
    @Command(
            name = "apply",
            description = {
                "Applies a policy file, all of it or, when anything is wrong, nothing.",
                "Exit code 75 when nobody answered: the very same may work another time."
            },
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel site apply site.yaml"})
    static final class Apply implements Callable<Integer> {
        @Parameters(paramLabel = "FILE", description = "The policy file.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        Path file;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            try {
                return send("site apply", file, data, output);
            } catch (CommandFailed e) {
                throw e.told();
            }
        }
    }

    /// `lintel site export`.
    @Command(
            name = "export",
            description = "Writes the policy that stands as a file that can be applied.",
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel site export >site.yaml"})
    static final class Export implements Callable<Integer> {
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            var answer = new ControlClient(data.folder).askOne(Map.of("command", "site export"));
            output.print(answer, site -> String.valueOf(site.get("text")).stripTrailing());
            return 0;
        }
    }

    private static int send(String command, Path file, DataOption data, Output output) {
        var changes = new int[1];
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("command", command);
        request.put("name", file.toString());
        request.put("text", read(file));
        new ControlClient(data.folder).ask(request, answer -> {
            if (!answer.containsKey("warning")) changes[0]++;
            output.print(answer, line -> String.valueOf(line.get("text")));
        });
        if (changes[0] == 0 && !output.json) output.line("nothing changes");
        return 0;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new CommandFailed(file + " cannot be read: " + e.getMessage());
        }
    }
}
