package dev.lintel.sim.world;

import dev.lintel.reader.hardware.HardwarePlan.BoxOutput;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// The simulated named outputs of the box, such as an alarm relay. Any thread.
final class SimBoxOutputs {
    private final Map<String, Boolean> active = new ConcurrentHashMap<>();

    SimBoxOutputs(SimGpioChip chip, List<BoxOutput> outputs) {
        for (BoxOutput output : outputs) {
            active.put(output.name(), false);
            chip.watch(output.line(), (on, _) -> active.put(output.name(), on));
        }
    }

    /// Whether each is on, by name.
    Map<String, Boolean> all() {
        return new TreeMap<>(active);
    }
}
