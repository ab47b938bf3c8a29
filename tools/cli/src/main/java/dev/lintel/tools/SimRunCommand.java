package dev.lintel.tools;

import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Simulation;
import dev.lintel.tools.simulation.Simulation.Fault;
import dev.lintel.tools.simulation.Simulation.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `lintel sim run`: whole boxes on virtual time, judged after every event.
@Command(
        name = "run",
        description = {
            "Lets whole boxes live on virtual time and judges every event.",
            "Random doors, people, faults, clock steps and restarts: no strike without a cause, nobody admitted who"
                    + " may not be, nobody kept in. The same seed does the same on every machine. Ends with 1 at"
                    + " the first violation and says how to see it again. Touches no running box."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel sim run                            a few thousand door-hours from a new seed",
            "  lintel sim run --seed 42 --hours 100000   the lives of seed 42 and those after it",
            "  lintel sim run --seed 42 --hours 60 --show   every step of the first hours, line by line"
        })
final class SimRunCommand implements Callable<Integer> {
    private static final double HOURS_MAX = 100_000_000;
    /// Seeds that are short enough to be typed again.
    private static final int SEEDS = 1_000_000_000;
    /// Where a file system in memory is on Linux: lives write much and keep nothing.
    private static final Path MEMORY = Path.of("/dev/shm");

    @Option(names = "--seed", paramLabel = "S", description = "Where chance begins (default: a new one each time).")
    @Nullable
    Long seed;

    @Option(
            names = "--hours",
            paramLabel = "H",
            description = "Door-hours in all: an hour of a box with eight doors is eight (default: ${DEFAULT-VALUE}).")
    double hours = 5_000;

    @Option(names = "--show", description = "Print each thing that is done, as it is done.")
    boolean show;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        if (!(hours > 0 && hours <= HOURS_MAX)) {
            throw new ParameterException(
                    output.spec.commandLine(), "--hours takes a number above 0, up to %.0f".formatted(HOURS_MAX));
        }
        long begin = seed == null ? ThreadLocalRandom.current().nextLong(SEEDS) : seed;
        var progress = new TerminalProgress(output.spec);
        var simulation = new Simulation(work(), show ? output::line : null);
        Outcome outcome = simulation.run(
                begin,
                hours,
                (done, life) -> progress.show("%,.0f of %,.0f door-hours (seed %d)".formatted(done, hours, life)));
        progress.clear();
        if (output.json) output.print(json(begin, outcome), String::valueOf);
        else print(begin, outcome);
        return outcome.fault() == null ? 0 : 1;
    }

    /// In memory where that is: a life's database is as safe as it needs to be there.
    private static Path work() {
        if (Files.isWritable(MEMORY)) return MEMORY.resolve("lintel-sim");
        return Path.of(System.getProperty("java.io.tmpdir"), "lintel-sim");
    }

    private void print(long begin, Outcome outcome) {
        output.line("seed %d: %,.0f door-hours, %d boxes, %,d presentations, %,d events, %,d restarts"
                .formatted(
                        begin,
                        outcome.doorHours(),
                        outcome.lives(),
                        outcome.presentations(),
                        outcome.events(),
                        outcome.restarts()));
        Fault fault = outcome.fault();
        if (fault == null) {
            output.line("no violation");
            return;
        }
        for (String line : fault.trail()) output.line("  " + line);
        output.line("VIOLATION: " + fault.what());
        output.line("again: lintel sim run --seed %d --hours %.0f".formatted(fault.seed(), Math.ceil(fault.hours())));
    }

    private static Map<String, @Nullable Object> json(long begin, Outcome outcome) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("seed", begin);
        all.put("door_hours", outcome.doorHours());
        all.put("boxes", outcome.lives());
        all.put("presentations", outcome.presentations());
        all.put("events", outcome.events());
        all.put("restarts", outcome.restarts());
        Map<String, Object> kinds = new TreeMap<>();
        for (Map.Entry<EventKind, Long> kind : outcome.kinds().entrySet()) {
            kinds.put(kind.getKey().name().toLowerCase(Locale.ROOT), kind.getValue());
        }
        all.put("kinds", kinds);
        all.put("rules", outcome.rules());
        Fault fault = outcome.fault();
        all.put("violation", fault == null ? null : fault.what());
        if (fault != null) {
            all.put("violation_seed", fault.seed());
            all.put("trail", fault.trail());
        }
        return all;
    }
}
