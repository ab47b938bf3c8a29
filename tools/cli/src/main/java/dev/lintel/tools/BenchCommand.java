package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.bench.BenchException;
import dev.lintel.tools.bench.Benches;
import dev.lintel.tools.bench.Progress;
import dev.lintel.tools.bench.Report;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// `lintel bench`: what this machine makes of the aims. Missed aims are marked and no failure: a shared or slow
/// machine misses some.
@Command(
        name = "bench",
        description = {
            "Measures and prints figures beside their aims, with the machine and the date. Run it on a quiet machine.",
            "  decision  who may pass among many people, beside the same SQL from C",
            "  strike    a card's last byte or edge to the strike's output",
            "  events    events on disk a second, and how long one waits",
            "  start     process start to doors that work and to HTTPS",
            "  memory    resident memory, idle and under load",
            "  api       requests over TLS among 100,000 people and 5,000,000 events, beside a bare server (wrk)",
            "  webhooks  from somebody let in to nine receivers while a tenth is dead; a backlog's way out",
            "  sync      a first sync of 100,000 people, a change to all of 500 boxes, 2,000 events a second up",
            "  codec     OSDP frames and Wiegand edges a second"
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExamples:", "  lintel bench", "  lintel bench decision --people 100000"})
final class BenchCommand implements Callable<Integer> {
    private static final int PEOPLE_MIN = 100;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Which of them (default: all).")
    List<String> names = new ArrayList<>();

    @Option(names = "--people", paramLabel = "N", description = "People in the decision's database (default: 1000000).")
    int people = 1_000_000;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        for (String name : names) {
            if (!Benches.names().contains(name)) {
                throw misused("there is no bench '" + name + "'; known are " + String.join(", ", Benches.names()));
            }
        }
        if (people < PEOPLE_MIN) throw misused("--people takes a number from " + PEOPLE_MIN + " on");
        Path work = Path.of(System.getProperty("lintel.home", "."), "target", "bench");
        Progress progress = progress();
        try {
            var around = new Benches.Surroundings(
                    work, new SystemTime(), (folder, request) -> new ControlClient(folder).askOne(request), progress);
            Report report = Benches.run(names, people, around);
            progress.say("");
            if (output.json) output.print(report.json(), String::valueOf);
            else output.line(report.table());
            return 0;
        } catch (BenchException e) {
            progress.say("");
            throw new CommandFailed("lintel bench: " + e.getMessage());
        }
    }

    /// One line that is written over and over, on a terminal only.
    @SuppressWarnings("SystemConsoleNull") // null again from JDK 25 on when there is no terminal
    private Progress progress() {
        @Nullable Console console = System.console();
        if (console == null || !console.isTerminal()) return _ -> {};
        PrintWriter err = output.spec.commandLine().getErr();
        return what -> {
            err.print("\r\u001b[K" + Output.inLine(what));
            err.flush();
        };
    }

    private ParameterException misused(String sentence) {
        return new ParameterException(output.spec.commandLine(), sentence);
    }
}
