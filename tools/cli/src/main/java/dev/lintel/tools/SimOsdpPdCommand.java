package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.PdPlan;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.hardware.PdSimulatorProvider;
import dev.lintel.reader.osdp.Scbk;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `lintel sim osdp-pd`: readers that are not there, on a line that is. Needs no running process. The main thread
/// reads lines; the simulator's tells what happens, through a printer of its own.
@Command(
        name = "osdp-pd",
        description = {
            "Plays OSDP readers on a serial port, over TCP or on a pseudo terminal, to test a panel with.",
            "Prints what they are told, and reads what is to happen, one a line: type help."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel sim osdp-pd --port pty --address 0                 prints the port that a panel opens",
            "  lintel sim osdp-pd --port /dev/ttyUSB0 --address 3 --baud 115200 --key reader-3.key",
            "  lintel sim osdp-pd --port tcp://127.0.0.1:4001 --address 0 --address 1 --install-mode --json",
            "  printf 'card H10301 12 3456\\n' | lintel sim osdp-pd --port pty --address 0 --fault drop --seed 7"
        })
final class SimOsdpPdCommand implements Callable<Integer> {
    private static final int LINE_CHARS_MAX = 512;
    private static final String INSTALL_MODE = "install-mode";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "A serial port, tcp://HOST:PORT to listen there, or pty for a port of its own.")
    @Nullable
    String port;

    @Option(names = "--address", paramLabel = "N", description = "A reader's address, 0 to 126; once for each reader.")
    List<Integer> addresses = new ArrayList<>();

    @Option(names = "--baud", paramLabel = "N", description = "The readers' speed (default: ${DEFAULT-VALUE}).")
    int baud = 9_600;

    @Option(
            names = "--key",
            paramLabel = "FILE|-|HEX",
            description = {
                "The readers' base key, 32 hex digits: in a file, or - for the first line of standard input.",
                "Given as digits, others on this machine can see it while the command runs."
            })
    @Nullable
    String key;

    @Option(names = "--install-mode", description = "Without a key: takes SCBK-D until it is given one.")
    boolean installMode;

    @Option(names = "--fault", paramLabel = "NAME", description = "Starts with this fault; see --list.")
    List<String> faults = new ArrayList<>();

    @Option(names = "--trait", paramLabel = "NAME", description = "What sets these readers apart; see --list.")
    List<String> traits = new ArrayList<>();

    @Option(names = "--seed", paramLabel = "S", description = "Repeats the faults of another run.")
    @Nullable
    Long seed;

    @Option(names = "--list", description = "Lists faults and traits.")
    boolean list;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() throws InterruptedException {
        PdSimulatorProvider provider = provider();
        if (list) return list(provider);
        if (port == null) throw misused("Missing required option: '--port=PORT'");
        if (addresses.isEmpty()) throw misused("Missing required option: '--address=N'");
        try (var in = new BufferedReader(StandardInput.reader(output.spec.commandLine()));
                var printer = new PdPrinter(output);
                PdSimulator simulator = open(provider, port, new CappedLines(in, LINE_CHARS_MAX), printer)) {
            var lines = new CappedLines(in, LINE_CHARS_MAX);
            announce(simulator, printer);
            if (!new PdLines(simulator, provider, addresses.getFirst(), printer).read(lines)) {
                new CountDownLatch(1).await(); // the input's end is no end of the readers: Ctrl-C is
            }
            return 0;
        } catch (IOException e) {
            throw new CommandFailed("standard input cannot be read: " + e.getMessage());
        }
    }

    private PdSimulator open(PdSimulatorProvider provider, String line, CappedLines in, PdPrinter printer)
            throws IOException {
        Set<String> all = new LinkedHashSet<>(traits);
        if (installMode) all.add(INSTALL_MODE);
        if (installMode && key != null) throw misused("--install-mode is for readers without a key: leave --key out");
        try {
            var plan = new PdPlan(line, baud, addresses, key == null ? null : scbk(key, in), all, seed);
            PdSimulator simulator = provider.open(plan, new SystemTime()::nowNs, printer::event);
            for (String fault : faults) switchOn(simulator, fault);
            return simulator;
        } catch (HardwareException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) { // the simulator's own words
            throw misused(String.valueOf(e.getMessage()));
        }
    }

    private void switchOn(PdSimulator simulator, String fault) {
        try {
            for (int address : addresses) simulator.fault(address, fault, true);
        } catch (IllegalArgumentException unknown) {
            simulator.close();
            throw unknown;
        }
    }

    private Scbk scbk(String given, CappedLines in) throws IOException {
        var source = new KeySource(given);
        source.warn(output.spec.commandLine().getErr());
        return source.read(in);
    }

    private void announce(PdSimulator simulator, PdPrinter printer) {
        Map<String, @Nullable Object> ready = new LinkedHashMap<>();
        ready.put("event", "ready");
        ready.put("port", simulator.port());
        ready.put("baud", baud);
        ready.put("addresses", addresses);
        ready.put("seed", seed);
        String at = addresses.size() == 1 ? "address " : "addresses ";
        String which =
                at + String.join(", ", addresses.stream().map(String::valueOf).toList());
        printer.say(ready, "ready at " + simulator.port() + ", " + baud + " baud, " + which + "; type help");
    }

    private Integer list(PdSimulatorProvider provider) {
        provider.faults().forEach((name, sentence) -> entry("fault", name, sentence));
        provider.traits().forEach((name, sentence) -> entry("trait", name, sentence));
        return 0;
    }

    private void entry(String kind, String name, String sentence) {
        Map<String, @Nullable Object> entry = new LinkedHashMap<>();
        entry.put("kind", kind);
        entry.put("name", name);
        entry.put("sentence", sentence);
        output.print(entry, _ -> "%-5s  %-22s  %s".formatted(kind, name, sentence));
    }

    private static PdSimulatorProvider provider() {
        return ServiceLoader.load(PdSimulatorProvider.class)
                .findFirst()
                .orElseThrow(() -> new CommandFailed("this installation has no simulator: its part hw-sim is missing"));
    }

    private ParameterException misused(String message) {
        return new ParameterException(output.spec.commandLine(), message);
    }
}
