package dev.lintel.sim.pd;

import dev.lintel.reader.hardware.PdEvent;
import dev.lintel.reader.hardware.PdPlan;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.hardware.PdSimulatorProvider;
import dev.lintel.sim.fault.Fault;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Opens readers that are not there on a line that is. Found by `ServiceLoader`.
public final class OsdpPdSimulatorProvider implements PdSimulatorProvider {
    @Override
    public PdSimulator open(PdPlan plan, LongSupplier nowNs, Consumer<PdEvent> events) {
        return new OsdpPdSimulator(plan, nowNs, events);
    }

    @Override
    public Map<String, String> faults() {
        Map<String, String> faults = new LinkedHashMap<>();
        for (Fault fault : Fault.values()) faults.put(fault.word(), fault.sentence());
        return faults;
    }

    @Override
    public Map<String, String> traits() {
        Map<String, String> traits = new LinkedHashMap<>();
        for (PdTrait trait : PdTrait.values()) traits.put(trait.word(), trait.sentence());
        return traits;
    }
}
