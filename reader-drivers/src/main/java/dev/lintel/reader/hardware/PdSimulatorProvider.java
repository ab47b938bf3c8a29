package dev.lintel.reader.hardware;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Found by `ServiceLoader`, where the simulator's jar is there.
public interface PdSimulatorProvider {
    /// Puts the readers of `plan` on their line and plays them until it is closed. `nowNs` is a monotonic clock;
    /// `events` is told what they do, on the line's thread, and must not block. Throws [HardwareException] when the
    /// line cannot be had and `IllegalArgumentException` when the plan is wrong, both in words.
    PdSimulator open(PdPlan plan, LongSupplier nowNs, Consumer<PdEvent> events);

    /// Names of the faults that can be switched, with a sentence on each.
    Map<String, String> faults();

    /// Names of what sets some readers apart, with a sentence on each.
    Map<String, String> traits();
}
