package dev.lintel.sim.world;

import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwareProvider;
import java.util.function.LongSupplier;

/// Opens a doorway that is not there. Found by `ServiceLoader`.
public final class SimulatedHardwareProvider implements HardwareProvider {
    @Override
    public String name() {
        return "simulated";
    }

    @Override
    public Hardware open(HardwarePlan plan, LongSupplier nowNs) {
        return new SimulatedHardware(plan, nowNs);
    }
}
