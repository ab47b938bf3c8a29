package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `lintel sim`: moves the simulated doorway and shows it.
@Command(
        name = "sim",
        description = "Opens or closes a simulated leaf, presses its buttons, and shows what can be seen there.",
        mixinStandardHelpOptions = true,
        subcommands = {SimRunCommand.class, SimOsdpPdCommand.class, SimOsdpAcuCommand.class},
        footer = {
            "%nExamples:",
            "  lintel sim --channel 1                    what the doorway looks like now",
            "  lintel sim --channel 1 --contact open     opens the leaf: forced, unless it was released",
            "  lintel sim --channel 2 --rex              presses the exit button for half a second",
            "  lintel sim --channel 2 --rex --hold 10s   keeps it pressed",
            "  lintel sim --channel 1 --fire on          the fire panel calls: its doors are released",
            "  lintel sim --channel 1 --fault drop=on    some of what its reader says is lost from now on",
            "  lintel sim run --seed 42 --hours 5000     whole boxes on virtual time, judged",
            "  lintel sim osdp-pd --port pty --address 0 an OSDP reader to test a panel with"
        })
final class SimCommand implements Callable<Integer> {
    /// Required by the doorway, not by the commands below this one.
    @Option(names = "--channel", paramLabel = "C", description = "The channel's id.")
    @Nullable
    Long channel;

    @Option(names = "--contact", paramLabel = "open|closed", description = "Moves the leaf.")
    @Nullable
    Leaf contact;

    @Option(names = "--rex", description = "Presses the request-to-exit button for 500 ms.")
    boolean rex;

    @Option(names = "--aux", description = "Closes the auxiliary input for 500 ms.")
    boolean aux;

    @Option(names = "--hold", paramLabel = "T", description = "Holds the button for so long: 10s, 800ms.")
    @Nullable
    String hold;

    @Option(
            names = "--fault",
            paramLabel = "NAME=on|off",
            description = "Switches a fault of the doorway's readers, as /sim does: drop=on, wrong-key=on, ...")
    @Nullable
    String fault;

    @Option(
            names = "--tamper",
            paramLabel = "on|off",
            description = "Opens or closes the housing that the tamper switch watches.")
    @Nullable
    Switch tamper;

    @Option(names = "--fire", paramLabel = "on|off", description = "Lets the fire panel call; it is the whole box's.")
    @Nullable
    Switch fire;

    @Option(
            names = "--lockdown",
            paramLabel = "NAME=on|off",
            description = "Turns a lockdown switch of the box: Reception=on.")
    @Nullable
    String lockdown;

    @Option(
            names = "--evacuation",
            paramLabel = "NAME=on|off",
            description = "Turns an evacuation switch of the box: Gate=on.")
    @Nullable
    String evacuation;

    @Option(names = "--threat", paramLabel = "NAME=on|off", description = "Turns a threat switch of the box: Desk=on.")
    @Nullable
    String threat;

    @Option(
            names = "--input",
            paramLabel = "NAME=on|off",
            description = "Makes a named input of the box active or not: bell=on. Also power and battery_low.")
    @Nullable
    String input;

    @Option(names = "--zone", paramLabel = "NAME", description = "With --fire: in this fire zone alone.")
    @Nullable
    String zone;

    @Option(
            names = "--clock",
            paramLabel = "trusted|held|wrong",
            description = "How far the box believes its clock from now on; needs no channel.")
    @Nullable
    Clock clock;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    /// As it is written on the command line.
    enum Leaf {
        open,
        closed
    }

    /// As it is written on the command line.
    enum Switch {
        on,
        off
    }

    /// As it is written on the command line.
    enum Clock {
        trusted,
        held,
        wrong
    }

    @Override
    public Integer call() {
        if (clock != null) {
            var told = Map.of("command", "sim clock", "trust", clock.name());
            var answer = new ControlClient(data.folder).askOne(told);
            if (channel == null) {
                output.print(answer, said -> "clock " + said.get("clock"));
                return 0;
            }
        }
        if (channel == null) {
            throw new ParameterException(output.spec.commandLine(), "Missing required option: '--channel=C'");
        }
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("command", "sim");
        request.put("channel", channel);
        if (contact != null) request.put("contact", contact.name());
        if (fault != null) putSwitched(request, "fault", fault);
        if (lockdown != null) putSwitched(request, "lockdown", lockdown);
        if (evacuation != null) putSwitched(request, "evacuation", evacuation);
        if (threat != null) putSwitched(request, "threat", threat);
        if (input != null) putSwitched(request, "input", input);
        if (tamper != null) request.put("tamper", tamper.name());
        if (fire != null) request.put("fire", fire.name());
        if (zone != null) request.put("zone", zone);
        if (hold != null) request.put("hold_ms", holdMs(hold));
        request.put("rex", rex);
        request.put("aux", aux);
        output.print(new ControlClient(data.folder).askOne(request), SimCommand::sentence);
        return 0;
    }

    private long holdMs(String time) {
        if (!time.matches("[0-9]{1,6}(s|ms)")) {
            throw new ParameterException(
                    output.spec.commandLine(), "--hold is a time such as 10s or 800ms, not " + time);
        }
        long number = Long.parseLong(time.replaceAll("[^0-9]", ""));
        return time.endsWith("ms") ? number : number * 1_000;
    }

    private void putSwitched(Map<String, @Nullable Object> request, String key, String switched) {
        boolean on = switched.endsWith("=on");
        if (!on && !switched.endsWith("=off")) {
            String sentence = "--" + key + " is NAME=on or NAME=off, not " + switched;
            throw new ParameterException(output.spec.commandLine(), sentence);
        }
        request.put(key, switched.substring(0, switched.lastIndexOf('=')));
        request.put(key + "_on", on);
    }

    private static String faults(Map<String, @Nullable Object> answer) {
        if (!(answer.get("faults") instanceof List<?> on) || on.isEmpty()) return "";
        return "; faults: " + on.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String sentence(Map<String, @Nullable Object> answer) {
        String reader = "";
        if (answer.get("reader") instanceof Map<?, ?> seen) {
            reader = ", reader " + (Boolean.TRUE.equals(seen.get("online")) ? "online" : "offline") + " with LED "
                    + seen.get("led");
        }
        return "channel " + answer.get("channel_id") + ": strike " + answer.get("strike") + ", leaf "
                + answer.get("leaf") + ", mode " + answer.get("mode") + reader + faults(answer);
    }
}
