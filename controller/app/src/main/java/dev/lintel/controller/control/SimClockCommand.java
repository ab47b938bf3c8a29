package dev.lintel.controller.control;

import dev.lintel.controller.time.ClockTrust;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/// `sim clock`: takes the simulated box's clock for `trust` (`trusted`, `held`, `wrong`) from now on; the clock
/// itself runs on.
public final class SimClockCommand implements Command {
    private final boolean simulated;
    private final Consumer<ClockTrust> tell;

    public SimClockCommand(boolean simulated, Consumer<ClockTrust> tell) {
        this.simulated = simulated;
        this.tell = tell;
    }

    @Override
    public void run(Request request, Responses out) {
        if (!simulated) throw new Refused("only a simulated box can be told about its clock");
        String wanted = request.text("trust");
        for (ClockTrust trust : ClockTrust.values()) {
            if (!word(trust).equals(wanted)) continue;
            tell.accept(trust);
            out.send(Map.of("clock", wanted));
            return;
        }
        throw new Refused("a clock is trusted, held or wrong, not " + wanted);
    }

    private static String word(ClockTrust trust) {
        return trust.name().toLowerCase(Locale.ROOT);
    }
}
