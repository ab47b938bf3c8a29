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

/// `lintel commission`: putting a box into service, as its page Commissioning does.
@Command(
        name = "commission",
        description = {
            "Puts a box into service: names, wiring, tests at each door, and a report of it.",
            "New wiring is checked whole before it is written, and holds from 'lintel reload' on.",
            "Readers on a line are looked for and given keys by 'lintel osdp', formats found by 'lintel wiegand"
                    + " learn'."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CommissionReportCommand.class,
            CommissionCommand.Place.class,
            CommissionBusCommand.class,
            CommissionCommand.Door.class,
            CommissionCommand.Remove.class,
            CommissionCommand.Inputs.class,
            CommissionCommand.Alone.class,
            CommissionPassCommand.class,
            CommissionCommand.Drop.class,
            CommissionReleaseCommand.class,
            CommissionTryCommand.class,
            CommissionCommand.Say.class,
            CommissionCommand.Finish.class
        },
        footer = {
            "%nA box with one door:",
            "  lintel commission place --name 'North gate' --customer 'North Ltd' --site Yard \\",
            "      --zone Europe/London",
            "  lintel commission bus rs485-1 --port /dev/ttyAMA0 --baud 9600",
            "  lintel commission door 1 --name Gate entry.driver=osdp entry.bus=rs485-1 entry.address=0 \\",
            "      strike.line=17 contact.line=27 rex.line=22 egress=mechanical",
            "  lintel reload",
            "  lintel commission pass Staff 1",
            "  lintel commission try 1",
            "  lintel commission say 1 strike passed",
            "  lintel commission finish"
        })
final class CommissionCommand {
    private static final String WAITS = "written; it holds from 'lintel reload' on";

    /// What a change answers.
    static String written(Map<String, @Nullable Object> answer) {
        var text = new StringBuilder(Boolean.TRUE.equals(answer.get("waits_for_start")) ? WAITS : "done");
        if (answer.get("warnings") instanceof List<?> warnings) {
            for (Object warning : warnings)
                text.append(System.lineSeparator()).append("warning: ").append(warning);
        }
        return text.toString();
    }

    /// `lintel commission place`.
    @Command(
            name = "place",
            description = "Sets names and time zone. What is not named stays.",
            mixinStandardHelpOptions = true)
    static final class Place implements Callable<Integer> {
        @Option(names = "--name", paramLabel = "N", description = "The box's own name.")
        @Nullable
        String name;

        @Option(names = "--customer", paramLabel = "N", description = "The customer's name.")
        @Nullable
        String customer;

        @Option(names = "--site", paramLabel = "N", description = "The site's name.")
        @Nullable
        String site;

        @Option(names = "--zone", paramLabel = "Z", description = "The time zone, such as Europe/London.")
        @Nullable
        String zone;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "commission place");
            request.put("name", name);
            request.put("customer", customer);
            request.put("site", site);
            request.put("zone", zone);
            output.print(new ControlClient(data.folder).askOne(request), CommissionCommand::written);
            return 0;
        }
    }

    /// `lintel commission door`.
    @Command(
            name = "door",
            description = {
                "Wires a door, or changes the wiring of one: FIELD=VALUE sets one, FIELD= takes it away.",
                "Fields: entry.driver (none, osdp, wiegand, serial), entry.bus, entry.address, entry.key, entry.d0,"
                        + " entry.d1, entry.keypad, entry.port, entry.baud, entry.protocol, entry.formats; the"
                        + " same with exit; strike.line, strike.active, strike.fail, contact.line, contact.closed,"
                        + " rex.line, rex.active, rex.release, aux.line, aux.active, tamper.line, tamper.active,"
                        + " alarm.line, alarm.active, egress."
            },
            mixinStandardHelpOptions = true,
            footer = {
                "%nExamples:",
                "  lintel commission door 2 --name Yard entry.driver=wiegand entry.d0=14 entry.d1=15 \\",
                "      strike.line=18 egress=mechanical",
                "  lintel commission door 2 exit.driver=none"
            })
    static final class Door implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "UNIT", description = "The number of this wiring on this box.")
        long unit;

        @Parameters(index = "1..*", arity = "0..*", paramLabel = "FIELD=VALUE", description = "What is wired.")
        @Nullable
        List<String> fields;

        @Option(names = "--name", paramLabel = "N", description = "The door's name.")
        @Nullable
        String name;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "commission door");
            request.put("unit", unit);
            request.put("name", name);
            request.put("set", fields == null ? List.of() : fields);
            output.print(new ControlClient(data.folder).askOne(request), CommissionCommand::written);
            return 0;
        }
    }

    /// `lintel commission inputs`.
    @Command(
            name = "inputs",
            description = {
                "Wires the inputs that are the whole box's: FIELD=VALUE sets one, fire.line= takes the input away.",
                "Fields: fire.line, fire.active, fire.release (units that the fire panel releases, with commas),"
                        + " power.line, power.active, battery_low.line, battery_low.active, chip."
            },
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel commission inputs fire.line=25 fire.active=low fire.release=1,2"})
    static final class Inputs implements Callable<Integer> {
        @Parameters(arity = "1..*", paramLabel = "FIELD=VALUE", description = "What is wired.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        List<String> fields;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            var answer = new ControlClient(data.folder).askOne(Map.of("command", "commission inputs", "set", fields));
            output.print(answer, CommissionCommand::written);
            return 0;
        }
    }

    /// `lintel commission alone`.
    @Command(
            name = "alone",
            description =
                    "Says that this box follows nobody: its own database is the truth. 'lintel join' is the other.",
            mixinStandardHelpOptions = true)
    static final class Alone implements Callable<Integer> {
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            var answer = new ControlClient(data.folder).askOne(Map.of("command", "commission alone"));
            output.print(answer, _ -> "this box stands alone");
            return 0;
        }
    }

    /// `lintel commission remove`.
    @Command(
            name = "remove",
            description = {
                "Takes a door out of the wiring; and once the box has begun anew, its channel, also out of roles.",
                "Says what goes, and asks first."
            },
            mixinStandardHelpOptions = true)
    static final class Remove implements Callable<Integer> {
        @Parameters(paramLabel = "UNIT", description = "The door's unit.")
        long unit;

        @Mixin
        YesOption yes = new YesOption();

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            var client = new ControlClient(data.folder);
            var plan = client.askOne(Map.of("command", "commission plan-remove", "unit", unit));
            if (!output.json && plan.get("changes") instanceof List<?> changes) {
                for (Object change : changes) output.line(Output.inLine(change));
            }
            if (!yes.agreed(output, "Remove the door?")) throw new CommandFailed("nothing was done");
            output.print(
                    client.askOne(Map.of("command", "commission remove", "unit", unit)), CommissionCommand::written);
            return 0;
        }
    }

    /// `lintel commission drop`.
    @Command(
            name = "drop",
            description = "Forgets changes of the wiring that the box was not started with yet.",
            mixinStandardHelpOptions = true)
    static final class Drop implements Callable<Integer> {
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            var answer = new ControlClient(data.folder).askOne(Map.of("command", "commission drop"));
            output.print(
                    answer,
                    done -> Boolean.TRUE.equals(done.get("dropped"))
                            ? "the wiring is as the box was started with"
                            : "there was nothing to forget");
            return 0;
        }
    }

    /// `lintel commission say`.
    @Command(
            name = "say",
            description = {
                "Says what came of a test that the box cannot see by itself, such as whether the lock lets go.",
                "Tests: entry-reader, exit-reader, entry-light, exit-light, strike, contact, rex, aux, tamper,"
                        + " sounder, fire."
            },
            mixinStandardHelpOptions = true,
            footer = {
                "%nExamples:",
                "  lintel commission say 1 strike passed",
                "  lintel commission say 1 sounder left-out --note 'comes next week'"
            })
    static final class Say implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "UNIT", description = "The door's unit.")
        long unit;

        @Parameters(index = "1", paramLabel = "TEST", description = "What was tried.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String test;

        @Parameters(index = "2", paramLabel = "RESULT", description = "passed, failed or left-out.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        String result;

        @Option(names = "--note", paramLabel = "TEXT", description = "Why, for the report: unless it passed.")
        @Nullable
        String note;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "commission say");
            request.put("unit", unit);
            request.put("test", test);
            request.put("state", result);
            request.put("note", note);
            output.print(
                    new ControlClient(data.folder).askOne(request),
                    kept -> kept.get("test") + ": " + kept.get("state"));
            return 0;
        }
    }

    /// `lintel commission finish`.
    @Command(
            name = "finish",
            description = "Hands the box over: the report says by whom and when. Says what is open, and asks first.",
            mixinStandardHelpOptions = true)
    static final class Finish implements Callable<Integer> {
        @Mixin
        YesOption yes = new YesOption();

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            var client = new ControlClient(data.folder);
            var report = client.askOne(Map.of("command", "commission report"));
            List<?> open = report.get("open") instanceof List<?> list ? list : List.of();
            if (!output.json) for (Object line : open) output.line(Output.inLine(line));
            if (!open.isEmpty() && !yes.agreed(output, "Hand it over all the same?")) {
                throw new CommandFailed("nothing was done");
            }
            Map<String, Object> request =
                    Map.of("command", "commission finish", "open", String.valueOf(report.get("open_mark")));
            output.print(client.askOne(request), _ -> "handed over; 'lintel commission report' has all of it");
            return 0;
        }
    }
}
