package dev.lintel.tools;

import dev.lintel.controller.system.SystemRequest;
import dev.lintel.controller.time.ClockStep;
import dev.lintel.controller.time.SystemTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel system clock`.
@Command(
        name = "clock",
        description = {
            "On a machine, as root: sets its clock by hand, where no time service does, or says whom the time service"
                    + " asks.",
            "The box believes a clock that was set by hand, within 5 seconds and over starts of its own, until the"
                    + " machine restarts: one without a battery does not know then how long it was off."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel system clock --set 2026-11-24T09:30:00Z --yes",
            "  lintel system clock --servers 192.168.7.1,pool.ntp.org",
            "  lintel system clock --servers \"\"                        those of the system again"
        })
final class SystemClockCommand implements Callable<Integer> {
    private static final String NAME = "lintel system clock";

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    What what;

    /// One of them.
    static final class What {
        @Option(names = "--set", paramLabel = "TIME", description = "In UTC: 2026-11-24T09:30:00Z.")
        @Nullable
        String to;

        @Option(
                names = "--servers",
                paramLabel = "S",
                split = ",",
                description = "Names or addresses, four at most; \"\": those of the system.")
        @Nullable
        List<String> servers;
    }

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    YesOption yes = new YesOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        SystemRequest request = request();
        ClockStep step = request instanceof SystemRequest.SetClock(Instant to)
                ? new ClockStep(new SystemTime().now(), to)
                : null;
        if (step != null && !yes.agreed(output, question(step))) throw new CommandFailed("nothing was changed");
        String done = SystemWorks.carryOut(NAME, data.folder, request);
        // A time service's clock may have been left as it is.
        String told = step == null || !done.equals(SystemRequest.SetClock.SET) ? done : done + ": " + step.exactly();
        output.print(Map.of("what", told), _ -> told);
        return 0;
    }

    static String question(ClockStep step) {
        String risk = step.isFar() ? " " + ClockStep.RISK : "";
        return "Set the clock " + step.exactly() + "? Shifts and validity follow it at once." + risk;
    }

    private SystemRequest request() {
        List<String> servers = what.servers;
        if (servers != null) {
            try {
                return new SystemRequest.TimeServers(
                        servers.stream().filter(server -> !server.isBlank()).toList());
            } catch (dev.lintel.controller.system.SystemException e) {
                throw new CommandFailed(NAME + ": " + e.getMessage());
            }
        }
        try {
            return new SystemRequest.SetClock(Instant.parse(String.valueOf(what.to)));
        } catch (DateTimeException e) {
            throw new CommandFailed(NAME + ": '" + what.to + "' is no time like 2026-11-24T09:30:00Z");
        }
    }
}
